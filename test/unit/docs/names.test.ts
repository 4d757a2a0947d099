import { readdirSync, readFileSync, statSync } from 'node:fs'
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

test('every image is shown by a page, and all together have at most 1.2 MB', () => {
  const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const pages = files.filter((name) => name.endsWith('.md')).map((name) => read(`docs/${name}`))
  // Git ignores the screens that no page shows.
  const images = files.filter((name) => /^images.*\.\w+$/.test(name) && !ignoredImage.test(name))
  expect(images.filter((name) => !pages.some((page) => page.includes(name)))).toEqual([])
  const bytes = images.reduce((sum, name) => sum + statSync(join(root, 'docs', name)).size, 0)
  expect(bytes).toBeLessThan(1_200_000)
})

const ignoredImage = /-phone-|\/(?:landing|documentation|reference)-/
