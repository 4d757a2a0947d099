import { expect, test } from 'vitest'
import { traceIdOf } from '../../../lib/core/telemetry/trace-context.ts'
import { joinWebhookService, testReceiver } from '../../support/service/webhook-service.ts'

const desk = await joinWebhookService()

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${parentId}-01`
const ours = new RegExp(`^00-${traceId}-(?!${parentId})[0-9a-f]{16}-01$`)

const call = (path: string, init: { method?: string; body?: string; headers?: object } = {}) =>
  desk.call(path, desk.account.accessKey, {
    ...init,
    headers: { 'content-type': 'application/json', traceparent, ...init.headers },
  })

const page = { url: desk.site.url, js_enabled: false }
const post = (path: string, body: object) => call(path, { method: 'POST', body: JSON.stringify(body) })
const idOf = (response: Response) => response.headers.get('x-service-request-id') ?? ''

/** The traces of the log lines about a request. */
const loggedTraces = (id: string) =>
  desk.service
    .readLog()
    .filter((line) => line.includes(`"requestId":"${id}"`))
    .map((line) => JSON.parse(line).traceId)

test.each([
  ['a result', '/v1/devices', 200],
  ['an error', '/v1/scrape', 400],
  ['an unknown path', '/v1/unknown', 404],
])('%s continues the trace of its caller, in the header and in the log line', async (_case, path, status) => {
  const response = await call(path)
  expect([response.status, response.headers.get('traceparent')]).toEqual([
    status,
    expect.stringMatching(ours),
  ])
  await expect.poll(() => loggedTraces(idOf(response))).toEqual([traceId])
})

test('without a valid traceparent, each request begins a trace', async () => {
  const invalid = `00-${'0'.repeat(32)}-${parentId}-01`
  const responses = await Promise.all([
    desk.call('/v1/devices'),
    call('/v1/devices', { headers: { traceparent: invalid } }),
  ])
  const traces = responses.map(({ headers }) => headers.get('traceparent') ?? '')
  for (const trace of traces) expect(trace).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  expect(traceIdOf(traces[0] ?? '')).not.toBe(traceIdOf(traces[1] ?? ''))
})

test('the worker and the webhook continue the trace of an asynchronous request', async () => {
  const receiver = await testReceiver()
  const response = await post('/v1/scrape', { ...page, async: true, webhook_url: receiver.url })
  expect(response.status).toBe(202)
  await receiver.received(1)
  const sent = String(receiver.deliveries[0]?.headers['traceparent'])
  expect(sent).toMatch(ours)
  expect(sent).not.toBe(response.headers.get('traceparent'))
  // Of the API, the worker and the webhook.
  await expect.poll(() => loggedTraces(idOf(response))).toEqual([traceId, traceId, traceId])
})

test('the webhook of a synchronous request and of a batch continue the trace, and so do the requests of the batch', async () => {
  const receiver = await testReceiver()
  const now = await post('/v1/scrape', { ...page, webhook_url: receiver.url })
  expect(now.status).toBe(200)
  const batch = await post('/v1/batches', {
    operation: 'scrape',
    options: { js_enabled: false },
    requests: [{ url: desk.site.url, webhook_url: receiver.url }],
    webhook_url: receiver.url,
  })
  expect(batch.status).toBe(202)
  await expect.poll(() => receiver.deliveries.length).toBe(3)
  for (const { headers } of receiver.deliveries) expect(headers['traceparent']).toMatch(ours)
})
