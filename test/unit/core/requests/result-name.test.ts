import { describe, expect, test } from 'vitest'
import {
  isPageText,
  type NameParts,
  readResultName,
  toResultName,
} from '../../../../lib/core/requests/result-name.ts'

const parts: NameParts = {
  secretKey: 's'.repeat(40),
  cacheKey: 'c'.repeat(64),
  requestId: '0190a0a0-0000-7000-8000-000000000000',
  random: new Uint8Array(16),
  expires: 1_900_000_000,
  extension: 'jpeg',
}

describe('the name of a result', () => {
  test('contains the expiry and the type of its file', () => {
    expect(toResultName(parts)).toMatch(/^[0-9a-f]{56}\.jpeg$/)
    expect(readResultName(toResultName(parts))).toEqual({ expires: 1_900_000_000, extension: 'jpeg' })
  })

  test('keeps its length for a time with few digits', () => {
    expect(readResultName(toResultName({ ...parts, expires: 1 }))).toEqual({ expires: 1, extension: 'jpeg' })
  })

  test.each<[string, Partial<NameParts>]>([
    ['the account’s secret', { secretKey: 't'.repeat(40) }],
    ['the options', { cacheKey: 'd'.repeat(64) }],
    ['the request', { requestId: '0190a0a0-0000-7000-8000-000000000001' }],
    ['the render', { random: Uint8Array.from({ length: 16 }, (_, index) => index) }],
  ])('differs by %s', (_what, change) => {
    expect(toResultName({ ...parts, ...change }).slice(0, 48)).not.toBe(toResultName(parts).slice(0, 48))
  })

  test.each([
    '',
    'index.html',
    `${'a'.repeat(56)}`,
    `${'A'.repeat(56)}.png`,
    `${'a'.repeat(55)}.png`,
    `${'a'.repeat(56)}.png/x`,
    `../${'a'.repeat(56)}.png`,
    `${'a'.repeat(56)}.png\n`,
  ])('%j is not the name of a result', (name) => {
    expect(readResultName(name)).toBeUndefined()
  })
})

test('html and md are page text, the rest is not', () => {
  expect(['html', 'md', 'png', 'pdf', 'gif'].filter(isPageText)).toEqual(['html', 'md'])
})
