import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeMessage,
  encodeMessage,
  messageBytes,
} from '../../../../../lib/render/browser/devtools/cbor.ts'

const roundTrip = (message: object) => decodeMessage(encodeMessage(message))

test('every JSON object is the same after encoding and decoding', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (message) => {
      const json = JSON.parse(JSON.stringify(message))
      expect(roundTrip(json)).toEqual(json)
      expect(messageBytes(encodeMessage(json))).toBe(encodeMessage(json).length)
    }),
  )
})

test.each([
  ['integers of 32 bits', { a: [0, 23, 24, 255, 256, 65_535, 65_536, 2 ** 31 - 1, -1, -25, -(2 ** 31)] }],
  ['text with half of a surrogate pair', { a: 'x\ud83dx', b: '😀' }],
  ['a text that is longer than the first buffer', { a: 'ä'.repeat(70_000), b: 'after' }],
  ['a property that would be the prototype', JSON.parse('{"__proto__":{"a":1},"b":2}')],
])('%s', (_what, message) => {
  expect(JSON.stringify(roundTrip(message))).toBe(JSON.stringify(message))
  expect(roundTrip(message)).toEqual(message)
})

/** As Chromium encodes them: an object in an envelope, UTF-16 text as a byte string, bytes with the tag 22. */
const fromChromium = (content: string) => {
  const body = Buffer.from(content, 'hex')
  const header = Buffer.from('d8185a00000000', 'hex')
  header.writeUInt32BE(body.length, 3)
  return Buffer.concat([header, body])
}

describe('a message of Chromium', () => {
  test.each([
    ['text in UTF-16', 'bf616144c400dc00ff', { a: 'ÄÜ' }],
    ['bytes in a response', 'bf626964016161d643010203ff', { id: 1, a: Buffer.from([1, 2, 3]) }],
    [
      'bytes in a frame of a screencast',
      `bf666d6574686f6474${Buffer.from('Page.screencastFrame').toString('hex')}6161d643010203ff`,
      { method: 'Page.screencastFrame', a: Buffer.from([1, 2, 3]) },
    ],
    ['bytes in an event', 'bf666d6574686f6461786161d643010203ff', { method: 'x', a: 'AQID' }],
    ['an object within an array', 'bf61619fd8185a00000002bfffffff', { a: [{}] }],
    [
      'false, true, null and a number',
      'bf61619ff4f5f6fb3fe0000000000000ffff',
      { a: [false, true, null, 0.5] },
    ],
  ])('%s', (_what, content, message) => {
    expect(decodeMessage(fromChromium(content))).toEqual(message)
  })

  test('that is not complete is refused', () => {
    const whole = encodeMessage({ id: 1, result: { list: ['a', 'b'] } })
    expect(() => messageBytes(Buffer.from('{"id":1}'))).toThrow('not a CBOR message')
    for (let length = 8; length < whole.length; length++)
      expect(() => decodeMessage(whole.subarray(0, length))).toThrow()
  })
})
