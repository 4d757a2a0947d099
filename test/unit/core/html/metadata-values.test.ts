import { describe, expect, test } from 'vitest'
import {
  textBytesMax,
  toAsciiJson,
  toHeaderEntries,
  toObjectValue,
  toTextValue,
} from '../../../../lib/core/html/metadata-values.ts'

describe('text values', () => {
  test.each([
    ['printable ASCII stays', 'A title, "quoted" ~!', 'A title, "quoted" ~!'],
    ['the percent sign is encoded', '100 %', '100 %25'],
    ['other characters are UTF-8 bytes', 'é 你 😀', '%C3%A9 %E4%BD%A0 %F0%9F%98%80'],
    ['line breaks cannot split a header', 'a\r\nX-Evil: 1\u007f', 'a%0D%0AX-Evil: 1%7F'],
    ['half a surrogate pair becomes the replacement character', '\ud83d', '%EF%BF%BD'],
    ['nothing stays nothing', '', ''],
  ])('%s', (_name, text, expected) => {
    expect(toTextValue(text)).toEqual({ value: expected, isCut: false })
  })

  test('are cut between characters', () => {
    const { value, isCut } = toTextValue('é'.repeat(1_000))
    expect(isCut).toBe(true)
    expect(value.length).toBeLessThanOrEqual(textBytesMax)
    expect(decodeURIComponent(value)).toBe('é'.repeat(Math.floor(textBytesMax / 6)))
  })
})

describe('JSON values', () => {
  test('are ASCII', () => {
    const value = toAsciiJson({ é: '你😀\u007f\u2028' })
    expect(value).toMatch(/^[\x20-\x7e]*$/)
    expect(JSON.parse(value)).toEqual({ é: '你😀\u007f\u2028' })
  })

  test('an object that fits is whole', () => {
    const { value, isCut } = toObjectValue([
      ['server', 'x'],
      ['etag', '"1"'],
    ])
    expect(JSON.parse(value)).toEqual({ server: 'x', etag: '"1"' })
    expect(isCut).toBe(false)
  })

  test('an object that does not fit keeps whole entries from the start', () => {
    const { value, isCut } = toObjectValue([
      ['a', 'x'.repeat(3_000)],
      ['b', 'y'.repeat(3_000)],
      ['c', 'z'],
    ])
    expect(Object.keys(JSON.parse(value))).toEqual(['a'])
    expect(isCut).toBe(true)
  })

  test('an object of exactly the limit is whole', () => {
    const overhead = '{"a":""}'.length
    expect(toObjectValue([['a', 'x'.repeat(4_000 - overhead)]]).isCut).toBe(false)
    expect(toObjectValue([['a', 'x'.repeat(4_000 - overhead + 1)]])).toEqual({
      value: '{}',
      isCut: true,
    })
  })
})

test('response headers are lower case, without cookies, repeated ones joined', () => {
  expect(toHeaderEntries({ 'Content-Type': 'text/html', 'Set-Cookie': 'a=1', Vary: 'a\nb' })).toEqual([
    ['content-type', 'text/html'],
    ['vary', 'a, b'],
  ])
})
