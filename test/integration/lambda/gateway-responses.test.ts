import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { startLambda, temporaryFolder, until } from './support.ts'

const folder = temporaryFolder()
const names = ['echo', 'png', 'notAResponse', 'throwing', 'sevenMegabytes', 'invalidHeader', 'slow']
const lambda = startLambda(
  names.map((name) => ({ name, file: 'buffered.ts', exportName: name, timeoutMs: 2_500, concurrency: 1 })),
)
const gateway = createGateway({
  lambda,
  binaryMediaTypes: ['image/*'],
  routes: [
    { method: 'ANY', path: '/v1/jobs/{id}', functionName: 'echo' },
    { method: 'GET', path: '/v1/jobs/latest', functionName: 'png' },
    { method: 'POST', path: '/v1/files/{proxy+}', functionName: 'echo' },
    { method: 'ANY', path: '/rest/{proxy+}', functionName: 'echo' },
    ...names.map((name) => ({ method: 'ANY', path: `/${name}`, functionName: name })),
  ],
  intercept: async (request, response) => {
    if (request.url !== '/rest/site') return false
    response.end('the site')
    return true
  },
})
let baseUrl = ''

beforeAll(async () => {
  baseUrl = await gateway.listen()
})
afterAll(() => gateway.close())

test('status, headers, repeated headers and body are those of the function', async () => {
  const response = await fetch(`${baseUrl}/echo`)
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(response.headers.get('x-amzn-requestid')).toBe(
    ((await response.json()) as Echo).event.requestContext.requestId,
  )
})

interface Echo {
  event: {
    httpMethod: string
    resource: string
    pathParameters: unknown
    requestContext: { requestId: string }
  }
}

test('a fixed path comes before a parameter, and a greedy parameter takes the rest', async () => {
  const fixed = await fetch(`${baseUrl}/v1/jobs/latest`, { headers: { accept: 'image/png' } })
  expect(fixed.headers.get('content-type')).toBe('image/png')
  const greedy = await fetch(`${baseUrl}/v1/files/a/b/c.txt`, { method: 'POST' })
  expect(((await greedy.json()) as Echo).event.pathParameters).toEqual({ proxy: 'a/b/c.txt' })
})

test.each([
  ['GET', '/nope'],
  ['GET', '/v1/files/a'],
  ['PUT', '/v1/jobs/latest'],
])('%s %s has no route and is a 403', async (method, path) => {
  const response = await fetch(baseUrl + path, { method })
  expect(response.status).toBe(403)
  expect(response.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException')
  expect(await response.json()).toEqual({ message: 'Missing Authentication Token' })
})

test('a catch-all route with ANY takes what has no route of its own', async () => {
  const response = await fetch(`${baseUrl}/rest/un/known`, { method: 'PATCH' })
  expect(((await response.json()) as Echo).event).toMatchObject({
    httpMethod: 'PATCH',
    resource: '/rest/{proxy+}',
  })
})

test('what belongs to another origin never reaches a route', async () => {
  expect(await (await fetch(`${baseUrl}/rest/site`)).text()).toBe('the site')
})

test.each(['HEAD', 'OPTIONS'])('%s reaches an ANY route', async (method) => {
  const response = await fetch(`${baseUrl}/echo`, { method })
  const body = await response.text()
  expect(response.status).toBe(200)
  if (method === 'HEAD') expect(body).toBe('')
  else expect(JSON.parse(body).event.httpMethod).toBe('OPTIONS')
})

test('a base64 body is decoded only for a client that accepts a binary type', async () => {
  const binary = await fetch(`${baseUrl}/png`, { headers: { accept: 'image/png' } })
  expect([...new Uint8Array(await binary.arrayBuffer())]).toEqual([0x89, 0x50, 0x4e, 0x47, 0, 255])
  const text = await fetch(`${baseUrl}/png`, { headers: { accept: 'text/html' } })
  expect(await text.text()).toBe('iVBORwD/')
})

test.each(['notAResponse', 'throwing', 'sevenMegabytes', 'invalidHeader'])(
  'a function that gives no usable answer (%s) is a 502 without detail',
  async (name) => {
    const response = await fetch(`${baseUrl}/${name}`)
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({ message: 'Internal server error' })
  },
)

test('a function that is slower than the gateway waits is a 504, and runs on', async () => {
  const file = join(folder, 'ran')
  const impatient = createGateway({
    lambda,
    limits: { bufferedMs: 1_000 },
    routes: [{ method: 'ANY', path: '/slow', functionName: 'slow' }],
  })
  onTestFinished(() => impatient.close())
  const started = lambda.invoke('slow', { ms: 1_300, file })
  const response = await fetch(`${await impatient.listen()}/slow`)
  expect(response.status).toBe(504)
  expect(await response.json()).toEqual({ message: 'Endpoint request timed out' })
  await started
  expect(existsSync(file)).toBe(true)
})

test('a client that leaves takes back what has not been started', async () => {
  const signals: AbortSignal[] = []
  const queueing = createGateway({
    lambda: {
      invoke: (_name, _event, { signal } = {}) => {
        if (signal) signals.push(signal)
        return new Promise(() => {})
      },
    },
    routes: [{ method: 'GET', path: '/', functionName: 'busy' }],
  })
  onTestFinished(() => queueing.close())
  const client = new AbortController()
  const answer = fetch(await queueing.listen(), { signal: client.signal })
  await until(() => signals.length === 1)
  expect(signals[0]?.aborted).toBe(false)
  client.abort()
  await expect(answer).rejects.toThrow()
  await until(() => signals[0]?.aborted === true)
})

test('a port that is taken is an error', async () => {
  const second = createGateway({ lambda, routes: [] })
  await expect(second.listen(Number(new URL(baseUrl).port))).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
