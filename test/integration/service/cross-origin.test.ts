import { expect, test } from 'vitest'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
/** A browser asks this before it sends a key to another origin. */
const preflight = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,x-access-key',
}

test.each([
  ['OPTIONS', '/v1/screenshot', preflight, 405],
  ['OPTIONS', '/v1/openapi.json', preflight, 405],
  ['OPTIONS', '/v1/nothing', preflight, 404],
  ['OPTIONS', '/dashboard/sign-in', preflight, 404],
  ['OPTIONS', '/cache/a.png', preflight, 405],
  ['GET', '/v1/devices', {}, 401],
  ['GET', '/v1/devices', { 'x-access-key': service.accessKey }, 200],
] as const)(
  'no page of another origin may call the API: %s %s with %j',
  async (method, path, headers, expected) => {
    const response = await fetch(service.baseUrl + path, {
      method,
      headers: { origin: 'https://app.example', ...headers },
    })
    expect(response.status).toBe(expected)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  },
)
