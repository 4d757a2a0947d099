import { createServer, type Server, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startTestService } from '../../support/service/service.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'

type Fault = 'refuse' | 'break off'

/** Starts a proxy between the functions and the embedded cloud that breaks the responses of S3 to one method. */
const startSpoiler = () => {
  const faults = new Map<string, Fault>()
  let target = ''
  const server: Server = createServer((request, response) => {
    const { method = '', url = '/', headers } = request
    const fault = url.startsWith('/results/cache/') ? faults.get(method) : undefined
    if (fault === 'refuse') {
      request.resume()
      response.writeHead(503, { 'content-type': 'application/xml' })
      response.end('<Error><Code>SlowDown</Code><Message>Injected.</Message></Error>')
      return
    }
    const passed = sendRequest(new URL(url, target), { method, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers)
      if (fault === 'break off') incoming.once('data', (chunk: Buffer) => breakOff(chunk))
      else incoming.pipe(response)
    })
    // The cloud stops while its last writes are in progress.
    passed.on('error', () => response.destroy())
    const breakOff = (chunk: Buffer) => response.write(chunk.subarray(0, 100), () => response.destroy())
    request.pipe(passed)
  })
  return {
    faults,
    async stand(endpointUrl: string) {
      target = endpointUrl
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const site = await startFixtureServer({
  '*': page(`<title>long</title>${'<p>a paragraph</p>'.repeat(1000)}`),
})
const spoiler = startSpoiler()
const service = await startTestService(
  { EGRESS_ALLOW: '127.0.0.1' },
  { endpointFor: (endpointUrl) => spoiler.stand(endpointUrl) },
)

afterEach(() => spoiler.faults.clear())

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await spoiler.close()
  await site.close()
})

const headers = () => ({ 'x-access-key': service.accessKey })

const scrape = (path: string, options: Record<string, string> = {}) => {
  const query = new URLSearchParams({ url: site.url + path, js_enabled: 'false', cache: 'true', ...options })
  return fetch(`${service.baseUrl}/v1/scrape?${query}`, { headers: headers() })
}

const statusOf = (response: Response) => [response.status, response.headers.get('x-service-cache')]

const usedHits = async () => {
  const usage = await fetch(`${service.baseUrl}/v1/usage`, { headers: headers() })
  return ((await usage.json()) as { hits: { used: number } }).hits.used
}

test('a file that breaks off breaks the response, which never looks complete', async () => {
  expect(statusOf(await scrape('/broken'))).toEqual([200, 'miss'])
  spoiler.faults.set('GET', 'break off')
  const broken = await scrape('/broken')
  expect(statusOf(broken)).toEqual([200, 'hit'])
  await expect(broken.text()).rejects.toThrow()
  const id = broken.headers.get('x-service-request-id') ?? ''
  const line = () => service.logLines.find((text) => text.includes(id))
  await expect.poll(line, { timeout: 10_000 }).toContain('"outcome":"broken_stream"')
  spoiler.faults.clear()
  const hit = await scrape('/broken')
  expect(statusOf(hit)).toEqual([200, 'hit'])
  expect(await hit.text()).toContain('</p>')
})

test('a bucket that can be neither read nor written disables the cache, not the response', async () => {
  expect(statusOf(await scrape('/refused'))).toEqual([200, 'miss'])
  for (const method of ['GET', 'PUT']) spoiler.faults.set(method, 'refuse')
  expect(statusOf(await scrape('/refused'))).toEqual([200, 'miss'])
  spoiler.faults.clear()
  expect(statusOf(await scrape('/refused'))).toEqual([200, 'hit'])
})

test('a file for a webhook that cannot be stored returns 500, and the hit is refunded', async () => {
  const usedBefore = await usedHits()
  spoiler.faults.set('PUT', 'refuse')
  const response = await scrape('/promised', { webhook_url: `${site.url}/hook` })
  expect(statusOf(response)).toEqual([500, null])
  expect(response.headers.get('x-service-error')).toBe('internal_error')
  expect(await usedHits()).toBe(usedBefore)
  expect(site.requests.some(({ path }) => path === '/hook')).toBe(false)
})
