import { request as httpRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { nameFault, startLambda } from './support.ts'

const lambda = startLambda([{ name: 'echo', file: 'streaming.ts', exportName: 'echo', timeoutMs: 10_000 }])
const gateway = createGateway({
  lambda,
  respondToFault: nameFault,
  log: () => {},
  routes: [
    { path: '/echo', functionName: 'echo' },
    { path: '/v1/jobs/{id}', functionName: 'echo' },
  ],
})
let baseUrl = ''

beforeAll(async () => {
  baseUrl = await gateway.listen()
})
afterAll(() => gateway.close())

interface Sent {
  method?: string
  path: string
  /** Names and values in turn, sent as they are. */
  headers?: string[]
  body?: string | Buffer
}

interface Echoed {
  event: APIGatewayProxyEvent
  remainingMs: number
  functionName: string
}

const echo = async ({ method = 'GET', path, headers = [], body = '' }: Sent): Promise<Echoed> => {
  const { hostname, port } = new URL(baseUrl)
  const fields = ['Host', '127.0.0.1', 'Content-Length', String(Buffer.byteLength(body)), ...headers]
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  httpRequest({ hostname, port, method, path, headers: fields }, (response) => resolve(json(response)))
    .on('error', reject)
    .end(body)
  return (await promise) as Echoed
}

test('path, parameters, headers with their case, several values, body and context reach the function', async () => {
  const { event, remainingMs, functionName } = await echo({
    method: 'POST',
    path: '/v1/jobs/a%20b?x=1&x=2&y=%C3%A9&empty=',
    headers: ['X-CamelCase', 'v', 'x-dup', '1', 'X-Dup', '2', 'content-type', 'application/json'],
    body: '{"é":1}',
  })
  expect(event).toMatchObject({
    resource: '/v1/jobs/{id}',
    path: '/v1/jobs/a b',
    httpMethod: 'POST',
    pathParameters: { id: 'a b' },
    queryStringParameters: { x: '2', y: 'é', empty: '' },
    multiValueQueryStringParameters: { x: ['1', '2'], y: ['é'], empty: [''] },
    body: '{"é":1}',
    isBase64Encoded: false,
    requestContext: {
      httpMethod: 'POST',
      resourcePath: '/v1/jobs/{id}',
      stage: 'local',
      path: '/local/v1/jobs/a%20b',
      identity: { sourceIp: '127.0.0.1' },
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      requestTime: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    },
  })
  expect(event.headers).toMatchObject({ 'X-CamelCase': 'v', 'x-dup': '2' })
  expect(event.multiValueHeaders).toMatchObject({ 'X-CamelCase': ['v'], 'x-dup': ['1', '2'] })
  expect(functionName).toBe('echo')
  expect(remainingMs).toBeGreaterThan(8_000)
  expect(remainingMs).toBeLessThanOrEqual(10_000)
})

test('a raw semicolon separates parameters, as an ampersand does', async () => {
  const { event } = await echo({ path: '/echo?cookies=a=1;b=2&c=%3B' })
  expect(event.multiValueQueryStringParameters).toEqual({ cookies: ['a=1'], b: ['2'], c: [';'] })
})

test.each(['{', '}', '|'])(
  'a raw %s in the query string is refused without an error body',
  async (character) => {
    const { hostname, port } = new URL(baseUrl)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    httpRequest({ hostname, port, path: `/echo?a=${character}` }, resolve)
      .on('error', reject)
      .end()
    const response = await promise
    response.resume()
    expect([response.statusCode, response.headers['content-type']]).toEqual([400, 'text/html'])
  },
)

test('a request line with headers of more than 10,240 bytes is refused', async () => {
  const answer = await echo({ path: `/echo?a=${'x'.repeat(10_200)}` })
  expect(answer).toEqual({ fault: 'HEADERS_TOO_LARGE' })
  expect(await echo({ path: `/echo?a=${'x'.repeat(10_000)}` })).toHaveProperty('event')
})

test('a path that is not valid percent-encoding reaches the function as it was sent', async () => {
  const { event } = await echo({ path: '/v1/jobs/%zz' })
  expect(event).toMatchObject({ path: '/v1/jobs/%zz', pathParameters: { id: '%zz' } })
})

test('an event is JSON of fewer than 6,291,456 bytes, in which a quote takes two', async () => {
  const body = '"'.repeat(3_140_000)
  const { event } = await echo({ method: 'POST', path: '/echo', body })
  expect(event.body === body).toBe(true)
  const left = 6_291_455 - JSON.stringify(event).length
  const longest = body + 'a'.repeat(left)
  expect(await echo({ method: 'POST', path: '/echo', body: longest })).toHaveProperty('event')
  const longer = await echo({ method: 'POST', path: '/echo', body: `${longest}a` })
  expect(longer).toEqual({ fault: 'REQUEST_TOO_LARGE' })
})

test('a body over the limit is refused, and the connection stays usable', async () => {
  const response = await fetch(`${baseUrl}/echo`, {
    method: 'POST',
    body: Buffer.alloc(10 * 1024 * 1024 + 1),
  })
  expect(await response.json()).toEqual({ fault: 'REQUEST_TOO_LARGE' })
  expect(response.headers.get('x-own-id')).toBe(response.headers.get('x-amzn-requestid'))
  expect((await fetch(`${baseUrl}/echo`)).status).toBe(200)
})
