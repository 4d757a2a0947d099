import { expect, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { fetchDocument } from '../../../lib/render/outputs/scrape/fetch-document.ts'
import { fetchScrape } from '../../../lib/render/outputs/scrape/fetch-scrape.ts'
import {
  allowing,
  resolving,
  testEgress,
  testServer,
  testTcpServer,
} from '../../support/render/egress-client.ts'
import { metadata } from '../../support/render/render.ts'
import { scrapePlan } from '../../support/render/scrape.ts'
import { page } from '../../support/sites/fixture-server.ts'

test('a document that is fetched without a browser passes through the egress, and only the egress resolves its host', async () => {
  const site = await testServer({ '*': page('by the egress') })
  const egress = await testEgress({
    policy: allowing(`127.0.0.1:${site.port}`),
    resolve: resolving({ 'site.test': ['127.0.0.1'], 'inside.test': ['10.0.0.5'] }),
  })
  const fetched = (url: string) =>
    fetchDocument(scrapePlan({ source: { kind: 'url', url } }), egress, AbortSignal.timeout(5_000))
  expect((await fetched(`http://site.test:${site.port}/a?b=c`)).bytes.toString()).toBe('by the egress')
  expect(site.requests).toMatchObject([{ path: '/a?b=c', headers: { host: `site.test:${site.port}` } }])
  await expect(fetched('http://inside.test/')).rejects.toThrow(/CONNECTION_FAILED/)
  await expect(fetched('https://inside.test/')).rejects.toThrow(/CONNECTION_FAILED/)
  expect(egress.denied).toMatchObject([
    { host: 'inside.test', port: 80 },
    { host: 'inside.test', port: 443 },
  ])
})

const noGuess = () => Promise.reject(new Error('The document is UTF-8.'))

const scraped = (url: string, report = createRenderReport(), timeoutMs = 5_000) =>
  fetchScrape(
    { egressPolicy: allowing('127.0.0.1') },
    scrapePlan({ source: { kind: 'url', url }, metadata: metadata('icon'), timeoutMs }),
    { signal: AbortSignal.timeout(5_000), report },
    noGuess,
  )

const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'

test('a server that changes the protocol is a failed connection', async () => {
  const { port } = await testTcpServer((socket) => void socket.write(switching))
  await expect(scraped(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'connection_failed' })
})

test('a document without a length that has not ended within the timeout is a page_timeout', async () => {
  const { port } = await testTcpServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>')
    const timer = setInterval(() => socket.write('x'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  const fetched = scraped(`http://127.0.0.1:${port}/`, createRenderReport(), 300)
  await expect(fetched).rejects.toMatchObject({ code: 'page_timeout' })
})

test('a connection that is not open within the timeout is a page_timeout', { timeout: 5_000 }, async () => {
  const { port } = await testTcpServer(() => {})
  const fetched = fetchScrape(
    { egressPolicy: allowing('127.0.0.1') },
    scrapePlan({
      source: { kind: 'url', url: 'https://site.test/' },
      proxy: { protocol: 'http', host: '127.0.0.1', port },
      timeoutMs: 300,
    }),
    { signal: AbortSignal.timeout(3_000), report: createRenderReport() },
    noGuess,
  )
  await expect(fetched).rejects.toMatchObject({ code: 'page_timeout' })
})

test('a server that changes the protocol for the icon has none', async () => {
  const html = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\n<p>hi'
  const { port } = await testTcpServer((socket) => {
    socket.on('data', (sent) => socket.write(sent.includes('favicon') ? switching : html))
  })
  const url = `http://127.0.0.1:${port}/`
  const { facts } = await scraped(url)
  expect(facts).toMatchObject({ url, status: 200 })
  expect(facts).not.toHaveProperty('icon')
})

test('the internal target that a page redirects to is reported, for the log', async () => {
  const site = await testServer({
    '*': (_request, response) => void response.writeHead(302, { location: 'http://10.0.0.5/' }).end(),
  })
  const report = createRenderReport()
  await expect(scraped(site.url, report)).rejects.toMatchObject({ code: 'address_blocked' })
  expect(report.blockedTargets).toEqual({ private: 1 })
})
