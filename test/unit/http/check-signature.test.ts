import type { APIGatewayProxyEvent } from 'aws-lambda'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rawQueryHeader } from '../../../lib/core/access/raw-query.ts'
import { createSignature } from '../../../lib/core/access/signature.ts'
import { checkSignature } from '../../../lib/http/check-signature.ts'
import { get, nowMs, off, on, operation, outcome, post, sign, signatureOf } from './signed-events.ts'

const right = signatureOf('a=1&b=2')

const message = (event: APIGatewayProxyEvent) => {
  try {
    checkSignature(event, operation, on, nowMs)
    return 'none'
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['a link without a signature', get('a=1'), 'Add the parameter `signature`'],
  ['a link with two', get(`${sign('a=1')}&signature=${right}`), '`signature` must be given only once'],
  ['a link with a list', get(`a=1&signature[]=${right}`), 'not as `signature[]`'],
  ['a link with text', get('a=1&signature=abc'), '`signature` must have 64 lowercase hexadecimal characters'],
  ['a link with a wrong one', get(`a=2&signature=${right}`), '`signature` does not match'],
  ['a link that was rewritten', get(sign('a=1'), {}), 'was changed on its way'],
  ['a body without a signature', post('{}', []), 'Add the header `X-Service-Signature`'],
  ['a body with two', post('{}', [right, right]), 'exactly one `X-Service-Signature`'],
  [
    'a body with upper case',
    post('{}', [right.toUpperCase()]),
    '`X-Service-Signature` must have 64 lowercase',
  ],
  ['a body with a wrong one', post('{}', [right]), '`X-Service-Signature` does not match'],
])('the error message names its cause, in ASCII: %s', (_label, event, words) => {
  expect(message(event)).toContain(words)
  expect(message(event)).toMatch(/^[\x20-\x7e]{1,240}$/)
})

describe('a GET that its client changed after it was signed', () => {
  const sent = (signed: string, query: string) => get(`${query}&signature=${signatureOf(signed)}`)

  test.each([
    ["text=It's", 'text=It%27s'],
    ["url=https://a.example/o'reilly~x", 'url=https://a.example/o%27reilly~x'],
    ['url=https://a.example/%7Eme', 'url=https://a.example/~me'],
    ["a='%7E'", 'a=%27~%27'],
  ])('signed as %s and sent as %s is accepted', (signed, query) => {
    expect(outcome(sent(signed, query), on)).toBe('signed')
    expect(outcome(sent(query, query), on)).toBe('signed')
  })

  test.each([
    ["text=It's", 'text=Its'],
    ['a=%2527', 'a=%27'],
    ['a=1&b=2', 'a=1%26b=2'],
    ['a=%7e', 'a=-'],
  ])('signed as %s and sent as %s is refused', (signed, query) => {
    expect(outcome(sent(signed, query), on)).toBe('invalid_signature')
  })
})

describe('a GET', () => {
  // Where the signature may be in a query string, and in which form, `raw-query.test.ts` has.
  test.each([
    ['signed', sign('url=x&a=b+c%20d'), 'signed'],
    ['of the empty string alone', `signature=${signatureOf('')}`, 'signed'],
    ['with a wrong one', sign('a=1').replace('a=1', 'a=2'), 'invalid_signature'],
    ['with the parameters in another order', `b=2&a=1&signature=${right}`, 'invalid_signature'],
    ['with one parameter more', `a=1&b=2&signature=${right}&c=3`, 'invalid_signature'],
    ['with the signature twice', `a=1&b=2&signature=${right}&signature=${right}`, 'invalid_signature'],
    ['with a list of one', `a=1&b=2&signature%5B%5D=${right}`, 'invalid_signature'],
    ['that ends later', sign('a=1&expires=1800000001'), 'signed'],
    ['that ends now', sign('a=1&expires=1800000000'), 'link_expired'],
    ['that ended, and is signed wrongly', `${sign('a=1&expires=1800000000')}0`, 'invalid_signature'],
  ])('%s has the same outcome whether or not signatures are required', (_label, query, expected) => {
    for (const account of [on, off]) expect(outcome(get(query), account)).toBe(expected)
  })

  test.each(['a=1&b=2', '', 'a=1&expires=1800000001'])('without a signature: %j', (query) => {
    expect(outcome(get(query), on)).toBe('missing_signature')
    expect(outcome(get(query), off)).toBe('unsigned')
  })

  test('signed with the key of another account is refused', () => {
    const query = `a=1&signature=${createSignature('another secret key', Buffer.from('a=1'))}`
    expect(outcome(get(query), off)).toBe('invalid_signature')
  })

  test('is signed like a DELETE', () => {
    expect(outcome({ ...get(sign('access_key=k')), httpMethod: 'DELETE' }, on)).toBe('signed')
    expect(outcome({ ...get('access_key=k'), httpMethod: 'DELETE' }, on)).toBe('missing_signature')
  })

  test('ignores the signature header of a POST', () => {
    const event = get('a=1', { [rawQueryHeader]: ['a=1'], 'X-Service-Signature': [signatureOf('a=1')] })
    expect(outcome(event, on)).toBe('missing_signature')
  })
})

describe('the raw query string', () => {
  const signed = sign('a=1')

  test.each([
    ['missing', {}],
    ['empty', { [rawQueryHeader]: [''] }],
    ['of another request', { [rawQueryHeader]: [sign('a=2')] }],
    ['with a parameter more', { [rawQueryHeader]: [`${signed}&b=2`] }],
    ['there twice', { [rawQueryHeader]: [signed, signed] }],
  ])('that is %s invalidates a signature', (_label, headers) => {
    expect(outcome(get(signed, headers), off)).toBe('invalid_signature')
    expect(outcome(get(signed, headers), on)).toBe('invalid_signature')
  })

  test.each([
    ['missing', {}],
    ['of another request', { [rawQueryHeader]: ['a=2'] }],
    ['signed', { [rawQueryHeader]: [signed] }],
  ])('that is %s does not affect a request without a signature', (_label, headers) => {
    expect(outcome(get('a=1', headers), off)).toBe('unsigned')
    expect(outcome(get('a=1', headers), on)).toBe('missing_signature')
  })

  test('is found in a header name of any case', () => {
    expect(outcome(get(signed, { 'X-Stillframe-Raw-Query': [signed] }), on)).toBe('signed')
  })
})

describe('a POST', () => {
  const body = '{"html":"é"}'

  test.each([
    ['signed', [signatureOf(body)], 'signed'],
    ['with an empty signature', [''], 'invalid_signature'],
    [
      'with the signature of the same value in other bytes',
      [signatureOf('{"html": "é"}')],
      'invalid_signature',
    ],
    ['with the header twice', [signatureOf(body), signatureOf(body)], 'invalid_signature'],
    ['with two in one header', [`${signatureOf(body)}, ${signatureOf(body)}`], 'invalid_signature'],
  ])('%s has the same outcome whether or not signatures are required', (_label, signatures, expected) => {
    for (const account of [on, off]) expect(outcome(post(body, signatures), account)).toBe(expected)
  })

  test('without a signature', () => {
    expect(outcome(post(body, []), on)).toBe('missing_signature')
    expect(outcome(post(body, []), off)).toBe('unsigned')
  })

  test.each(['{"enabled":false}', ''])('is signed like a PATCH: %j', (text) => {
    for (const method of ['POST', 'PUT', 'PATCH']) {
      expect(outcome(post(text, [signatureOf(text)], method), on)).toBe('signed')
      expect(outcome(post(text, [], method), on)).toBe('missing_signature')
    }
  })

  test('ignores a signature in the query string', () => {
    const event = { ...post(body, []), multiValueQueryStringParameters: { signature: [signatureOf(body)] } }
    expect(outcome(event, on)).toBe('missing_signature')
  })

  test('of a binary type is signed by its bytes, not by their base64', () => {
    const event = {
      ...post(Buffer.from(body).toString('base64'), [signatureOf(body)]),
      isBase64Encoded: true,
    }
    expect(outcome(event, on)).toBe('signed')
  })
})

describe('any change is rejected', () => {
  const character = fc.constantFrom(..."abzAZ09-._~%+&=[]*'(),;:/?@!$")

  test('of one character of a query string', () => {
    const query = 'access_key=k&url=http%3a%2F%2fexample.com%2F%3Fa%3d1&wait_until[]=load&delay=1'
    const nameEnd = query.length + '&signature='.length
    fc.assert(
      fc.property(fc.nat(sign(query).length - 1), character, (at, replacement) => {
        const signed = sign(query)
        fc.pre(signed[at] !== replacement)
        const changed = signed.slice(0, at) + replacement + signed.slice(at + 1)
        const found = outcome(get(changed), on)
        // A parameter that is not called `signature` any more is none.
        if (at >= query.length && at < nameEnd)
          expect(['missing_signature', 'invalid_signature']).toContain(found)
        else expect(found).toBe('invalid_signature')
      }),
      { numRuns: 400 },
    )
  })

  test('of one character of a body', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), character, (body, offset, replacement) => {
        const at = offset % body.length
        fc.pre(body[at] !== replacement)
        const changed = body.slice(0, at) + replacement + body.slice(at + 1)
        expect(outcome(post(changed, [signatureOf(body)]), on)).toBe('invalid_signature')
      }),
      { numRuns: 300 },
    )
  })

  test('accepts any query string as it was signed, with the signature at any position', () => {
    const part = fc.oneof(
      fc.string().map((text) => encodeURIComponent(text.toWellFormed())),
      fc.string({ unit: character }),
    )
    fc.assert(
      fc.property(fc.array(part), fc.nat(), (parts, at) => {
        fc.pre(!parts.some((text) => text.startsWith('signature')))
        const query = parts.join('&')
        const pieces = query === '' ? [] : query.split('&')
        const signature = `signature=${signatureOf(query)}`
        expect(outcome(get(pieces.toSpliced(at % (pieces.length + 1), 0, signature).join('&')), on)).toBe(
          'signed',
        )
      }),
    )
  })
})
