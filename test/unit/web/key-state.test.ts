import { expect, test } from 'vitest'
import { describeExpiry, describeLastUse, findSessionKey } from '../../../web/src/keys/key-state.ts'

const day = 86_400
const now = Date.parse('2026-11-26T15:00:00Z') / 1000

test.each([
  [null, 'never expires', undefined],
  [now + 60 * day, expect.stringMatching(/^valid until .*2027$/), undefined],
  // The end is named by its day while it is more than a day away.
  [now + 7 * day, expect.stringMatching(/^expires .*2026$/), 'yellow'],
  [now + 3 * 3600, 'expires in 3 hr.', 'yellow'],
  [now, 'expired now', 'red'],
  [now - 2 * day, 'expired 2 days ago', 'red'],
])('a key that is valid until %s: %s', (validUntil, text, color) => {
  expect(describeExpiry(validUntil, now)).toEqual(color ? { text, color } : { text })
})

test.each([
  [null, 'not used yet'],
  ['2026-11-26', 'used today'],
  ['2026-11-25', expect.stringMatching(/^last used .*25.*2026$/)],
])('a key whose day of the last use is %s: %s', (lastUsed, text) => {
  expect(describeLastUse(lastUsed, now)).toEqual(text)
})

const keys = ['ABC123', 'ABC123xyzw', 'ABC123qqqq'].map((id) => ({ id }))

test.each([
  ['ABC123xyzw00000000000000', 'ABC123xyzw'],
  // The key that the account had before it could have several.
  ['ABC123000000000000000000', 'ABC123'],
  ['DEF456000000000000000000', undefined],
])('the key %s of a session is the listed %s', (accessKey, id) => {
  expect(findSessionKey(keys, accessKey)?.id).toBe(id)
})
