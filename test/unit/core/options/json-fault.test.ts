import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJsonFault } from '../../../../lib/core/options/json-fault.ts'

describe('the first fault of a text that is not JSON', () => {
  test.each([
    ['{"a": 1,}', 1, 9, 'expected a name in double quotes, but found `}`'],
    ["{'a': 1}", 1, 2, "expected a name in double quotes, but found `'`"],
    ['{"a" 1}', 1, 6, 'expected `:` after the name, but found `1`'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'expected `,` or `}`, but found `"`'],
    ['{"a": [1 2]}', 1, 10, 'expected `,` or `]`, but found `2`'],
    ['{"a": 01}', 1, 8, 'expected `,` or `}`, but found `1`'],
    ['{"a": 1', 1, 8, 'expected `,` or `}`, but found the end of the text'],
    ['{"a": "b', 1, 7, 'the string that begins here is not closed'],
    ['{"a": "b\nc"}', 1, 9, 'a line break or control character in a string must be escaped'],
    ['{"a": "\\x"}', 1, 8, 'this is not a valid escape sequence'],
    ['{} {}', 1, 4, 'expected the end of the text, but found `{`'],
    ['{"a": \u201cb\u201d}', 1, 7, 'expected a value, but found U+201C'],
  ])('of %j is named with line and column', (text, line, column, cause) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(findJsonFault(text)).toEqual({ line, column, cause: expect.stringContaining(cause) })
  })

  test('is found exactly in the texts that JSON.parse rejects', () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const changed = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ...'{}[],:"\\ue-+.01tn \n\u0000\u00e9'))
      .map(
        ([json, at, character]) =>
          json.slice(0, at % json.length) + character + json.slice((at % json.length) + 1),
      )
    const pieces = fc
      .array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', '-', 'null', ' ', '\\', '1e5', '.5'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(changed, pieces), (text) => (findJsonFault(text) === undefined) === isJson(text)),
      { numRuns: 1500 },
    )
  })

  test('of 2 MB is found without delay, however deep it nests', () => {
    for (const text of [
      '['.repeat(2_000_000),
      `{"a":"${'\\"'.repeat(1_000_000)}`,
      `{"a":${'1'.repeat(2_000_000)}`,
    ])
      expect(findJsonFault(text)).toBeDefined()
  })
})
