import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { groupMembers } from '../../../lib/render/browser/process-group.ts'
import { take as takeScreenshot } from '../../../lib/render/outputs/screenshot/take-screenshot.ts'
import { startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { plan } from '../../support/render/render.ts'
import { rendererDeps } from '../../support/render/renderer-deps.ts'
import { page as html, type Route } from '../../support/sites/fixture-server.ts'

/** The kinds of processes, by a part of their command line. */
const renderer = '--type=renderer'
const network = 'network.mojom.NetworkService'
const browser = '--remote-debugging-pipe'

/** Runs while the site has a request and has not responded. */
let onRequest = () => {}
/** Runs when the page requests its image. */
let onImage = () => {}

const codings = Array(11).fill('gzip')
const elevenCodings = { 'content-type': 'text/html', 'content-encoding': codings.join(', ') }
const encoded = codings.reduce((body: Buffer) => gzipSync(body), Buffer.from('<p>Text'))

const routes: Record<string, Route> = {
  '/page': html('<body style="background:lime">'),
  '/slow': (_request, response) => {
    onRequest()
    setTimeout(() => html('<body style="background:lime">')(_request, response, new URL('http://a')), 100)
  },
  '/with-image': html('<body style="background:lime"><img src="/image">'),
  '/encoded': (_request, response) => response.writeHead(200, elevenCodings).end(encoded),
  '/with-encoded-image': html('<body style="background:lime"><img src="/encoded">'),
  '/with-encoded-fetch': html(
    '<body style="background:lime"><script>fetch("/encoded")</script><img src="/image">',
  ),
  '/image': (_request, response) => {
    onImage()
    setTimeout(() => response.writeHead(404).end(), 300)
  },
}

let fixture = await startBrowserFixture(routes)
afterAll(() => fixture[Symbol.asyncDispose]())

const kill = (part: string) => {
  const isKind = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(part)
  const members = groupMembers(fixture.browserId())
  const victims = part === browser ? [fixture.browserId()] : members.filter(isKind)
  expect(victims).not.toEqual([])
  for (const pid of victims) process.kill(pid, 'SIGKILL')
}

const shoot = async (path: string) => {
  const deps = rendererDeps('127.0.0.1', { browser: fixture.host })
  const report = createRenderReport()
  const source = { kind: 'url' as const, url: `${fixture.site.url}${path}` }
  const taking = takeScreenshot(plan({ source }), { signal: new AbortController().signal, report }, deps)
  const code = await taking.then(
    () => 'image',
    (error) => error.code,
  )
  await fixture.host.settled()
  return code
}

beforeAll(async () => {
  expect(await shoot('/page')).toBe('image')
})

// `lifetime.test.ts` kills an idle browser itself.
test.each([
  ['renderer', renderer],
  ['network process', network],
])('a killed %s of an idle browser costs no render', async (_name, part) => {
  const launched = fixture.launched.length
  kill(part)
  expect(await shoot('/page')).toBe('image')
  expect(fixture.launched.length).toBeLessThanOrEqual(launched + 1)
})

test.each([
  ['renderer', renderer],
  ['network process', network],
  ['browser', browser],
])('a %s that is killed before the page responds costs no render', async (_name, part) => {
  let requests = 0
  onRequest = () => {
    if (requests++ === 0) kill(part)
  }
  expect(await shoot('/slow')).toBe('image')
  expect(requests).toBe(2)
})

test('a network process that is killed in the first render of its browser costs no render', async () => {
  await fixture.host.close()
  await fixture[Symbol.asyncDispose]()
  fixture = await startBrowserFixture(routes)
  let requests = 0
  onRequest = () => {
    if (requests++ === 0) kill(network)
  }
  expect(await shoot('/slow')).toBe('image')
  expect(requests).toBe(2)
})

test.each([
  ['renderer', renderer],
  ['network process', network],
])('a %s that is killed after the page responded costs no render', async (_name, part) => {
  let isKilled = false
  onImage = () => {
    if (!isKilled) kill(part)
    isKilled = true
  }
  expect(await shoot('/with-image')).toBe('image')
  expect(isKilled).toBe(true)
  onImage = () => {}
})

// Chromium 153 crashes its network process when it decodes them.
test.each(['/encoded', '/with-encoded-image', '/with-encoded-fetch'])(
  'a page that ends the network process of two browsers is at fault: %s',
  async (path) => {
    const launched = fixture.launched.length
    expect(await shoot(path)).toBe('page_crashed')
    expect(fixture.launched.length).toBeLessThanOrEqual(launched + 2)
    expect(await shoot('/page')).toBe('image')
  },
)
