import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { documentHost } from '../../../lib/render/proxy/site.ts'
import { allowing, testServer } from '../../support/render/egress-client.ts'
import { fillVectors, readVectors, renderBehind, untilDenied } from '../../support/render/egress-render.ts'
import { type Canary, canaryMarker, startCanary } from '../../support/sites/canary.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'

let canary: Canary

beforeEach(async () => {
  canary = await startCanary(onTestFinished)
})

const toLoopback = async () => ['127.0.0.1']

const expectSilence = () => {
  expect(canary.connections()).toBe(0)
  expect(canary.datagrams()).toBe(0)
}

test('the canary detects a page that is allowed to reach it', async () => {
  const { html } = readVectors(canary.port)
  const site = await testServer({ '/': page(html) })
  await renderBehind({ policy: allowing('127.0.0.1'), resolve: toLoopback }, async ({ page: tab }) => {
    await tab.goto(site.url, { waitUntil: 'domcontentloaded' })
    await expect.poll(canary.connections).toBeGreaterThan(20)
  })
})

test('no subresource, request, socket or worker of a page reaches a blocked address', async () => {
  const { html, hosts } = readVectors(canary.port)
  const site = await testServer({ '/': page(html) })
  const options = { policy: allowing(`127.0.0.1:${site.port}`), resolve: toLoopback }
  await renderBehind(options, async ({ page: tab }, egress) => {
    await tab.goto(site.url, { waitUntil: 'domcontentloaded' })
    await untilDenied(egress, hosts)
    for (const frame of tab.frames()) expect(await frame.content()).not.toContain(canaryMarker)
  })
  expect(hosts.length).toBeGreaterThan(50)
  expectSilence()
})

test('no subresource, request, socket or worker of `html` reaches a blocked address', async () => {
  const { html, hosts } = readVectors(canary.port)
  const document = () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: html })
  const options = { policy: allowing(''), resolve: toLoopback, sites: new Map([[documentHost, document]]) }
  await renderBehind(options, async ({ page: tab }, egress) => {
    await tab.goto(`http://${documentHost}/`, { waitUntil: 'domcontentloaded' })
    await untilDenied(egress, hosts)
    expect(await tab.evaluate(() => globalThis.origin)).toBe(`http://${documentHost}`)
  })
  expectSilence()
})

const redirectTo: Route = (_request, response, url) => {
  response
    .writeHead(Number(url.searchParams.get('status')), { location: url.searchParams.get('to') ?? '' })
    .end()
}

test('no redirect of a subresource reaches a blocked address', async () => {
  const { html, hosts } = fillVectors(
    [301, 302, 303, 307, 308]
      .map(
        (status) => `<img src="/to?status=${status}&to={{img-${status}}}"><script>
        fetch('/to?status=${status}&to={{fetch-${status}}}', { mode: 'no-cors', method: 'POST', body: 'x' }).catch(() => {})
      </script>`,
      )
      .join(''),
    canary.port,
  )
  const site = await testServer({ '/': page(html), '/to': redirectTo })
  const options = { policy: allowing(`127.0.0.1:${site.port}`), resolve: toLoopback }
  await renderBehind(options, async ({ page: tab }, egress) => {
    await tab.goto(site.url, { waitUntil: 'domcontentloaded' })
    await untilDenied(egress, hosts)
  })
  expectSilence()
})

test('no service worker, policy report or header of a page reaches a blocked address', async () => {
  const fill = (text: string) => fillVectors(text, canary.port)
  const worker = fill(`
    self.addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    self.addEventListener('fetch', (event) => event.respondWith(fetch('{{worker-respond}}', { mode: 'no-cors' })))
    fetch('{{service-worker}}', { mode: 'no-cors' }).catch(() => {})`)
  const headers = fill('<{{link-header}}>; rel=preload; as=style')
  const report = fill(`img-src 'self'; report-uri {{csp-report}}`)
  const document = `<img src="http://elsewhere.test/"><script>
    navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => {
      navigator.serviceWorker.oncontrollerchange = () => fetch('/requested')
      if (navigator.serviceWorker.controller) fetch('/requested')
    })</script>`
  const site = await testServer({
    '/': page(document, { link: headers.html, 'content-security-policy': report.html }),
    '/worker.js': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker.html)
    },
  })
  const options = { policy: allowing(`127.0.0.1:${site.port}`), resolve: toLoopback }
  await renderBehind(options, async ({ page: tab }, egress) => {
    await tab.goto(site.url, { waitUntil: 'domcontentloaded' })
    await untilDenied(egress, [...worker.hosts, ...headers.hosts, ...report.hosts])
  })
  expectSilence()
})
