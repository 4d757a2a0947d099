import { expect, test } from 'vitest'
import { rateLimitHeaders, readRate } from '../../../lib/http/admit-request.ts'
import type { Call, CallContext } from '../../../lib/http/call.ts'
import { noContent } from '../../../lib/http/response.ts'

test.each(['after', 'onError'] as const)('the rate headers are set on a new response: %s', async (end) => {
  const given = noContent()
  const rate = { limit: 5, remaining: 4, resetMs: 61_000 }
  const request = { context: { call: { rate } } as CallContext, response: given }
  await rateLimitHeaders(() => 1000)[end]?.(request as never)
  expect(request.response.headers).toEqual({
    'RateLimit-Limit': '5',
    'RateLimit-Remaining': '4',
    'RateLimit-Reset': '60',
  })
  expect(given).toEqual(noContent())
  expect(noContent().headers).toEqual({})
})

test('a rate that cannot be read is logged, and the response has no rate headers', async () => {
  const lines: object[] = []
  const call: Pick<Call, 'rate' | 'requestId'> = { requestId: 'r1' }
  const usage = { read: () => Promise.reject(new Error('AccessDeniedException')) }
  await readRate({ id: 'a', plan: 'free' } as never, call, {
    usage,
    log: { warn: (fields) => void lines.push(fields) },
  })
  expect(call.rate).toBeUndefined()
  expect(lines).toEqual([{ requestId: 'r1', cause: expect.stringContaining('AccessDeniedException') }])
})
