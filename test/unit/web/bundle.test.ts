import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contentTypeOf } from '../../../lib/http/site-content-type.ts'

const folder = join(import.meta.dirname, '../../../generated/site/dashboard')
const html = readFileSync(join(folder, 'index.html'), 'utf8')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))

test('the first page loads at most 250 KB of compressed JavaScript', () => {
  const scripts = [...html.matchAll(/(?:src|href)="\/dashboard\/([^"]+\.js)"/g)].map(([, path]) => path ?? '')
  expect(scripts.length).toBeGreaterThanOrEqual(2)
  const bytes = scripts.map((path) => gzipSync(readFileSync(join(folder, path)), { level: 9 }).length)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
})

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
  for (const name of ['@mantine/core', '@tanstack/react-query', 'lucide-react', 'react-dom', 'wouter'])
    expect(licenses).toContain(`## ${name} - `)
})
