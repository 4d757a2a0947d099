import { expect, test } from 'vitest'
import { findPatterns, isLinear } from '../../../scripts/patterns/find-patterns.ts'

const judge = (code: string) => findPatterns(code).map((pattern) => isLinear(pattern))

test.each([
  'text.replace(/^[ \\t]+|[ \\t]+$/g, "")',
  'const slow: RegExp = /^(a+)+$/',
  'const slow = /^(?<first>\\w+)(?<second>\\w+)$/',
  'export const f = (x: string) => x.split(/\\s*,\\s*/)',
  'const slow = /<link(?![^>]*\\bhref\\s*=)/i',
  'const built = new RegExp(name + "*")',
  'const built = RegExp(name, "g")',
])('a pattern that takes more than linear time is found: %s', (code) => expect(judge(code)).toEqual([false]))

test.each([
  'const fine = /^[a-z]{1,9}$/',
  'const fine = /\\s+/g',
  'const fine = /^(?<year>\\d{4})-(?<month>\\d\\d)$/',
  'const sticky = /[ \\t]*>/y',
])('a linear pattern passes: %s', (code) => expect(judge(code)).toEqual([true]))

test('strings, comments and divisions are not patterns', () => {
  expect(findPatterns('const a = "/(a+)+$/" // /(a+)+$/\nconst b = 4 / 2 / 1')).toEqual([])
})

test('a pattern is found with its line', () => {
  expect(findPatterns('const a = 1\nconst b = /x/i')).toEqual([{ line: 2, source: 'x', flags: 'i' }])
})
