import { createServer, type Server, request as sendRequest } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { listen } from '../../support/listen.ts'
import { startTestService } from '../../support/service/service.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'

/** Starts a proxy between the functions and the embedded cloud that can break off the files that S3 sends. */
const startSpoiler = () => {
  const state = { breaksOff: false }
  let target = ''
  const server: Server = createServer((request, response) => {
    const { method = '', url = '/', headers } = request
    const isBroken = state.breaksOff && method === 'GET' && url.startsWith('/results/cache/')
    const passed = sendRequest(new URL(url, target), { method, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers)
      if (isBroken) incoming.once('data', (chunk: Buffer) => breakOff(chunk))
      else incoming.pipe(response)
    })
    // The cloud stops while its last writes are in progress.
    passed.on('error', () => response.destroy())
    const breakOff = (chunk: Buffer) => response.write(chunk.subarray(0, 100), () => response.destroy())
    request.pipe(passed)
  })
  return {
    state,
    async stand(endpointUrl: string) {
      target = endpointUrl
      return `http://127.0.0.1:${await listen(server, afterAll)}`
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

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await site.close()
})

const headers = () => ({ 'x-access-key': service.accessKey })

const scrape = (path: string, options: Record<string, string> = {}) => {
  const query = new URLSearchParams({ url: site.url + path, js_enabled: 'false', cache: 'true', ...options })
  return fetch(`${service.baseUrl}/v1/scrape?${query}`, { headers: headers() })
}

const statusOf = (response: Response) => [response.status, response.headers.get('x-service-cache')]

test('a file that breaks off breaks the response, which never looks complete', async () => {
  expect(statusOf(await scrape('/broken'))).toEqual([200, 'miss'])
  spoiler.state.breaksOff = true
  const broken = await scrape('/broken')
  expect(statusOf(broken)).toEqual([200, 'hit'])
  await expect(broken.text()).rejects.toThrow()
  const id = broken.headers.get('x-service-request-id') ?? ''
  const line = () => service.logLines.find((text) => text.includes(id))
  await expect.poll(line, { timeout: 10_000 }).toContain('"outcome":"broken_stream"')
  spoiler.state.breaksOff = false
  const hit = await scrape('/broken')
  expect(statusOf(hit)).toEqual([200, 'hit'])
  expect(await hit.text()).toContain('</p>')
})
