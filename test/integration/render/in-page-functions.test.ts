import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext, Script } from 'node:vm'
import { build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'

const renderDir = fileURLToPath(new URL('../../../lib/render/', import.meta.url))
const files = readdirSync(`${renderDir}in-page`).filter((file) => file.endsWith('.ts'))

type InPage = (...args: never[]) => unknown
type Bundle = Record<string, Record<string, unknown>> & {
  world: { toDeclaration(work: InPage, script?: string): string }
}

/** As the deployed bundle has them: minified, and esbuild keeps names by wrapping functions in a helper. */
const load = async (minify: boolean) => {
  const { outputFiles } = await build({
    stdin: {
      contents: [
        `export * as world from './page/world.ts'`,
        ...files.map((file, i) => `export * as file${i} from './in-page/${file}'`),
      ].join('\n'),
      resolveDir: renderDir,
    },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    keepNames: true,
    minify,
    write: false,
  })
  const module = { exports: {} }
  runInContext(
    outputFiles[0]?.text ?? '',
    createContext({ module, exports: module.exports, require: () => ({}) }),
  )
  return module.exports as Bundle
}

describe.each([false, true])('functions that are sent into pages from a bundle (minified: %s)', (minify) => {
  let bundle: Bundle
  beforeAll(async () => {
    bundle = await load(minify)
  })

  const functionsOf = (index: number) =>
    Object.values(bundle[`file${index}`] ?? {}).filter(
      (value): value is InPage => typeof value === 'function',
    )

  const functionNamed = (name: string): InPage => {
    const found = files.map((_, index) => bundle[`file${index}`]?.[name]).find((value) => value !== undefined)
    if (typeof found !== 'function') throw new Error(`No file exports the function ${name}.`)
    return found as InPage
  }

  test.each(files.map((file, index) => [file, index] as const))('of %s are complete', (_file, index) => {
    for (const work of functionsOf(index))
      expect(() => new Script(`(${bundle.world.toDeclaration(work)})`)).not.toThrow()
  })

  test('use the globals of an added script, and the page sees none of them', () => {
    const scrapePage = functionNamed('scrapePage')
    const script = '"use strict";var stillframeScrape = { scrape: ({ format }) => "read as " + format }'
    const page = createContext({})
    const declaration = bundle.world.toDeclaration(scrapePage, script)
    expect(runInContext(`(${declaration})({ format: 'md' })`, page)).toBe('read as md')
    expect(runInContext('typeof stillframeScrape', page)).toBe('undefined')
  })

  test('read the members of a form, not its fields', async () => {
    const waitForElement = functionNamed('waitForElement')
    const page = createContext({})
    runInContext(
      `class HTMLFormElement { checkVisibility() { return this === form } get [Symbol.toStringTag]() { return 'HTMLFormElement' } }
       const form = Object.assign(new HTMLFormElement(), { checkVisibility: { localName: 'input' } })
       globalThis.document = { querySelectorAll: () => [form] }`,
      page,
    )
    const found = runInContext(`(${bundle.world.toDeclaration(waitForElement)})('form')`, page)
    await expect(found).resolves.toBeUndefined()
  })

  test('run in a page that lacks the helper', async () => {
    const awaitFonts = functionNamed('awaitFonts')
    const page = createContext({
      document: {
        documentElement: { getBoundingClientRect: () => ({}) },
        fonts: Object.assign([{ status: 'loaded' }, { status: 'error' }], { ready: Promise.resolve() }),
      },
      setTimeout,
    })
    const counted = runInContext(`(${bundle.world.toDeclaration(awaitFonts)})(50)`, page) as Promise<unknown>
    expect(JSON.stringify(await counted)).toBe('{"awaited":0,"missing":1,"isExpired":false}')
  })
})
