import { expect, test } from 'vitest'
import { comparedText } from '../../../../lib/core/watch/compared-text.ts'

test.each([
  ['a no-break space', '10\u00a0EUR', '10 EUR'],
  ['a thin space', '10\u2009000', '10 000'],
  ['a soft hyphen', 'Donau\u00addampfer', 'Donaudampfer'],
  ['a zero-width space', 'a\u200bb', 'ab'],
  ['a word joiner', 'a\u2060b', 'ab'],
  ['a byte order mark', '\ufeffa', 'a'],
  ['a decomposed letter', 'cafe\u0301', 'caf\u00e9'],
  ['a joiner between letters', 'a\u200db', 'ab'],
  ['a no-break space at the end of a paragraph', 'a\u00a0\n\nb', 'a\n\nb'],
  ['a no-break space before a line break', 'a\u00a0  \nb', 'a  \nb'],
  ['a no-break space before a backslash', 'a\u00a0\\\nb', 'a\\\nb'],
  ['a paragraph of a zero-width space', 'a\n\n\u200b\n\nb', 'a\n\nb'],
  ['a paragraph of a zero-width space at the end', 'a\n\n\u200b\n', 'a\n'],
  ['a paragraph of a no-break space', 'a\n\n\u00a0\n\nb', 'a\n\nb'],
  ['spaces around a zero-width space', 'a \u200b b', 'a b'],
  ['isolates', '\u2068a\u2069 \u2066b\u2069', 'a b'],
  ['embedded directions', '\u202aa\u202c \u202eb', 'a b'],
  ['an Arabic letter mark', 'a\u061cb', 'ab'],
  ['a grapheme joiner', 'a\u034fb', 'ab'],
  ['an invisible operator', 'a\u2062b', 'ab'],
  ['a vowel separator', 'a\u180eb', 'ab'],
  ['the text form of a symbol', '\u2714\ufe0e', '\u2714'],
  ['a non-joiner after the last Arabic letter', '\u0645\u200c a', '\u0645 a'],
])('a difference that no reader can see does not count: %s', (_label, before, after) => {
  expect(comparedText(before)).toBe(comparedText(after))
})

test.each([
  ['a joined emoji', '\u{1f468}\u200d\u{1f469}', '\u{1f468}\u{1f469}'],
  ['a joined emoji with a variation', '\u2764\ufe0f\u200d\u{1f525}', '\u2764\ufe0f\u{1f525}'],
  ['the text form of an emoji', '\u231a\ufe0e', '\u231a'],
  ['a non-joiner in Persian', '\u0645\u06cc\u200c\u062e', '\u0645\u06cc\u062e'],
  ['a joiner in Hindi', '\u0915\u094d\u200d\u0937', '\u0915\u094d\u0937'],
  ['a non-joiner in Hindi', '\u0915\u094d\u200c\u0937', '\u0915\u094d\u0937'],
  ['an empty line of code', '```\na\n\n\nb\n```', '```\na\n\nb\n```'],
  ['two spaces', 'a\u00a0 b', 'a b'],
  ['a line break', 'a  \nb', 'a\nb'],
  ['a wide space', 'a\u3000b', 'a b'],
  ['the target of a link', '[a](/b)', '[a](/c)'],
  ['a word', 'a b', 'a c'],
])('a difference that a reader can see counts: %s', (_label, before, after) => {
  expect(comparedText(before)).not.toBe(comparedText(after))
})

test.each([
  ['[Next](https://a.example/?sid=aaa)', '[Next]'],
  ['![pic](a.png?v=1 "A title")', '![pic]'],
  ['[![pic](a.png?v=1)](/page_(one))', '[![pic]]'],
  ['[a](<b (c>) and <https://a.example/?sid=1>', '[a] and <https://a.example/?sid=1>'],
  ['[a](/b "a (title") c [d](/e)', '[a] c [d]'],
  ['[a](/b', '[a](/b'],
  ['\\[a\\](b)', '\\[a\\](b)'],
  ['```js\na[0](b)\n```\n[a](b)', '```js\na[0](b)\n```\n[a]'],
  ['call `f[0](1)` and [a](b)', 'call `f[0](1)` and [a]'],
  ['``a` [0](1)`` [a](b)', '``a` [0](1)`` [a]'],
  ['`a](` [b](/x?1)', '`a](` [b]'],
  ['one ` alone [b](/x?1)', 'one ` alone [b]'],
  ['\\`[b](/x?1)`', '\\`[b]`'],
  ['[`code`](/x?1)', '[`code`]'],
  ['[b\\\\](/x?1) a', '[b\\\\] a'],
  ['a\\\\[b](/x?1)', 'a\\\\[b]'],
  ['| `a[0](5)` | [x\\|y](/q) |', '| `a[0](5)` | [x\\|y] |'],
  ['> ```\n> f[x](1)\n> ```\n> [a](b)', '> ```\n> f[x](1)\n> ```\n> [a]'],
  [
    '- a\n\n      ```\n      f[x](1)\n      ```\n\n[a](b)',
    '- a\n\n      ```\n      f[x](1)\n      ```\n\n[a]',
  ],
  ['100. ```\n     f[x](1)\n     ```\n[a](b)', '100. ```\n     f[x](1)\n     ```\n[a]'],
  ['```\n> ```\nf[x](1)\n```js\nf[x](1)\n```\n[a](b)', '```\n> ```\nf[x](1)\n```js\nf[x](1)\n```\n[a]'],
  ['````\n```\na[0](b)\n````\n[a](b)', '````\n```\na[0](b)\n````\n[a]'],
])('without the URLs of links, %j is %j', (markdown, compared) => {
  expect(comparedText(markdown, { ignoresLinks: true })).toBe(compared)
})

test('a long line of brackets takes no longer than its length', () => {
  const count = 300_000
  const links = `${'[](('.repeat(count)} ${'](a '.repeat(count)}`
  expect(comparedText(links, { ignoresLinks: true })).not.toBe('')
  expect(comparedText(`${'` `` '.repeat(count)}${'- '.repeat(count)}${' \u200b'.repeat(count)}`)).not.toBe('')
})
