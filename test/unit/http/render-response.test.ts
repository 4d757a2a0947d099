import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { resolveScreenshot } from '../../../lib/core/plan/resolve-screenshot.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { renderResponse } from '../../../lib/http/render-response.ts'
import { bodyLength } from '../../../lib/http/response.ts'
import type { FileOutcome } from '../../../lib/jobs/render-now.ts'
import { toMetadata } from '../../../lib/render/page/metadata.ts'
import { fromBody } from '../../support/render/read-screenshot.ts'

const outcome = (change: Partial<FileOutcome> = {}): FileOutcome => ({
  kind: 'file',
  contentType: 'image/png',
  extension: 'png',
  headers: { 'X-Service-Metadata-Status': '200' },
  body: Buffer.from('image'),
  bytes: 5,
  ...change,
})

test('the headers of the render are sent with the file name of the request', () => {
  expect(renderResponse(outcome(), 'mine').headers).toEqual({
    'Content-Type': 'image/png',
    'Content-Disposition': `attachment; filename="mine.png"; filename*=UTF-8''mine.png`,
    'X-Service-Metadata-Status': '200',
  })
})

test.each([
  ['html', "sandbox; default-src 'none'"],
  ['pdf', undefined],
])('the text of a page must not run as a document: %s', (extension, policy) => {
  expect(renderResponse(outcome({ extension }), undefined).headers['Content-Security-Policy']).toBe(policy)
})

describe('the cache', () => {
  const cacheHeaders = (cache: FileOutcome['cache']) => {
    const { headers } = renderResponse(outcome(cache && { cache }), undefined)
    return [headers['X-Service-Cache'], headers['Age']]
  }

  test.each([
    ['was not asked', undefined, [undefined, undefined]],
    ['had nothing', { status: 'miss', ageSeconds: 0 } as const, ['miss', undefined]],
    ['had it', { status: 'hit', ageSeconds: 90 } as const, ['hit', '90']],
  ])('%s', (_what, cache, expected) => {
    expect(cacheHeaders(cache)).toEqual(expected)
  })

  test('streams a file with its known length', () => {
    const stream = Readable.from(['image'])
    const { body } = renderResponse(outcome({ body: stream, bytes: 5 }), undefined)
    expect(body).toEqual({ stream, bytes: 5 })
    expect(bodyLength(body)).toBe(5)
  })
})

test('the longest metadata and file name fit in the 10,240 bytes of headers that API Gateway allows', () => {
  const wanted = ['icon', 'title', 'fonts', 'hash', 'status', 'headers', 'image_size', 'report']
  const options = fromBody({
    url: 'https://example.com/',
    attachment_name: '字'.repeat(200),
    ...Object.fromEntries(wanted.map((name) => [`metadata_${name}`, true])),
  })
  const long = 'x'.repeat(20_000)
  const waits = ['metadata_head', 'metadata_fonts', 'navigation', 'scripts', 'click', 'consent', 'images']
  const metadata = toMetadata(
    resolveScreenshot(options, new Map(), 0),
    {
      title: long,
      icon: long,
      fonts: Array.from(long),
      status: 200,
      headers: Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x-${index}`, 'value'])),
    },
    { body: Buffer.alloc(0), width: 7680, height: 7680 },
    {
      ...createRenderReport(),
      phasesMs: { launch: 9999, navigate: 29_999, wait: 29_999, settle: 9999, capture: 9999, encode: 9999 },
      waitsExpired: [...waits, ...waits],
      incomplete: (['list', 'frame', 'section', 'scroll'] as const).flatMap((part) =>
        (['timeout', 'moving', 'not_drawn'] as const).map((reason) => ({ part, reason })),
      ),
      consent: 'declined',
      consentPlatform: 'x'.repeat(100),
      video: { mode: 'realtime', frames: 1800, skipped: 1800, startedMs: 90_000 },
    },
  )
  expect(metadata['Headers']?.length).toBeGreaterThan(500)
  expect(metadata['Truncated']).toBe('icon, title, fonts, headers')
  const headers = Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [`X-Service-Metadata-${name}`, value]),
  )
  const response = renderResponse(
    outcome({ headers, cache: { status: 'hit', ageSeconds: 2_592_000 } }),
    options.attachment_name,
  )
  // What every response of the API has besides: ids, rate limits, security headers and its length.
  expect(Object.entries(response.headers).flat().join('').length).toBeLessThan(10_240 - 500)
})
