import { afterAll, expect, test } from 'vitest'
import type { ResourceType } from '../../../lib/core/plan/render-plan.ts'
import { readFixture } from '../../support/read-cases.ts'
import { type AnnoyanceFixture, startAnnoyanceFixture } from '../../support/render/annoyance-fixture.ts'
import { type SiteHandler, send } from '../../support/sites/named-sites.ts'

const home = 'http://www.shop.test/'

const html = readFixture('interception/resources.html')

const bodies: Record<string, [type: string, body: string]> = {
  '/': ['text/html', html],
  '/document': ['text/html', 'frame'],
  '/stylesheet': ['text/css', ''],
  '/script': ['text/javascript', ''],
  '/worker': [
    'text/javascript',
    "fetch('/fetch-in-worker').catch(() => {}).then(() => postMessage('ended'))",
  ],
  '/texttrack': ['text/vtt', 'WEBVTT\n\n'],
  '/eventsource': ['text/event-stream', 'data: x\n\n'],
}

const site: SiteHandler = (url, response) => {
  const [type, body] = bodies[url.pathname] ?? ['application/octet-stream', '']
  send(response, type, body)
}

/** The path that shows whether a type arrived; a WebSocket arrives as a tunnel. */
const paths: [ResourceType, string][] = [
  ['document', '/document'],
  ['stylesheet', '/stylesheet'],
  ['image', '/image'],
  ['media', '/media'],
  ['font', '/font'],
  ['script', '/script'],
  ['texttrack', '/texttrack'],
  ['xhr', '/xhr'],
  ['fetch', '/fetch'],
  ['eventsource', '/eventsource'],
  ['websocket', 'CONNECT www.shop.test:80'],
  ['other', '/other'],
]

const fixture = await startAnnoyanceFixture(site)
afterAll(() => fixture[Symbol.asyncDispose]())

const visit = (options: Parameters<AnnoyanceFixture['render']>[1], idle = true) =>
  fixture.render(home, options, async ({ page }, _plan, report) => {
    await page.goto(home, { waitUntil: idle ? ['load', 'networkidle2'] : 'load' })
    await page.evaluate('Promise.all([window.socketEnded, window.workerEnded])')
    return { arrived: new Set(fixture.sites.paths()), requests: report.requests }
  })

test('without options every type is requested and nothing is counted as blocked', async () => {
  const { arrived, requests } = await visit({})
  for (const [, path] of paths) expect(arrived).toContain(path)
  expect(requests.blocked).toBe(0)
})

/** Every two types are told apart by one of these: each has a number, and the n-th set contains those whose n-th bit is 1. */
const halves = [1, 2, 4, 8].map((bit) => paths.map(([type]) => type).filter((_, index) => (index + 1) & bit))

test.each(halves.map((types) => [types]))(
  'block_ressources=%s blocks these types and no others',
  async (types) => {
    const { arrived, requests } = await visit({ resourceTypes: types })
    const gone = new Set(paths.filter(([type]) => types.includes(type)).map(([, path]) => path))
    // A worker's requests are of a type too, and a script that is a worker's counts as `other` in Chromium.
    if (gone.has('/other')) gone.add('/worker')
    if (gone.has('/other') || gone.has('/fetch')) gone.add('/fetch-in-worker')
    const expected = ['/', '/worker', '/fetch-in-worker', ...paths.map(([, path]) => path)]
    expect(expected.filter((path) => arrived.has(path))).toEqual(expected.filter((path) => !gone.has(path)))
    expect(requests.blocked).toBeGreaterThan(0)
  },
)

test('block_requests blocks what one of its patterns matches, in any case, and nothing else', async () => {
  const urlPatterns = ['*/image', '*/font', 'http://www.shop.test/x*', '*FETCH*']
  const { arrived, requests } = await visit({ urlPatterns })
  const gone = ['/image', '/font', '/xhr', '/fetch']
  const left = paths.map(([, path]) => path).filter((path) => arrived.has(path))
  expect(left).toEqual(paths.map(([, path]) => path).filter((path) => !gone.includes(path)))
  expect(arrived).not.toContain('/fetch-in-worker')
  expect(requests.blocked).toBeGreaterThanOrEqual(5)
})

test('the page itself is never blocked', async () => {
  const { arrived } = await visit({ urlPatterns: ['shop.test'], resourceTypes: ['document'] })
  expect([...arrived].filter((path) => !path.startsWith('CONNECT'))).toEqual(['/'])
})
