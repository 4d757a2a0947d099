import { describe, expect, test } from 'vitest'
import type { ScreenshotPlan } from '../../../lib/core/plan/render-plan.ts'
import { startRenderFixture } from '../../support/render/render.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** One page for each fault, with the error that it causes. */
const faults: Record<string, string> = {
  exception: "<script>throw new RangeError('too far')</script>",
  rejection: "<script>Promise.reject(new Error('refused'))</script>",
  console: "<script>console.error('%cWarning: %s has %d items', 'color: red', 'List', 3, { a: 1 })</script>",
  frame: '<iframe src="http://localhost:PORT/throws"></iframe>',
  worker:
    "<script>new Worker('/worker.js').onerror = () => document.body.append(document.createElement('b'))</script>",
}

const fine = `<script>
  console.log('log'); console.warn('warn'); console.assert(false)
  try { throw new Error('caught') } catch {}
  const late = Promise.reject(new Error('handled late')); setTimeout(() => late.catch(() => {}), 50)
</script><img src="/missing.png">`

const routes = Object.entries(faults).map(([name, body]) => [
  `/${name}`,
  (_request: unknown, response: import('node:http').ServerResponse) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html>${body.replace('PORT', new URL(fixture.site.url).port)}<p>text`),
])
const fixture = await startRenderFixture(
  {
    ...Object.fromEntries(routes),
    '/fine': page(`<!doctype html>${fine}<p>text`),
    '/throws': page("<script>throw new Error('in a frame')</script>"),
    '/worker.js': (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end("throw new Error('in a worker')"),
    '/bad-gateway': page('<!doctype html><p>text<script>fetch("/502?key=s3cret")</script>'),
    '/502': (_request, response) => void response.writeHead(502).end(),
    '/unreachable': page('<!doctype html><p>text<img src="http://127.0.0.1:1/a.png?key=s3cret">'),
    '/cors': page('<!doctype html><p>text<script>fetch("http://localhost:1/data").catch(() => {})</script>'),
    '/missing': (_request, response) =>
      void response.writeHead(404, { 'content-type': 'text/html' }).end('<p>missing'),
    '/canceled': page(`<!doctype html><p>text<script>
        const controller = new AbortController()
        fetch('/slow', { signal: controller.signal }).catch(() => {})
        setTimeout(() => controller.abort(), 50)</script><iframe src="data:text/html,x"></iframe>`),
    '/slow': (_request, response) => void setTimeout(() => response.end(), 500),
  },
  { egressAllow: '127.0.0.1,localhost' },
)

const shoot = (path: string, overrides: Partial<ScreenshotPlan>) =>
  fixture.shoot(path, { waitUntil: ['load'], delayMs: 200, ...overrides })

describe('fail_on_console_error', () => {
  test.each([
    ['exception', 'Uncaught RangeError: too far'],
    ['rejection', 'Uncaught (in promise) Error: refused'],
    ['console', 'Warning: List has 3 items { a: 1 }'],
    ['frame', 'Uncaught Error: in a frame'],
    ['worker', 'Uncaught Error: in a worker'],
  ])('%s: %s', async (name, message) => {
    await expect(
      shoot(`/${name}`, {
        failOnConsoleError: true,
        ...(name === 'worker' && { waitForSelector: 'b' }),
      }),
    ).rejects.toMatchObject({
      statusCode: 400,
      code: 'console_error',
      message: `The page reported an error (\`fail_on_console_error\`): ${message}`,
    })
  })

  test('nothing else fails, and neither does the service itself', async () => {
    await shoot('/fine', {
      failOnConsoleError: true,
      block: { annoyances: ['cookies_banner'], resourceTypes: [], urlPatterns: [] },
    })
    await shoot('/exception', {})
  })
})

describe('fail_on_failed_request', () => {
  test.each([
    ['/bad-gateway', /returned status 502 \(`fail_on_failed_request`\): http:\/\/127\.0\.0\.1:\d+\/502$/],
    [
      '/unreachable',
      /^A request of the page failed \(`fail_on_failed_request`\): http:\/\/127\.0\.0\.1:1\/a\.png$/,
    ],
    ['/cors', /failed .*localhost:1\/data$/],
  ])('%s is a 400', async (path, message) => {
    await expect(shoot(path, { failOnFailedRequest: true })).rejects.toMatchObject({
      statusCode: 400,
      code: 'request_failed',
      message: expect.stringMatching(message),
    })
  })

  test('requests that the page cancels or that are blocked do not count, nor does the page itself', async () => {
    await shoot('/canceled', { failOnFailedRequest: true })
    await shoot('/missing', { failOnFailedRequest: true })
    await shoot('/unreachable', {
      failOnFailedRequest: true,
      block: { annoyances: ['cookies_banner'], resourceTypes: ['image'], urlPatterns: [] },
    })
  })

  test('a status that `fail_on_request` lists keeps its code', async () => {
    const both = { failOnFailedRequest: true, failOnRequest: [{ from: 502, to: 502 }] }
    await expect(shoot('/bad-gateway', both)).rejects.toMatchObject({ code: 'request_status' })
  })
})
