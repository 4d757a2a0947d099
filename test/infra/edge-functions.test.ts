import { describe, expect, test } from 'vitest'
import { InvalidParameterError, NotFoundError } from '../../lib/base/errors.ts'
import { rawQueryHeader } from '../../lib/core/access/raw-query.ts'
import { clientAddressHeader } from '../../lib/core/network/client-address.ts'
import { resultNotFoundMessage, toResultName } from '../../lib/core/requests/result-name.ts'
import { codeOf, type EdgeRequest, type EdgeResponse, nowMs, request, run, stack } from './edge-run.ts'

const address = { [clientAddressHeader]: { value: '192.0.2.7' } }

test.each(['raw-query', 'expiry', 'site-index'])(
  '%s is deployed, within the limits of CloudFront',
  (name) => {
    expect(codeOf(name)).toContain('function handler(event)')
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html#limits-functions
    expect(Buffer.byteLength(codeOf(name))).toBeLessThan(10 * 1024)
    for (const { inputs } of stack.all('cloudfront/function'))
      expect(inputs['runtime']).toBe('cloudfront-js-2.0')
  },
)

describe('a result’s URL', () => {
  const parts = {
    random: new Uint8Array(20),
    created: nowMs / 1000 - 600,
    extension: 'png',
  }
  const nameUntil = (expires: number) => `/cache/${toResultName({ ...parts, expires })}`
  const now = nowMs / 1000

  test('is passed on until the second in its name', () => {
    const live = request(nameUntil(now + 1))
    expect(run('expiry', live)).toBe(live)
  })

  const [hash] = /[0-9a-f]{48}/.exec(nameUntil(now)) ?? []
  test.each([
    { why: 'its second has come', uri: nameUntil(now) },
    { why: 'its time is long over', uri: nameUntil(now - 86_400) },
    { why: 'it has no time in its name', uri: `/cache/${hash}.png` },
    { why: 'it has no extension', uri: nameUntil(now + 60).replace('.png', '') },
    {
      why: 'its digits are capital',
      uri: nameUntil(now + 60)
        .toUpperCase()
        .replace('/CACHE', '/cache'),
    },
    { why: 'its extension is not one that is given', uri: nameUntil(now + 60).replace('.png', '.HTML') },
    { why: 'something follows it', uri: `${nameUntil(now + 60)}/more` },
    { why: 'a folder is in between', uri: nameUntil(now + 60).replace('/cache/', '/cache/x/') },
    { why: 'it is not a file', uri: '/cache/' },
  ])('is not found if $why', ({ uri }) => {
    const response = run('expiry', request(uri)) as EdgeResponse
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']?.value).toBe('application/json')
    expect(response.headers['x-service-request-id']?.value).toBe('edge-request')
    const error = new NotFoundError(resultNotFoundMessage)
    expect(response.headers['x-service-error']?.value).toBe(error.code)
    expect(response.body).toBe(JSON.stringify(error))
  })
})

describe('the raw query string', () => {
  const header = rawQueryHeader

  test.each([
    'url=https%3a%2f%2fexample.com%2F&signature=ab12',
    'signature=ab12&url=https://example.com/?a=b+c~*',
    'url=a&signature=1&signature=2',
    'signature[]=1',
  ])('%s is passed on in a header, byte for byte', (rawQuery) => {
    const { headers } = run('raw-query', request('/v1/screenshot', rawQuery)) as EdgeRequest
    expect(headers[header]).toEqual({ value: rawQuery })
  })

  test.each(['url=https://example.com/', 'design=signature', '', undefined])(
    '%s is unchanged: nothing is signed',
    (rawQuery) => {
      const { headers } = run('raw-query', request('/v1/screenshot', rawQuery)) as EdgeRequest
      expect(headers).toEqual(address)
    },
  )

  test.each(['url=a', 'url=a&signature=b'])(
    'the value that a client sends in that header is ignored: %s',
    (rawQuery) => {
      const sent = { [header]: { value: 'url=forged&signature=forged' }, accept: { value: '*/*' } }
      const { headers } = run('raw-query', request('/v1/screenshot', rawQuery, sent)) as EdgeRequest
      expect(headers['accept']).toEqual({ value: '*/*' })
      expect(headers[header]).toEqual(rawQuery.includes('signature') ? { value: rawQuery } : undefined)
    },
  )
})

describe('a query string with characters that API Gateway does not accept', () => {
  const given = 'cookies=a=1;b=2&x={"a|b":"<c>^`\\\\"}&y=%7B+~*'
  const encoded = 'cookies=a=1%3Bb=2&x=%7B%22a%7Cb%22:%22%3Cc%3E%5E%60%5C%5C%22%7D&y=%7B+~*'

  test('reaches the API percent-encoded', () => {
    expect(run('raw-query', request('/v1/pdf', given))).toMatchObject({
      querystring: encoded,
      headers: address,
    })
    expect([...new URLSearchParams(encoded)]).toEqual([...new URLSearchParams(given)])
  })

  test('is signed as it was sent', () => {
    const signed = `${given}&signature=ab12`
    expect(run('raw-query', request('/v1/pdf', signed))).toMatchObject({
      querystring: `${encoded}&signature=ab12`,
      headers: { [rawQueryHeader]: { value: signed } },
    })
  })

  test('is rejected if it no longer fits when signed', () => {
    const response = run('raw-query', request('/v1/pdf', `signature=a&b=${';'.repeat(2000)}`))
    expect(response).toMatchObject({ statusCode: 400, body: expect.stringContaining('percent-encoded') })
  })

  test('without such characters stays as it is', () => {
    expect(run('raw-query', request('/v1/pdf', 'a=%7b&b=~*'))).not.toHaveProperty('querystring')
  })
})

test('a signed query string that does not fit is rejected with an error body', () => {
  const signed = (length: number) => `signature=${'a'.repeat(length - 'signature='.length)}`
  expect(run('raw-query', request('/v1/pdf', signed(4000)))).toHaveProperty('uri')
  const response = run('raw-query', request('/v1/pdf', signed(4001))) as EdgeResponse
  const error = new InvalidParameterError(JSON.parse(response.body).message)
  expect(response.body).toBe(JSON.stringify(error))
  expect(error.message).toContain('POST')
  expect(response).toMatchObject({
    statusCode: error.statusCode,
    headers: {
      'x-service-error': { value: error.code },
      'x-service-request-id': { value: 'edge-request' },
      'content-type': { value: 'application/json' },
    },
  })
})

test.each([
  ['url=https://a.example/caf%E9', 'url'],
  ['a=1&b=%C3&c=%A9', 'b'],
  ['a=%ED%A0%80', 'a'],
  ['a=%F0%9F%98', 'a'],
  ['a=%C3x%A9', 'a'],
  ['caf%E9=1', 'caf%E9'],
  ['a=%C3%A9&b=%f0%9f%98%80', undefined],
  ['a=%EF%BF%BD', undefined],
  ['url=https://a.example/caf%25E9', undefined],
  ['a=100%&b=%zz&c=%7f', undefined],
])('the first parameter of %s that is not UTF-8 is reported: %s', (query, name) => {
  const forged = { 'x-stillframe-not-utf8': { value: 'forged' } }
  const { headers } = run('raw-query', request('/v1/screenshot', query, forged))
  expect(headers).toEqual({ ...address, ...(name && { 'x-stillframe-not-utf8': { value: name } }) })
})

test('the length of a body is passed on in a header that no client can set', () => {
  const header = 'x-stillframe-body-length'
  const sent = { [header]: { value: '1' }, 'content-length': { value: '22' } }
  const { headers } = run('raw-query', request('/v1/pdf', undefined, sent)) as EdgeRequest
  expect(headers[header]).toEqual({ value: '22' })
  const claimed = run('raw-query', request('/v1/pdf', undefined, { [header]: { value: '1' } })) as EdgeRequest
  expect(claimed.headers).toEqual(address)
})

test('the address of the client replaces what the client sent', () => {
  const sent = { [clientAddressHeader]: { value: '198.51.100.1' } }
  const { headers } = run('raw-query', request('/v1/pdf', undefined, sent)) as EdgeRequest
  expect(headers).toEqual(address)
})

test('a client cannot decide what is traced', () => {
  const sent = { 'x-amzn-trace-id': { value: 'Root=1-0-0;Sampled=1;Lineage=1:a:16' } }
  const { headers } = run('raw-query', request('/v1/pdf', undefined, sent)) as EdgeRequest
  expect(headers).toEqual(address)
})

test('a key in the header that the edge uses itself is reported, without the key', () => {
  const sent = { 'x-api-key': { value: 'secret' }, 'x-stillframe-misplaced-key': { value: 'forged' } }
  const { headers } = run('raw-query', request('/v1/pdf', undefined, sent)) as EdgeRequest
  expect(headers).toEqual({ ...address, 'x-stillframe-misplaced-key': { value: 'x-api-key' } })
})
