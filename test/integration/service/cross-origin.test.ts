import { afterAll, describe, expect, test } from 'vitest'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
afterAll(() => service[Symbol.asyncDispose]())

const origin = 'https://app.example'

const call = async (path: string, method: string, headers: Record<string, string> = {}) => {
  const response = await fetch(service.baseUrl + path, { method, headers: { origin, ...headers } })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

/** What a browser asks before it sends a key to another origin. */
const preflight = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,x-access-key',
}

describe('docs/start/keys.md: a page of another origin cannot call the API', () => {
  test.each([
    ['/v1/screenshot', 'GET, POST'],
    ['/v1/snapshot', 'POST'],
    ['/v1/tasks', 'POST, GET'],
    ['/v1/account', 'GET, PATCH'],
    ['/v1/openapi.json', 'GET'],
  ])('a preflight of %s is refused, and names the methods', async (path, allow) => {
    const { status, headers, body } = await call(path, 'OPTIONS', preflight)
    expect([status, headers.get('allow'), headers.get('x-service-error')]).toEqual([
      405,
      allow,
      'method_not_allowed',
    ])
    expect(JSON.parse(body)).toMatchObject({ statusCode: 405 })
    expect(corsHeaders(headers)).toEqual([])
  })

  test.each([
    ['/v1/nothing', 404],
    ['/dashboard/sign-in', 404],
    ['/cache/a.png', 405],
  ])('a preflight of %s is answered with %i', async (path, expected) => {
    const { status, headers } = await call(path, 'OPTIONS', preflight)
    expect(status).toBe(expected)
    expect(corsHeaders(headers)).toEqual([])
  })

  test.each([
    ['without a key', {}, 401],
    ['with one', { 'x-access-key': service.accessKey }, 200],
  ])('a request %s is answered without permission to read the response', async (_key, headers, expected) => {
    const response = await call('/v1/devices', 'GET', headers)
    expect(response.status).toBe(expected)
    expect(corsHeaders(response.headers)).toEqual([])
  })
})
