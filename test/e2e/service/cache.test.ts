import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browsersOf } from '../../support/render/browser-processes.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { startProcess } from '../../support/service/start-process.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'
import { startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'

let fixtures: FixtureServer
let service: SharedService

beforeAll(async () => {
  fixtures = await startFixtureServer({
    '*': page('<!doctype html><title>Öl</title><body style="margin:0;background:#080"><h1>Cached</h1>'),
    '/loop': page('<script>while(true){}</script>'),
  })
  service = await joinService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await fixtures.close()
})

interface CacheResponse {
  status: number
  headers: Headers
  body: Buffer
}

const post = async (
  operation: string,
  options: object,
  { baseUrl, accessKey }: { baseUrl: string; accessKey: string } = service,
): Promise<CacheResponse> => {
  const response = await fetch(`${baseUrl}/v1/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': accessKey },
    body: JSON.stringify(options),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}

const getJson = async <T>(path: string): Promise<T> => {
  const response = await fetch(service.baseUrl + path, { headers: { 'x-access-key': service.accessKey } })
  return response.json() as Promise<T>
}

const usedHits = async () => (await getJson<{ hits: { used: number } }>('/v1/usage')).hits.used

interface RequestRecord {
  file: string
  created: number
  finished: number
  expires: number
}

const recordOf = ({ headers }: CacheResponse) =>
  getJson<RequestRecord>(`/v1/requests/${headers.get('x-service-request-id')}`)

const cacheOf = ({ headers }: CacheResponse) => headers.get('x-service-cache')

const visitsOf = (path: string) => fixtures.requests.filter((request) => request.path.startsWith(path)).length

const headersOf = ({ headers }: CacheResponse, start: string) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith(start)))

const small = { viewport_width: 320, viewport_height: 240 }

describe.each([
  ['screenshot', { format: 'png', metadata_image_size: true, ...small }],
  ['scrape', { format: 'md' }],
  ['pdf', {}],
  ['screencast', { duration: 1, fps: 5, ...small }],
])('a cached %s', (operation, options) => {
  test('equals the first response in bytes, type and metadata, but not in its file name', async () => {
    const usedBefore = await usedHits()
    const wanted = {
      url: `${fixtures.url}/cached-${operation}`,
      cache: true,
      metadata_title: true,
      metadata_status: true,
      metadata_hash: true,
      ...options,
    }
    const miss = await post(operation, { ...wanted, attachment_name: 'first' })
    expect(miss.status, miss.body.toString('utf8', 0, 300)).toBe(200)
    expect([cacheOf(miss), miss.headers.get('age')]).toEqual(['miss', null])
    const visits = visitsOf(`/cached-${operation}`)
    const hit = await post(operation, { ...wanted, attachment_name: 'second' })
    expect(cacheOf(hit)).toBe('hit')
    expect(Number(hit.headers.get('age'))).toBeLessThan(60)
    expect(hit.body.equals(miss.body)).toBe(true)
    expect(visitsOf(`/cached-${operation}`)).toBe(visits)
    expect(headersOf(hit, 'x-service-metadata')).toEqual(headersOf(miss, 'x-service-metadata'))
    expect(headersOf(hit, 'x-service-metadata')).toMatchObject({
      'x-service-metadata-title': '%C3%96l',
      'x-service-metadata-status': '200',
      'x-service-metadata-hash': createHash('sha256').update(hit.body).digest('hex'),
    })
    for (const name of [
      'content-type',
      'content-length',
      'content-security-policy',
      'x-content-type-options',
    ])
      expect(hit.headers.get(name)).toBe(miss.headers.get(name))
    expect(miss.headers.get('content-disposition')).toContain('filename="first.')
    expect(hit.headers.get('content-disposition')).toContain('filename="second.')
    expect(hit.headers.get('x-service-request-id')).not.toBe(miss.headers.get('x-service-request-id'))
    expect(await usedHits()).toBe(usedBefore + 1)
  })
})

test('a cache hit counts against the rate limit', async () => {
  const wanted = { html: 'rate', cache: true, ...small }
  await post('screenshot', wanted)
  const remaining = async () => {
    const { headers } = await post('screenshot', wanted)
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

test('without cache the header is absent and nothing is stored', async () => {
  const response = await post('screenshot', { html: 'plain', ...small })
  expect(cacheOf(response)).toBeNull()
  expect(cacheOf(await post('screenshot', { html: 'plain', cache: true, ...small }))).toBe('miss')
})

test('another account, parameter or cache_key has a separate result', async () => {
  const { accessKey } = await service.createAccount('starter')
  const wanted = { html: 'mine', cache: true, ...small }
  expect(cacheOf(await post('screenshot', wanted))).toBe('miss')
  expect(cacheOf(await post('screenshot', wanted, { ...service, accessKey }))).toBe('miss')
  expect(cacheOf(await post('screenshot', { ...wanted, dark_mode: true }))).toBe('miss')
  expect(cacheOf(await post('screenshot', { ...wanted, cache_key: 'mine' }))).toBe('miss')
  expect(cacheOf(await post('screenshot', wanted))).toBe('hit')
  expect(cacheOf(await post('screenshot', { ...wanted, cache_key: 'mine' }))).toBe('hit')
})

test('a GET and a POST share a result, and jpg and jpeg do, each with its own extension', async () => {
  const html = '<h1>shared</h1>'
  const query = {
    html,
    cache: '1',
    format: 'jpg',
    attachment_name: 'a',
    viewport_width: '320',
    viewport_height: '240',
  }
  const byGet = await service.screenshot(query)
  const byPost = await post('screenshot', {
    html,
    cache: true,
    format: 'jpeg',
    attachment_name: 'a',
    ...small,
  })
  expect(Buffer.from(await byGet.arrayBuffer()).equals(byPost.body)).toBe(true)
  expect(byGet.headers.get('content-disposition')).toContain('filename="a.jpg"')
  expect(byPost.headers.get('content-disposition')).toContain('filename="a.jpeg"')
  expect(cacheOf(byPost)).toBe('hit')
})

test('a refresh renders again and replaces the result', async () => {
  const wanted = { url: `${fixtures.url}/refreshed`, cache: true, ...small }
  await post('screenshot', wanted)
  const visits = visitsOf('/refreshed')
  expect(cacheOf(await post('screenshot', { ...wanted, cache_refresh: true }))).toBe('miss')
  expect(visitsOf('/refreshed')).toBeGreaterThan(visits)
  expect(cacheOf(await post('screenshot', wanted))).toBe('hit')
})

test('a failed render is not cached and uses no hit', async () => {
  const usedBefore = await usedHits()
  const wanted = { url: `${fixtures.url}/loop`, cache: true, timeout: 1 }
  for (let i = 0; i < 2; i++) {
    const response = await post('screenshot', wanted)
    expect([response.status, cacheOf(response)]).toEqual([400, null])
  }
  expect(await usedHits()).toBe(usedBefore)
})

test('a result is removed after its cache_ttl', async () => {
  const wanted = { html: 'short', cache: true, cache_ttl: 1, ...small }
  const first = await post('screenshot', wanted)
  const record = await recordOf(first)
  expect(record).toMatchObject({ status: 'done', operation: 'screenshot', webhook: null })
  await expect.poll(async () => (await fetch(record.file)).status, { timeout: 5000 }).toBe(404)
  expect(cacheOf(await post('screenshot', wanted))).toBe('miss')
})

test('the record of a stored result names its file, which equals the response', async () => {
  const response = await post('scrape', { url: `${fixtures.url}/record`, cache: true, cache_ttl: 600 })
  const record = await recordOf(response)
  const file = await fetch(record.file)
  expect(record.file).toMatch(new RegExp(`^${service.baseUrl}/cache/[0-9a-f]{56}\\.html$`))
  expect(Buffer.from(await file.arrayBuffer()).equals(response.body)).toBe(true)
  expect(file.headers.get('content-disposition')).toBe('attachment')
  expect(file.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect(record.expires).toBeGreaterThanOrEqual(record.created + 600)
  expect(record.expires).toBeLessThanOrEqual(record.finished + 600)
})

test('a cache hit with a webhook has its own record and a file that is kept for two days', async () => {
  await using receiver = await startWebhookReceiver()
  const wanted = { html: '<h1>told</h1>', cache: true, cache_ttl: 600, ...small }
  const rendered = await post('screenshot', wanted)
  const usedBefore = await usedHits()
  const hit = await post('screenshot', {
    ...wanted,
    webhook_url: `http://127.0.0.1:${receiver.port}/told`,
    external_id: 'order 7',
  })
  expect([hit.status, cacheOf(hit)]).toEqual([200, 'hit'])
  await receiver.received(1)
  const told = JSON.parse(receiver.deliveries[0]?.body.toString() ?? '')
  expect(told).toMatchObject({ id: hit.headers.get('x-service-request-id') })
  const file = await fetch(told.file)
  expect(Buffer.from(await file.arrayBuffer()).equals(rendered.body)).toBe(true)
  expect(told.expires - told.created).toBeGreaterThanOrEqual(48 * 3600)
  const [record, first] = [await recordOf(hit), await recordOf(rendered)]
  expect(record).toMatchObject({ file: told.file, expires: told.expires, external_id: 'order 7' })
  expect(record.file).not.toBe(first.file)
  expect(await usedHits()).toBe(usedBefore)
})

test('concurrent identical misses all succeed, and one of them is stored', async () => {
  const wanted = {
    html: '<h1>together</h1><script>document.write(Math.random())</script>',
    cache: true,
    format: 'png',
    ...small,
  }
  const responses = await Promise.all(Array.from({ length: 6 }, () => post('screenshot', wanted)))
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const kept = await post('screenshot', wanted)
  expect(cacheOf(kept)).toBe('hit')
  expect(responses.some(({ body }) => body.equals(kept.body))).toBe(true)
})

test('a service that only returns cache hits never starts a browser', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-cache-'))
  const wanted = { html: '<h1>kept</h1>', cache: true, ...small }
  const run = async <T>(work: (target: { baseUrl: string; accessKey: string }, id: number) => Promise<T>) => {
    const started = await startProcess({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    try {
      const { baseUrl, accounts } = JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8'))
      return await work({ baseUrl, accessKey: accounts[0].accessKey }, started.child.pid ?? 0)
    } finally {
      started.child.kill('SIGTERM')
      await started.ended
    }
  }
  try {
    const rendered = await run(async (target, id) => {
      const response = await post('screenshot', wanted, target)
      expect(browsersOf(id)).not.toEqual([])
      return response
    })
    await run(async (target, id) => {
      for (let i = 0; i < 5; i++) {
        const hit = await post('screenshot', wanted, target)
        expect(cacheOf(hit)).toBe('hit')
        expect(hit.body.equals(rendered.body)).toBe(true)
        expect(browsersOf(id)).toEqual([])
      }
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
