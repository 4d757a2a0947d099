import { describe, expect, test } from 'vitest'
import { sendRaw } from '../../support/service/send-raw.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
const call = (path: string, init: RequestInit = {}) => fetch(service.baseUrl + path, init)

const post = (body: unknown, headers: Record<string, string> = {}) =>
  call('/v1/screenshot', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('the access key', () => {
  test('is accepted for a POST from the body, and refused there if it is not the one of the header', async () => {
    const response = await post({ access_key: service.accessKey, nonsense: 1 })
    expect(response.headers.get('x-service-error')).toBe('unknown_parameter')
    const body = { access_key: { $ne: null }, html: 'x' }
    expect((await post(body)).status).toBe(401)
    const both = await post(body, { 'x-access-key': service.accessKey })
    expect([both.status, (await both.json()).message]).toEqual([400, '`access_key` must be a string.'])
  })
})

describe('a query string', () => {
  test('whose escapes are not UTF-8 is refused, naming the parameter', async () => {
    const { accessKey } = service
    const response = await call(
      `/v1/screenshot?access_key=${accessKey}&format=png&url=https://a.example/caf%E9`,
    )
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(/^`url` is not valid UTF-8 after percent-decoding\./),
    })
  })

  test('with a replacement character is read', async () => {
    const response = await call(`/v1/screenshot?access_key=${service.accessKey}&nonsense=%EF%BF%BD`)
    expect(response.headers.get('x-service-error')).toBe('unknown_parameter')
  })
})

describe('a body', () => {
  const key = () => ({ 'x-access-key': service.accessKey })

  const sendBytes = (body: Buffer, headers: Record<string, string> = {}) =>
    sendRaw(service.baseUrl, {
      method: 'POST',
      path: '/v1/screenshot',
      headers: {
        ...key(),
        'content-type': 'application/json',
        // The service compares the length of the text that it receives with this header.
        'content-length': String(body.length),
        ...headers,
      },
      body,
    })

  test.each([
    ['some bytes', Buffer.from('{"nonsense":"\xff\xfe \xc3"}', 'latin1')],
    ['a letter without its last byte', Buffer.from('{"nonsense":"\xf0\x9f\x98"}', 'latin1')],
  ])('that is not valid UTF-8 is refused: %s', async (_label, body) => {
    expect(await sendBytes(body)).toMatchObject({
      status: 400,
      code: 'invalid_body',
      message: 'The body is not valid UTF-8.',
    })
  })

  test('that contains a replacement character is read', async () => {
    const body = Buffer.from('{"nonsense":"\ufffd and \u00e9"}')
    expect(await sendBytes(body)).toMatchObject({ status: 400, code: 'unknown_parameter' })
  })

  test.each([
    [
      'another charset',
      { 'content-type': 'application/json; charset=utf-16' },
      'charset of the body is `utf-16`',
    ],
    ['a compressed body', { 'content-encoding': 'gzip' }, 'content encoding of the body is `gzip`'],
    [
      'another type',
      { 'content-type': 'text/plain;charset=UTF-8' },
      'content type of the body is `text/plain`',
    ],
    ['an empty type', { 'content-type': '' }, 'It must be `application/json`'],
  ])('with %s is rejected, naming it', async (_label, headers, words) => {
    expect(await sendBytes(Buffer.from('{}'), headers)).toMatchObject({
      status: 400,
      code: 'invalid_body',
      message: expect.stringContaining(words),
    })
  })

  test.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])(
    'of type %s is read',
    async (type) => {
      const response = await sendBytes(Buffer.from('{"nonsense":1}'), { 'content-type': type })
      expect(response).toMatchObject({ code: 'unknown_parameter' })
    },
  )

  test('with a query string returns a 400 that names the misplaced parameter', async () => {
    const response = await call('/v1/screenshot?format=png', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key() },
      body: '{"html":"x"}',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('`format`') })
  })
})

test.each([
  ['semicolons', 'cookies=a=1;nothing', '`cookies[1]`'],
  ['JSON', 'viewport_device={"a":"b|c"}', JSON.stringify('{"a":"b|c"}')],
])('a query string with raw %s arrives complete', async (_label, query, words) => {
  const { status, message } = await sendRaw(service.baseUrl, {
    path: `/v1/screenshot?url=https://example.com/&${query}`,
    headers: { 'x-access-key': service.accessKey },
  })
  expect([status, message]).toEqual([400, expect.stringContaining(words)])
})

test('JSON is compressed for clients that accept it', async () => {
  const [compressed, plain] = await Promise.all(
    ['gzip', 'identity'].map((accepted) =>
      call('/v1/openapi.json', { headers: { 'accept-encoding': accepted } }),
    ),
  )
  expect(compressed?.headers.get('content-encoding')).toBe('gzip')
  expect(plain?.headers.has('content-encoding')).toBe(false)
  expect(await compressed?.json()).toEqual(await plain?.json())
})

test.each(['/v1/nothing', '/v1', '/v2/screenshot', '//', '/%2e%2e/etc/passwd', '/%zz'])(
  'any other path %s returns 404 with an error body',
  async (path) => {
    const response = await call(path)
    expect(response.status).toBe(404)
    expect(Object.keys((await response.json()) as object)).toEqual(['statusCode', 'error', 'message', 'code'])
    expect(response.headers.get('x-service-request-id')).toMatch(uuid)
  },
)

test('the OpenAPI document and its readable form need no key', async () => {
  const document = await call('/v1/openapi.json')
  expect(document.status).toBe(200)
  expect(await document.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
  const page = await call('/docs')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('/v1/screenshot')
})
