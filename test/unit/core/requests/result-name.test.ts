import { describe, expect, test } from 'vitest'
import {
  isPageText,
  type NameParts,
  readResultName,
  toResultName,
} from '../../../../lib/core/requests/result-name.ts'

const parts: NameParts = {
  random: new Uint8Array(20),
  created: 1_899_999_000,
  expires: 1_900_000_000,
  extension: 'jpeg',
}

describe('the name of a result', () => {
  test('contains the expiry and the type of its file', () => {
    expect(toResultName(parts)).toMatch(/^[0-9a-f]{56}\.jpeg$/)
    expect(readResultName(toResultName(parts))).toEqual({ expires: 1_900_000_000, extension: 'jpeg' })
  })

  test('has 160 random bits, so it cannot be guessed', () => {
    const random = Uint8Array.from({ length: 20 }, (_, index) => index + 1)
    expect(toResultName({ ...parts, random })).toContain(Buffer.from(random).toString('hex'))
  })

  test.each([
    [1, '00000002'],
    [48 * 3600, '00000002'],
    [48 * 3600 + 1, '00000007'],
    [604_800, '00000007'],
    [604_801, '00000031'],
    [2_592_000, '00000031'],
  ])(
    'of a result that lives %i seconds begins with its days in S3, which are not shorter',
    (seconds, days) => {
      const name = toResultName({ ...parts, expires: parts.created + seconds })
      expect(name.slice(0, 8)).toBe(days)
      expect(Number(days) * 86_400).toBeGreaterThanOrEqual(seconds)
    },
  )

  test.each([
    '',
    'index.html',
    `${'a'.repeat(56)}`,
    `${'A'.repeat(56)}.png`,
    `${'a'.repeat(55)}.png`,
    `../${'a'.repeat(56)}.png`,
    `${'a'.repeat(56)}.png\n`,
  ])('%j is not the name of a result', (name) => {
    expect(readResultName(name)).toBeUndefined()
  })
})

test('html and md are page text, the rest is not', () => {
  expect(['html', 'md', 'diff', 'png', 'pdf', 'gif'].filter(isPageText)).toEqual(['html', 'md', 'diff'])
})
