import { describe, expect, test } from 'vitest'
import { hashAccessKey, isKeyOf, toAccountId } from '../../../../lib/core/access/access-key.ts'

const key = 'abc123ABCDEFGHIJKLMNOPQR'

describe('the account of a key', () => {
  test('is in its first six characters', () => {
    expect(toAccountId(key)).toBe('abc123')
  })

  test.each([
    ['is empty', ''],
    ['is a character too short', key.slice(1)],
    ['is a character too long', `${key}a`],
    ['has a character outside base62', `-${key.slice(1)}`],
    ['has a line break at its end', `${key.slice(1)}\n`],
  ])('is unknown if the key %s', (_reason, wrong) => {
    expect(toAccountId(wrong)).toBeUndefined()
  })
})

describe('a stored hash', () => {
  test('accepts its own key', () => {
    expect(isKeyOf(key, hashAccessKey(key))).toBe(true)
  })

  test('rejects another key of the same account', () => {
    expect(isKeyOf(`abc123${'x'.repeat(18)}`, hashAccessKey(key))).toBe(false)
  })

  test('rejects every key if it is damaged', () => {
    expect(isKeyOf(key, 'beef')).toBe(false)
  })
})
