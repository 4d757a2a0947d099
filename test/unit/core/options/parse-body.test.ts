import { expect, test } from 'vitest'
import { InvalidBodyError } from '../../../../lib/base/errors.ts'
import { parseBody } from '../../../../lib/core/options/parse-body.ts'

test('a JSON object is read', () => {
  expect(parseBody(' {"a": 1, "b": {"a": "}\\",\\"a\\":"}, "c": [{"c": 2}, "c"]} ')).toEqual({
    a: 1,
    b: { a: '}","a":' },
    c: [{ c: 2 }, 'c'],
  })
})

test.each([
  ['nothing', '', /empty/],
  ['blanks', ' \n', /empty/],
  [
    'no JSON',
    'url=https://example.com',
    /not valid JSON\. Line 1, column 1: expected a value, but found `u`\.$/,
  ],
  ['cut JSON', '{"a":', /not valid JSON\. Line 1, column 6: .* the end of the text\.$/],
  ['a list', '[]', /is an array/],
  ['a string', '"x"', /is a string/],
  ['a number', '5', /is a number/],
  ['null', 'null', /is null/],
])('a body of %s is refused', (_, text, message) => {
  expect(() => parseBody(text)).toThrow(InvalidBodyError)
  expect(() => parseBody(text)).toThrow(message)
})

test.each([
  ['plain', '{"a":1,"b":2,"a":3}', 'a'],
  ['escaped', '{"a":1,"\\u0061":2}', 'a'],
  ['after nested values', '{"a":{"x":[1,{"y":2}]},"a":1}', 'a'],
  ['dangerous', '{"__proto__":1,"__proto__":2}', '__proto__'],
])('a name given twice is refused: %s', (_, text, name) => {
  expect(() => parseBody(text)).toThrow(`\`${name}\` is given more than once in the body.`)
})

test('a long name that is given twice is shown as truncated, without control characters', () => {
  const name = `\u0007${'a'.repeat(100)}`
  const entry = `${JSON.stringify(name)}: 1`
  expect(() => parseBody(`{${entry}, ${entry}}`)).toThrow(`\`?${'a'.repeat(59)}...\` is given more than once`)
})

test('__proto__ stays an ordinary name', () => {
  const body = parseBody('{"__proto__": {"polluted": 1}}')
  expect(Object.keys(body)).toEqual(['__proto__'])
  expect({}).not.toHaveProperty('polluted')
})

test('6 MB of escapes and deep nesting are read without delay', () => {
  const html = '\\"'.repeat(2_500_000)
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  const body = `{"html":"${html}","deep":${deep}}`
  expect(Object.keys(parseBody(body))).toEqual(['html', 'deep'])
})
