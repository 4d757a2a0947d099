import { describe, expect, test } from 'vitest'
import { comparedText } from '../../../../lib/core/watch/compared-text.ts'

describe('a difference that no reader can see does not count:', () => {
  test.each([
    ['a no-break space', '10\u00a0EUR', '10 EUR'],
    ['a thin space', '10\u2009000', '10 000'],
    ['a soft hyphen', 'Donau\u00addampfer', 'Donaudampfer'],
    ['a zero-width space', 'a\u200bb', 'ab'],
    ['a word joiner', 'a\u2060b', 'ab'],
    ['a byte order mark', '\ufeffa', 'a'],
    ['a decomposed letter', 'cafe\u0301', 'caf\u00e9'],
    ['a joiner between letters', 'a\u200db', 'ab'],
  ])('%s', (_label, before, after) => {
    expect(comparedText(before)).toBe(comparedText(after))
  })
})

describe('a difference that a reader can see counts:', () => {
  test.each([
    ['a joined emoji', '\u{1f468}\u200d\u{1f469}', '\u{1f468}\u{1f469}'],
    ['a wide space', 'a\u3000b', 'a b'],
    ['the target of a link', '[a](/b)', '[a](/c)'],
    ['a word', 'a b', 'a c'],
  ])('%s', (_label, before, after) => {
    expect(comparedText(before)).not.toBe(comparedText(after))
  })
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
  ['````\n```\na[0](b)\n````\n[a](b)', '````\n```\na[0](b)\n````\n[a]'],
])('without the URLs of links, %j is %j', (markdown, compared) => {
  expect(comparedText(markdown, { ignoresLinks: true })).toBe(compared)
})

test('a long line of brackets takes no longer than its length', () => {
  const startedMs = performance.now()
  comparedText(`${'](('.repeat(50_000)} ${'](a '.repeat(50_000)}`, { ignoresLinks: true })
  expect(performance.now() - startedMs).toBeLessThan(5_000)
})
