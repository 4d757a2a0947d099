import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolveScreenshot } from '../../../../lib/core/plan/resolve-screenshot.ts'
import { toResultView } from '../../../../lib/core/requests/result-view.ts'
import { headersOf, type StoredResult } from '../../../../lib/core/requests/stored-result.ts'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { describeResult, type PageFacts, toMetadata } from '../../../../lib/render/page/metadata.ts'
import { RenderResult } from '../../../../lib/schema/render-result.ts'
import { fromBody } from '../../../support/render/read-screenshot.ts'

const stored: StoredResult = {
  name: 'a.png',
  contentType: 'image/png',
  extension: 'png',
  headers: {},
  bytes: 5,
  sha256: '00',
  created: 1,
  expires: 2,
}

const view = (result: Partial<StoredResult>, url?: string) =>
  toResultView({ ...stored, ...result }, { id: 'r', url, cacheUrl: 'https://files.example/cache' })

test('a result without page, facts and metadata has nulls in their places', () => {
  const result = view({})
  expect(RenderResult.parse(result)).toEqual({
    id: 'r',
    url: null,
    final_url: null,
    status: null,
    title: null,
    upload: null,
    file: 'https://files.example/cache/a.png',
    created: 1,
    expires: 2,
    content_type: 'image/png',
    bytes: 5,
    width: null,
    height: null,
    pages: null,
    duration: null,
    timeout: null,
    incomplete: [],
    metadata: {},
    report: null,
  })
})

test('neither URL has credentials', () => {
  const page = { url: 'https://user:secret@example.com/b' }
  const plan = resolveScreenshot(fromBody({ html: 'x', response_type: 'json' }), new Map(), 0)
  const described = describeResult(plan, page)
  const result = view(described, 'https://user:secret@example.com/a?b=c')
  expect([result.url, result.final_url]).toEqual(['https://example.com/a?b=c', 'https://example.com/b'])
})

test('a page that chooses a very long URL or title fits in a record', () => {
  const plan = resolveScreenshot(fromBody({ html: 'x', response_type: 'json' }), new Map(), 0)
  const { page } = describeResult(plan, {
    url: `https://a.test/${'x'.repeat(9000)}`,
    title: `\ud83d${'\u{1f600}'.repeat(5000)}`,
    status: 404,
  })
  expect(page).toEqual({ status: 404, title: `\ufffd${'\u{1f600}'.repeat(499)}\ufffd` })
})

test('the record of a file has the status of the page, and the title if it was read, but no description', () => {
  const plan = resolveScreenshot(fromBody({ html: 'x' }), new Map(), 0)
  const page = { title: 'a', status: 404, url: 'https://a.test/' }
  expect(describeResult(plan, page, { width: 3, height: 4 })).toEqual({
    facts: { width: 3, height: 4, status: 404, title: 'a' },
  })
  const later = resolveScreenshot(fromBody({ html: 'x', response_type: 'json', async: true }), new Map(), 0)
  expect(describeResult(later, {})).toEqual({ facts: {} })
})

const names = ['icon', 'title', 'fonts', 'hash', 'status', 'headers', 'image_size', 'report']
const everything = fromBody({
  html: 'x',
  ...Object.fromEntries(names.map((name) => [`metadata_${name}`, true])),
})

const headersFor = (facts: PageFacts) =>
  headersOf({
    metadata: toMetadata(
      resolveScreenshot(everything, new Map(), 0),
      facts,
      { body: Buffer.from('x'), width: 3, height: 4 },
      createRenderReport(),
    ),
  })

test('the metadata equal the page, for any text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 })
  fc.assert(
    fc.property(text, text, fc.array(text, { maxLength: 3 }), (title, icon, fonts) => {
      const headers = { 'x-a': title, 'x-b': icon }
      const { metadata, report } = view({ headers: headersFor({ title, icon, fonts, status: 404, headers }) })
      expect(metadata).toEqual({
        title,
        icon,
        fonts,
        status: 404,
        hash: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
        headers: { 'x-a': title.replaceAll('\n', ', '), 'x-b': icon.replaceAll('\n', ', ') },
        image_size: '3x4',
      })
      expect(report).toHaveProperty('phasesMs')
    }),
    { numRuns: 50 },
  )
})

test('a truncated value is named', () => {
  const { metadata } = view({ headers: headersFor({ title: 'x'.repeat(2000), fonts: ['a'] }) })
  expect(metadata).toMatchObject({ title: 'x'.repeat(1500), truncated: ['title'] })
})
