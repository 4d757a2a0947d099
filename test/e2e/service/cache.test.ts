import { afterAll, beforeAll, expect, test } from 'vitest'
import { respondToFault } from '../../../local/gateway-faults.ts'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { browsersOf } from '../../support/render/browser-processes.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { type FixtureServer, startFixtureServer } from '../../support/sites/fixture-server.ts'

let fixtures: FixtureServer
let service: SharedService

beforeAll(async () => {
  let visits = 0
  fixtures = await startFixtureServer({
    '*': (_request, response) => {
      visits += 1
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>visit ${visits}`)
    },
  })
  service = await joinService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await fixtures.close()
})

const post = async (operation: string, options: object, baseUrl = service.baseUrl) => {
  const response = await fetch(`${baseUrl}/v1/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': service.accessKey },
    body: JSON.stringify({ cache: true, ...options }),
  })
  expect(response.status).toBe(200)
  const { headers } = response
  return { headers, cache: headers.get('x-service-cache'), body: await response.text() }
}

/** Without scripts no browser is needed. Each visit returns another page. */
const scrape = (path: string, options: object = {}) =>
  post('scrape', { url: fixtures.url + path, js_enabled: false, ...options })

test('a cache hit counts against the rate limit', async () => {
  await scrape('/rate')
  const remaining = async () => {
    const { headers } = await scrape('/rate')
    return {
      reset: Number(headers.get('ratelimit-reset')),
      left: Number(headers.get('ratelimit-remaining')),
    }
  }
  let [first, second] = [await remaining(), await remaining()]
  // A new minute starts a new count.
  while (second.reset > first.reset) [first, second] = [second, await remaining()]
  expect(second.left).toBe(first.left - 1)
})

test('concurrent identical misses all succeed, and one of them is stored; a refresh replaces it', async () => {
  const responses = await Promise.all(Array.from({ length: 6 }, () => scrape('/concurrent')))
  const kept = await scrape('/concurrent')
  expect(kept.cache).toBe('hit')
  expect(responses.map(({ body }) => body)).toContain(kept.body)
  const refreshed = await scrape('/concurrent', { cache_refresh: true })
  expect([refreshed.cache, refreshed.body === kept.body]).toEqual(['miss', false])
  expect(await scrape('/concurrent')).toMatchObject({ cache: 'hit', body: refreshed.body })
})

test('a function that only returns cache hits never starts a browser', async () => {
  const wanted = { html: '<h1>kept</h1>', block_annoyance: 'none', viewport_width: 120, viewport_height: 120 }
  const rendered = await post('screenshot', wanted)
  expect(browsersOf(service.processId)).not.toEqual([])
  const cloud = await service.openCloud()
  await using lambda = service.startFunction('screenshot', cloud)
  const gateway = createGateway({
    lambda,
    routes: [{ path: '/v1/screenshot', functionName: 'screenshot' }],
    respondToFault,
  })
  const before = browsersOf(process.pid)
  try {
    const baseUrl = await gateway.listen()
    for (let i = 0; i < 3; i++) {
      const hit = await post('screenshot', wanted, baseUrl)
      expect([hit.cache, hit.body]).toEqual(['hit', rendered.body])
      expect(browsersOf(process.pid).filter((id) => !before.includes(id))).toEqual([])
    }
  } finally {
    await gateway.close()
    cloud.close()
  }
})
