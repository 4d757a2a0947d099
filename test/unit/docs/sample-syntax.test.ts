import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Language, Parser } from '@vscode/tree-sitter-wasm'
import { beforeAll, expect, test } from 'vitest'
import { toCodeSample } from '../../../web/src/samples/code-samples.ts'

const docsDir = join(import.meta.dirname, '../../../docs')
const pages = readdirSync(docsDir, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(docsDir, name), 'utf8'))

/** The languages that few machines can run. `test/corpora/samples.test.ts` runs the samples of those that are installed. */
const languages = { php: 'PHP', go: 'Go' } as const

const grammars = new Map<string, Language>()

beforeAll(async () => {
  await Parser.init()
  const { resolve } = createRequire(import.meta.url)
  for (const name of Object.keys(languages))
    grammars.set(name, await Language.load(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)))
})

const isValid = (name: string, code: string): boolean => {
  const parser = new Parser()
  parser.setLanguage(grammars.get(name) ?? null)
  const tree = parser.parse(code)
  const hasError = tree?.rootNode.hasError ?? true
  tree?.delete()
  parser.delete()
  return !hasError
}

const hostile = `it's "ok" \\ $HOME \`id\` {$x} %41 \n\t ü \u2028 ?> <?php // */ <b>`

test.each(Object.entries(languages))('every %s program of the documentation parses', (name, language) => {
  const blocks = pages.flatMap((page) => [
    ...page.matchAll(new RegExp(`^\`\`\`${name}\\b.*\\n([^]*?)^\`\`\``, 'gm')),
  ])
  const programs = [...new Set(blocks.map(([, code = '']) => code))]
  expect(programs.length).toBeGreaterThan(10)
  expect(programs.filter((code) => !isValid(name, code))).toEqual([])
  for (const method of ['GET', 'POST'] as const) {
    const request = {
      baseUrl: 'http://127.0.0.1:3000',
      method,
      path: '/v1/pdf',
      parameters: { html: hostile },
    }
    const code = toCodeSample(language, request)
    expect(isValid(name, code), code).toBe(true)
    expect(isValid(name, `${code}\n(`)).toBe(false)
  }
})
