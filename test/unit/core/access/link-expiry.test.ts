import { expect, test } from 'vitest'
import { isPastLinkExpiry, readLinkExpiry } from '../../../../lib/core/access/link-expiry.ts'

test.each([
  ['1893456000', 1_893_456_000],
  ['0', 0],
  ['253402300799', 253_402_300_799],
])('%s is a time', (value, expected) => {
  expect(readLinkExpiry([value])).toBe(expected)
})

test.each(['', '-1', '1.5', '1e9', '+1', ' 1', '0x10', 'tomorrow', '1893456000000', '9'.repeat(30)])(
  '%j is not a time',
  (value) => {
    expect(readLinkExpiry([value])).toContain('Unix time in whole seconds')
  },
)

test('several times are rejected, equal or not', () => {
  expect(readLinkExpiry(['1893456000', '1893456000'])).toContain('given 2 times')
})

test.each([
  [999_999, false],
  [1_000_000, true],
  [1_000_001, true],
])('at %d ms a link that ends at 1000 s is past: %s', (nowMs, expected) => {
  expect(isPastLinkExpiry(1000, nowMs)).toBe(expected)
})
