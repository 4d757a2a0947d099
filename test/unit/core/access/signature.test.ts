import { describe, expect, test } from 'vitest'
import { createSignature, isSignatureOf, signAddress } from '../../../../lib/core/access/signature.ts'

const utf8 = (text: string) => Buffer.from(text)

describe('a signature', () => {
  test.each([
    // RFC 4231, test cases 2 and 1.
    [
      'Jefe',
      utf8('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    ['\v'.repeat(20), utf8('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    // openssl dgst -sha256 -hmac
    ['key', utf8(''), '5d5d139563c95b5967b9bd9a8c9b233a9dedb45072794cd232dc1b74832607d0'],
  ])('with the key %j is the lower-case hex HMAC-SHA256', (key, bytes, expected) => {
    expect(createSignature(key, bytes)).toBe(expected)
    expect(isSignatureOf(expected, key, bytes)).toBe(true)
  })

  const bytes = utf8('a=1')
  const right = createSignature('key', bytes)

  test.each([
    ['empty', ''],
    ['of odd length', right.slice(1)],
    ['short', right.slice(2)],
    ['long', `${right}00`],
    ['in upper case', right.toUpperCase()],
    ['not hex', right.replace(/^./, 'g')],
    ['with a line break', `${right}\n`],
    ['with a prefix', `sha256=${right}`],
    ['in base64', Buffer.from(right, 'hex').toString('base64')],
    ['of another key', createSignature('other', bytes)],
    ['of other bytes', createSignature('key', utf8('a=2'))],
  ])('that is %s is not a signature', (_label, signature) => {
    expect(isSignatureOf(signature, 'key', bytes)).toBe(false)
  })
})

describe('a signed URL', () => {
  const sign = (query: string) => `signature=${createSignature('key', utf8(query))}`

  test.each([
    ['http://h/v1/pdf?a=1&b=2', 'http://h/v1/pdf?a=1&b=2&', 'a=1&b=2'],
    ['http://h/v1/pdf?a=1#top', 'http://h/v1/pdf?a=1&', 'a=1'],
    ['http://h/v1/pdf', 'http://h/v1/pdf?', ''],
    ['http://h/v1/pdf?', 'http://h/v1/pdf?', ''],
    ['http://h/v1/pdf?a=b c"é', 'http://h/v1/pdf?a=b%20c%22%C3%A9&', 'a=b%20c%22%C3%A9'],
    ['http://h/v1/pdf?a=1&signature=old&b=2', 'http://h/v1/pdf?a=1&b=2&', 'a=1&b=2'],
    ['http://u:p@h/v1/pdf?a=%2f+~*', 'http://u:p@h/v1/pdf?a=%2f+~*&', 'a=%2f+~*'],
  ])('of %s ends with the signature of the sent query string', (address, start, signed) => {
    expect(signAddress(address, 'key')).toBe(start + sign(signed))
  })

  test.each([
    ['http://h/v1/pdf?a=1', 'http://h/v1/pdf?a=1&expires=1893456000&', 'a=1&expires=1893456000'],
    ['http://h/v1/pdf', 'http://h/v1/pdf?expires=1893456000&', 'expires=1893456000'],
  ])('of %s can expire', (address, start, signed) => {
    expect(signAddress(address, 'key', { expires: 1_893_456_000 })).toBe(start + sign(signed))
  })
})

test('a signed URL of version 2 also covers the method and the path', () => {
  const address = 'http://h/v1/tasks/1?access_key=k'
  const signatureOf = (text: string) => createSignature('key', text)
  expect(signAddress(address, 'key', { version: 2 })).toBe(
    `${address}&signature=${signatureOf('GET /v1/tasks/1?access_key=k')}`,
  )
  expect(signAddress(address, 'key', { version: 2, method: 'DELETE', expires: 5 })).toBe(
    `${address}&expires=5&signature=${signatureOf('DELETE /v1/tasks/1?access_key=k&expires=5')}`,
  )
  expect(signAddress('http://h/v1/tasks', 'key', { version: 2 })).toBe(
    `http://h/v1/tasks?signature=${signatureOf('GET /v1/tasks?')}`,
  )
})
