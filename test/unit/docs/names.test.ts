import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorReference } from '../../../lib/schema/error-reference.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { parametersOf } from '../../../lib/schema/parameters.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const known = new Set([
  ...Object.values<Operation>(operations).flatMap(({ input }) => [...parametersOf(input).keys()]),
  ...errorReference.map(({ code }) => code),
  // A member of `watch`.
  'ignore_selectors',
])

/** The names with an underscore in the code of a text, without their values. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].flatMap(
    ([, code = '']) => code.match(/^[a-z]+(?:_[a-z]+)+(?==|$)/g) ?? [],
  )

test('the page about migration translates into parameters that exist', () => {
  const rows = read('docs/migrate.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const ours = rows.flatMap((row) => namesIn(row.split(' | ').at(-1) ?? ''))
  expect(ours.length).toBeGreaterThan(100)
  expect(ours.filter((name) => !known.has(name))).toEqual([])
})

test.each(['docs/guides/troubleshooting.md', 'docs/start/use-cases.md'])('%s names what exists', (path) => {
  const names = namesIn(read(path))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

test('the page about settings has every variable that the service reads', () => {
  const sources = read('lib/config.ts') + read('local/config.ts')
  const variables = [...sources.matchAll(/^ {2}([A-Z]+(?:_[A-Z]+)*): /gm)].map(([, name = '']) => name)
  expect(variables).toEqual(expect.arrayContaining(['PORT', 'EGRESS_ALLOW', 'STAGE', 'DATA_DIR']))
  const page = read('docs/operate/settings.md')
  expect(variables.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
