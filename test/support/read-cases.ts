import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'fixtures')

/** Returns the text of a file of `test/fixtures`. */
export const readFixture = (file: string): string => readFileSync(join(folder, file), 'utf8')

export interface Case {
  name: string
  /** What stands between lines of five hyphens. */
  parts: string[]
}

/** Reads a file of `test/fixtures` that contains cases. Each begins with a line that has `=== ` and its name. */
export const readCases = (file: string): Case[] =>
  readFixture(file)
    .split(/^=== /m)
    .slice(1)
    .map((text) => {
      const [name = '', ...lines] = text.replace(/\n$/, '').split('\n')
      return { name, parts: lines.join('\n').split('\n-----\n') }
    })

/** Reads a part that ends with the options of a request, as JSON, or has none. */
export const readOptions = (part = ''): [text: string, options: Record<string, unknown>] => {
  const [, text = '', options = '{}'] = /^([^{]*?)(?: (\{.*\}))?$/.exec(part) ?? []
  return [text, JSON.parse(options)]
}
