import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contentTypeOf } from '../../../infra/site.ts'

const folder = join(import.meta.dirname, '../../../generated/site/dashboard')
const html = readFileSync(join(folder, 'index.html'), 'utf8')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))

test('the first page loads at most 250 KB of compressed JavaScript', () => {
  const scripts = [...html.matchAll(/(?:src|href)="\/dashboard\/([^"]+\.js)"/g)].map(([, path]) => path ?? '')
  expect(scripts.length).toBeGreaterThanOrEqual(2)
  const bytes = scripts.map((path) => gzipSync(readFileSync(join(folder, path)), { level: 9 }).length)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
})

/** Returns what a file loads before it runs, itself included. */
const closureOf = (file: string, known = new Set<string>()): Set<string> => {
  if (known.has(file)) return known
  known.add(file)
  const code = readFileSync(join(folder, 'assets', file), 'utf8')
  for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    closureOf(name, known)
  return known
}

/** Returns the script that one of these scripts loads when it is needed. */
const lazyScript = (scripts: ReadonlySet<string>, name: string): string => {
  const code = [...scripts].map((file) => readFileSync(join(folder, 'assets', file), 'utf8')).join('\n')
  const file = new RegExp(`import\\(["'\`]\\./(${name}-[\\w-]{8}\\.js)`).exec(code)?.[1]
  if (file === undefined) throw new Error(`No script loads ${name}.`)
  return file
}

// The forms need the schemas of all parameters. A task shows its parameters, and links to the playground with them.
test.each([
  ['overview', 250],
  ['requests', 250],
  ['batches', 250],
  ['batches/batch-page', 250],
  ['tasks', 250],
  ['webhooks', 250],
  ['alerts', 250],
  ['keys', 250],
  ['usage', 250],
  ['playground', 320],
  ['batches/new-batch', 320],
  ['tasks/task-page', 320],
  ['tasks/task-editors', 320],
] as const)(
  'the page %s loads at most %i KB of compressed JavaScript before it shows something',
  (page, maxKb) => {
    const scripts = closureOf(/assets\/(index-[\w-]+\.js)"/.exec(html)?.[1] ?? '')
    for (const name of page.split('/')) closureOf(lazyScript(scripts, name), scripts)
    expect(scripts.size).toBeGreaterThan(4)
    // Each costs a round trip on a connection with six at a time.
    expect(scripts.size).toBeLessThan(25)
    const bytes = [...scripts].map(
      (name) => gzipSync(readFileSync(join(folder, 'assets', name)), { level: 9 }).length,
    )
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxKb * 1000)
  },
)

test('the page has no inline script or style, which its policy forbids', () => {
  expect(html).not.toMatch(/<style|style="|<script(?![^>]* src=)/)
})

test('every file has a content type, and a hash in its name if it is kept for a year', () => {
  for (const file of files) {
    expect(contentTypeOf(file), file).not.toBe('application/octet-stream')
    if (file.startsWith('assets/')) expect(file).toMatch(/-[\w-]{8}\.\w+$/)
  }
})

test('the licenses of everything in the bundle are shipped with it', () => {
  const licenses = readFileSync(join(folder, 'licenses.md'), 'utf8')
  for (const name of ['@mantine/core', '@tanstack/react-query', 'react-dom', 'wouter'])
    expect(licenses).toContain(`## ${name} - `)
})
