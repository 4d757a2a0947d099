import { describe, expect, test } from 'vitest'
import {
  isRawQueryOf,
  isSignatureName,
  signedSpellings,
  splitSignature,
} from '../../../../lib/core/access/raw-query.ts'

describe('the raw query string belongs to the event', () => {
  test.each([
    ['without parameters', '', null],
    ['with values in their order', 'a=1&b=2&a=3', { a: ['1', '3'], b: ['2'] }],
    ['in any order of the names', 'a=1&b=2', { b: ['2'], a: ['1'] }],
    ['with a plus sign for a space', 'a=b+c', { a: ['b c'] }],
    ['with an escaped space', 'a=b%20c', { a: ['b c'] }],
    ['with an escaped plus sign', 'a=b%2Bc', { a: ['b+c'] }],
    ['with escapes in either case', 'a=%c3%A9%2f%2F', { a: ['é//'] }],
    ['with characters that some clients escape', "a=~*'()!-._", { a: ["~*'()!-._"] }],
    ['with an empty value', 'a=&b', { a: [''], b: [''] }],
    ['with an equals sign in a value', 'a=b=c', { a: ['b=c'] }],
    ['with empty parts', '&a=1&&b=2&', { a: ['1'], b: ['2'] }],
    ['with lists', 'a[]=1&a%5B%5D=2&b%5B0%5D=3', { 'a[]': ['1', '2'], 'b[0]': ['3'] }],
    ['with an escaped name', '%61=1&a=2', { a: ['1', '2'] }],
    ['with names of properties', '__proto__=1&constructor=2', { ['__proto__']: ['1'], constructor: ['2'] }],
    ['with a second question mark', '?a=1', { '?a': ['1'] }],
  ])('%s', (_label, raw, parameters) => {
    expect(isRawQueryOf(raw, parameters)).toBe(true)
  })

  test.each([
    ['with another value', 'a=2', { a: ['1'] }],
    ['with a value more', 'a=1&a=1', { a: ['1'] }],
    ['with a value less', 'a=1', { a: ['1', '1'] }],
    ['with values in another order', 'a=2&a=1', { a: ['1', '2'] }],
    ['with a name more', 'a=1&b=2', { a: ['1'] }],
    ['with a name less', 'a=1', { a: ['1'], b: ['2'] }],
    ['with another name', 'b=1', { a: ['1'] }],
    ['with a name in another case', 'A=1', { a: ['1'] }],
    ['empty with parameters', '', { a: ['1'] }],
    ['without parameters', 'a=1', null],
    ['of a name that is only inherited', '', { ['__proto__']: ['1'] }],
    ['with values that are not decoded', 'a=%20', { a: ['%20'] }],
    ['with a plus sign that is not decoded', 'a=b+c', { a: ['b+c'] }],
    ['with values that are decoded twice', 'a=%2520', { a: ['%20', ' '] }],
    ['of other bytes that are not UTF-8', 'a=%ff', { a: ['ÿ'] }],
  ])('not %s', (_label, raw, parameters) => {
    expect(isRawQueryOf(raw, parameters)).toBe(false)
  })
})

describe('the signature of a query string', () => {
  test.each([
    ['at the end', 'a=1&b=2&signature=xyz', 'a=1&b=2'],
    ['at the start', 'signature=xyz&a=1&b=2', 'a=1&b=2'],
    ['in the middle', 'a=1&signature=xyz&b=2', 'a=1&b=2'],
    ['alone', 'signature=xyz', ''],
    ['with every other byte as it was sent', 'a=%2f+%2F~*&&b&signature=xyz&=', 'a=%2f+%2F~*&&b&='],
    [
      'next to names and values that look like it',
      'my_signature=1&Signature=2&a=signature%3D3&signature=xyz',
      'my_signature=1&Signature=2&a=signature%3D3',
    ],
  ])('%s', (_label, raw, signed) => {
    expect(splitSignature(raw)).toEqual({ signature: 'xyz', signed })
  })

  test('a name without a value is unchanged', () => {
    expect(splitSignature('a=1&signature=')).toEqual({ signature: '', signed: 'a=1' })
  })

  test.each([
    ['is absent', 'a=1'],
    ['occurs twice', 'signature=x&a=1&signature=y'],
    ['occurs twice with the same value', 'signature=x&signature=x'],
    ['has no equals sign', 'a=1&signature'],
    ['is an array', 'signature[]=x'],
    ['is an escaped array', 'signature%5B0%5D=x'],
    ['is also an array', 'signature=x&signature[]=y'],
    ['is also an escaped array', 'signature=x&signature%5b%5d=y'],
    ['has an escaped name', '%73ignature=x'],
    ['occurs again escaped', 'signature=x&%73ignatur%65=y'],
    ['occurs again without a value', 'signature&signature=x'],
    ['follows a second question mark', '?signature=x'],
  ])('is not removed if it %s', (_label, raw) => {
    expect(splitSignature(raw)).toBeUndefined()
  })
})

test.each([
  ['signature', true],
  ['signature[]', true],
  ['signature[0]', true],
  ['signature[a][b]', true],
  ['signatures', false],
  ['Signature', false],
  ['?signature', false],
])('%s is the name of a signature: %s', (name, expected) => {
  expect(isSignatureName(name)).toBe(expected)
})

describe('a query string that the client encodes in another way after it was signed', () => {
  const text = "https://a.example/x?y=~1&z='*(!) +ü\u{1f600}%"
  const strictly = encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  // As yarl, which aiohttp uses.
  const received = `access_key=k&url=${strictly.replace(/%(3A|2F|3F|21|27|28|29|2A)/g, decodeURIComponent).replaceAll('%20', '+')}`

  test.each([
    ['encodeURIComponent', encodeURIComponent(text)],
    ['URLSearchParams', new URLSearchParams({ a: text }).toString().slice(2)],
    ['strict encoding', strictly],
    ['quote', strictly.replaceAll('%2F', '/')],
    ['urlencode', strictly.replaceAll('%20', '+')],
  ])('has the spelling of %s', (_encoder, encoded) => {
    expect(signedSpellings(received)).toContain(`access_key=k&url=${encoded}`)
  })

  test('has only spellings of the same parameters', () => {
    const query = `a=1%262&b&c==+%2B%20&=x&d=%ff&url=${strictly}`
    for (const spelling of signedSpellings(query))
      expect([...new URLSearchParams(spelling)]).toEqual([...new URLSearchParams(query)])
  })
})
