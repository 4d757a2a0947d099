import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { nameFault, startLambda, until } from './support.ts'

const lambda = startLambda([
  { name: 'echo', file: 'streaming.ts', exportName: 'echo' },
  { name: 'ticks', file: 'streaming.ts', exportName: 'ticks' },
])
const gateway = createGateway({
  lambda,
  respondToFault: nameFault,
  routes: [
    { path: '/v1/jobs/{id}', functionName: 'ticks' },
    { path: '/v1/jobs/latest', functionName: 'echo' },
    { path: '/v1/files/{proxy+}', functionName: 'echo' },
  ],
  intercept: async (request, response) => {
    if (request.url !== '/v1/files/site') return false
    response.end('the site')
    return true
  },
})
let baseUrl = ''

beforeAll(async () => {
  baseUrl = await gateway.listen()
})
afterAll(() => gateway.close())

interface Echo {
  event: {
    httpMethod: string
    resource: string
    pathParameters: unknown
    requestContext: { requestId: string }
  }
}

test('status, headers, repeated headers and body are those of the function', async () => {
  const response = await fetch(`${baseUrl}/v1/jobs/latest`)
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(response.headers.get('x-amzn-requestid')).toBe(
    ((await response.json()) as Echo).event.requestContext.requestId,
  )
})

test('a fixed path comes before a parameter, and a greedy parameter matches the rest of the path', async () => {
  const fixed = (await (await fetch(`${baseUrl}/v1/jobs/latest`)).json()) as Echo
  expect(fixed.event.resource).toBe('/v1/jobs/latest')
  const greedy = (await (await fetch(`${baseUrl}/v1/files/a/b/c.txt`)).json()) as Echo
  expect(greedy.event.pathParameters).toEqual({ proxy: 'a/b/c.txt' })
})

test.each(['/nope', '/v1/files'])('%s has no route', async (path) => {
  expect(await (await fetch(baseUrl + path)).json()).toEqual({ fault: 'MISSING_AUTHENTICATION_TOKEN' })
})

test.each(['PATCH', 'OPTIONS'])('%s reaches the function', async (method) => {
  const { event } = (await (await fetch(`${baseUrl}/v1/files/a`, { method })).json()) as Echo
  expect(event).toMatchObject({ httpMethod: method, resource: '/v1/files/{proxy+}' })
})

test('a request for another origin does not reach a route', async () => {
  expect(await (await fetch(`${baseUrl}/v1/files/site`)).text()).toBe('the site')
})

test('a client that disconnects removes an event that has not started', async () => {
  const signals: AbortSignal[] = []
  const queueing = createGateway({
    lambda: {
      invoke: (_name, _event, { signal } = {}) => {
        if (signal) signals.push(signal)
        return new Promise(() => {})
      },
    },
    respondToFault: nameFault,
    routes: [{ path: '/', functionName: 'busy' }],
  })
  onTestFinished(() => queueing.close())
  const client = new AbortController()
  const response = fetch(await queueing.listen(), { signal: client.signal })
  await until(() => signals.length === 1)
  expect(signals[0]?.aborted).toBe(false)
  client.abort()
  await expect(response).rejects.toThrow()
  await until(() => signals[0]?.aborted === true)
})

test('a port in use is an error', async () => {
  const second = createGateway({ lambda, routes: [], respondToFault: nameFault })
  await expect(second.listen(Number(new URL(baseUrl).port))).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
