import { expect, test } from 'vitest'
import { createRequestId } from '../../../../lib/core/requests/request-id.ts'

test('a request id is a UUID of version 7', () => {
  expect(createRequestId(1_700_000_000_000, new Uint8Array(10).fill(255))).toBe(
    '018bcfe5-6800-7fff-bfff-ffffffffffff',
  )
})

test('request ids sort by time', () => {
  const late = createRequestId(1_700_000_000_001, new Uint8Array(10))
  expect(createRequestId(1_700_000_000_000, new Uint8Array(10).fill(255)) < late).toBe(true)
})
