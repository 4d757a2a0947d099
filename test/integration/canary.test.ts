import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createBackgroundCanary } from '../../lib/jobs/background-canary.ts'
import { createCanary } from '../../lib/jobs/canary.ts'
import { listen } from '../support/listen.ts'
import { nowMs, nowSeconds } from '../support/now.ts'

const png = Buffer.from('89504e470d0a1a0a', 'hex')

/** Returns the outcome of a canary whose API responds as given, with what it logged. */
const run = async (respond: RequestListener, accessKey = 'key') => {
  const lines: object[] = []
  const log = {
    info: (fields: object) => void lines.push(fields),
    error: (fields: object) => void lines.push(fields),
  }
  const publicUrl = `http://127.0.0.1:${await listen(createServer(respond))}`
  const outcome = await createCanary({ publicUrl, accessKey, log, nowMs: Date.now })()
  return { outcome, lines }
}

test('the canary renders the demo page with its key', async () => {
  const requests: [string | undefined, unknown][] = []
  const { outcome, lines } = await run(({ url, headers }, response) => {
    requests.push([url, headers['x-access-key']])
    response.end(png)
  })
  expect(outcome).toBe('ok')
  expect(requests).toEqual([[expect.stringMatching(/^\/v1\/screenshot\?url=http%3A%2F%2Fdemo\./), 'key']])
  expect(JSON.stringify(lines)).not.toContain('"key"')
})

test.each<[string, RequestListener, object]>([
  [
    'an error',
    (_, response) => response.writeHead(404, { 'x-service-error': 'not_found' }).end('{}'),
    { status: 404, code: 'not_found' },
  ],
  ['something other than an image', (_, response) => response.end('<html>'), { status: 200 }],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/' }).end(), { outcome: 'failed' }],
  ['no response', (request) => request.socket.destroy(), { outcome: 'failed' }],
])('%s is a failure, and the log says why', async (_, respond, line) => {
  const { outcome, lines } = await run(respond)
  expect(outcome).toBe('failed')
  expect(lines).toEqual([expect.objectContaining({ outcome: 'failed', ...line })])
})

test('a connection that was lost while the environment stood still is no failure', async () => {
  let attempts = 0
  const { outcome } = await run((request, response) => {
    attempts += 1
    if (attempts === 1) request.socket.destroy()
    else response.end(png)
  })
  expect([outcome, attempts]).toEqual(['ok', 2])
})

test('without a key, nothing is rendered', async () => {
  const { outcome, lines } = await run((_, response) => void response.end(png), '')
  expect([outcome, lines]).toEqual(['skipped', []])
})

const sent = { status: 'delivered', attempts: [{ status: 200 }] }

const statuses: Readonly<Record<string, number>> = { POST: 202, DELETE: 204 }

/** Returns the outcome of a background canary that finds a request of the given age, with the calls that it made. */
const runBackground = async (last: object | undefined, minutes = 5, refused?: string) => {
  const calls: string[] = []
  const lines: object[] = []
  const note = (fields: object) => void lines.push(fields)
  const found = last && {
    id: 'r1',
    created: nowSeconds() - 60 * minutes,
    external_id: 'stillframe-background-canary-8f3b1c5e',
    ...last,
  }
  const others = ['canary', null].map((id) => ({ id: 'r0', created: nowSeconds() - 3600, external_id: id }))
  const port = await listen(
    createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://canary.test')
      const body = await text(request)
      calls.push(`${request.method} ${pathname}${body && ` ${JSON.parse(body).webhook_url}`}`)
      const status = statuses[request.method ?? ''] ?? 200
      response.writeHead(request.method === refused ? 503 : status)
      response.end(
        status === 200 ? JSON.stringify({ requests: found ? [...others, found] : others }) : undefined,
      )
    }),
  )
  const check = createBackgroundCanary({
    publicUrl: `http://127.0.0.1:${port}`,
    accessKey: 'key',
    pageUrl: 'https://page.test/',
    log: { info: note, error: note },
    nowMs,
  })
  return { outcome: await check(), calls, lines }
}

const all = ['GET /v1/requests', 'DELETE /v1/requests/r1', 'POST /v1/scrape https://page.test/']

test.each<[string, object, string]>([
  ['done with its webhook', { status: 'done', webhook: sent }, 'ok'],
  [
    'done, and the page refuses its webhook',
    { status: 'done', webhook: { status: 'pending', attempts: [{ status: 405 }] } },
    'ok',
  ],
  ['still queued', { status: 'queued', webhook: sent }, 'failed'],
  ['failed', { status: 'failed', error: { code: 'connection_failed' }, webhook: sent }, 'failed'],
  [
    'done, and nothing sends its webhook',
    { status: 'done', webhook: { status: 'pending', attempts: [] } },
    'failed',
  ],
  [
    'done, and its webhook reaches nothing',
    { status: 'done', webhook: { status: 'pending', attempts: [{ status: null }] } },
    'failed',
  ],
])(
  'in the background, a request of the previous run that is %s is deleted, and the next one is sent',
  async (_, last, outcome) => {
    const { lines, ...run } = await runBackground(last)
    expect(run).toEqual({ outcome, calls: all })
    expect(lines).toEqual([expect.objectContaining({ outcome })])
  },
)

test('in the background, the first run finds none, and one by hand leaves the latest alone', async () => {
  expect(await runBackground(undefined)).toMatchObject({ outcome: 'ok', calls: [all[0], all[2]] })
  const young = await runBackground({ status: 'queued', webhook: sent }, 1)
  expect(young).toEqual({ outcome: 'skipped', calls: [all[0]], lines: [] })
})

test('in the background, a request that is refused is a failure', async () => {
  const run = await runBackground({ status: 'done', webhook: sent }, 5, 'POST')
  expect(run.outcome).toBe('failed')
  expect(run.lines).toEqual([
    expect.objectContaining({ cause: expect.stringContaining('POST /v1/scrape returned 503') }),
  ])
})
