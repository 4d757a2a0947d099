import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { renderResponse } from '../../../lib/http/render-response.ts'
import { bodyBytes } from '../../../lib/http/response.ts'
import type { RenderOutcome } from '../../../lib/jobs/render-now.ts'

const outcome = (change: Partial<RenderOutcome> = {}): RenderOutcome => ({
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
  ['md', "sandbox; default-src 'none'"],
  ['pdf', undefined],
  ['gif', undefined],
])('the text of a page must not run as a document: %s', (extension, policy) => {
  expect(renderResponse(outcome({ extension }), undefined).headers['Content-Security-Policy']).toBe(policy)
})

describe('the cache', () => {
  const cacheHeaders = (cache: RenderOutcome['cache']) => {
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
    expect(bodyBytes(body)).toBe(5)
  })
})

test('the length is in bytes for every kind of body', () => {
  expect([bodyBytes('ü'), bodyBytes(Buffer.from('ü')), bodyBytes('')]).toEqual([2, 2, 0])
})
