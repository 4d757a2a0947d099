import { expect, test } from 'vitest'
import { parseJsonLd } from '../../../../lib/core/html/parse-json-ld.ts'

test.each([
  ['valid', '{"a":"x, ] &quot; // y"}', { a: 'x, ] &quot; // y' }],
  ['in comment marks', '<!-- /*<![CDATA[*/ {"a":1} /*]]>*/ -->', { a: 1 }],
  ['with comments', '{"a":1, // one\n"b":"http://x/y" /* two */}', { a: 1, b: 'http://x/y' }],
  ['with line breaks and tabs in strings', '{"a":"x\ny\tz"}', { a: 'x\ny\tz' }],
  ['with escapes that JSON does not have', String.raw`{"a":"x\'y\-z"}`, { a: "x'y-z" }],
  ['with a byte order mark', '\ufeff{"a":1}', { a: 1 }],
  ['with commas at the end', '{"a":[1,2,],}', { a: [1, 2] }],
  ['with commas in a row', '[{"a":1},,{"b":", ,"},]', [{ a: 1 }, { b: ', ,' }]],
  ['with escaped quotation marks', '{&quot;a&quot;: &quot;x &amp; y&quot;, }', { a: 'x & y' }],
])('JSON-LD %s is read', (_, text, expected) => {
  expect(parseJsonLd(text)).toEqual(expected)
})

test.each(['', '{', '{"a"}', "{'a':1}", 'a', '{"a":1}{"b":2}'])('%j is no JSON-LD', (text) => {
  expect(() => parseJsonLd(text)).toThrow(SyntaxError)
})
