import { request as httpRequest } from 'node:http'
import { json } from 'node:stream/consumers'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { rawQueryHeader } from '../../../local/lambda/gateway/proxy-event.ts'
import { nameFault, startLambda } from './support.ts'

const lambda = startLambda([{ name: 'echo', file: 'streaming.ts', exportName: 'echo', timeoutMs: 10_000 }])
const gateway = createGateway({
  lambda,
  respondToFault: nameFault,
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

test('a second question mark belongs to the name of a parameter', async () => {
  const { event } = await echo({ path: '/echo??a=1' })
  expect(event.multiValueQueryStringParameters).toEqual({ '?a': ['1'] })
})

test('a field that a request does not have is null', async () => {
  const { event } = await echo({ path: '/echo' })
  expect(event).toMatchObject({
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    body: null,
  })
})

test.each([
  ['/echo', ''],
  ['/echo?', ''],
  ['/echo?b=2&a=1&b=%7e~+%20*', 'b=2&a=1&b=%7e~+%20*'],
  ['/echo?a=%zz&&=?&=', 'a=%zz&&=?&='],
])('the raw query string of %s is in a header that no client can set', async (path, raw) => {
  const { event } = await echo({ path, headers: ['X-Stillframe-Raw-Query', 'forged'] })
  const names = Object.keys(event.headers).filter((name) => name.toLowerCase() === rawQueryHeader)
  expect(names).toEqual([rawQueryHeader])
  expect(event.headers[rawQueryHeader]).toBe(raw)
  expect(event.multiValueHeaders[rawQueryHeader]).toEqual([raw])
})

test.each(['__proto__', 'constructor', 'toString'])(
  'a parameter called %s is an ordinary parameter',
  async (name) => {
    const { event } = await echo({ path: `/echo?${name}=1&${name}=2`, headers: [name, 'value'] })
    expect(Object.entries(event.queryStringParameters ?? {})).toEqual([[name, '2']])
    expect(Object.entries(event.multiValueQueryStringParameters ?? {})).toEqual([[name, ['1', '2']]])
    expect(Object.entries(event.headers)).toContainEqual([name, 'value'])
  },
)

test('a path that is not valid percent-encoding reaches the function as it was sent', async () => {
  const { event } = await echo({ path: '/v1/jobs/%zz' })
  expect(event).toMatchObject({ path: '/v1/jobs/%zz', pathParameters: { id: '%zz' } })
})

test('six megabytes of body arrive complete', async () => {
  const body = '"'.repeat(6 * 1024 * 1024)
  const { event } = await echo({ method: 'POST', path: '/echo', body })
  expect(event.body === body).toBe(true)
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
