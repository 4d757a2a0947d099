import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { createCanary } from '../../lib/jobs/canary.ts'
import { listen } from '../support/listen.ts'

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
