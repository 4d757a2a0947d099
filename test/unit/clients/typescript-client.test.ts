import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import {
  type Acknowledgement,
  type Client,
  type ClientSettings,
  createClient,
  type EventView,
  type ReceivedWebhook,
  type RenderedFile,
  type RenderResult,
  type SnapshotDocument,
  verifyWebhook,
} from '../../../clients/typescript/src/index.ts'
import {
  createWebhookMessage,
  type WebhookMessageOptions,
} from '../../../lib/core/requests/webhook-message.ts'
import { clientModule, formatClientModule } from '../../../scripts/generate/client.ts'
import { pythonModules } from '../../../scripts/generate/python-client.ts'
import { inSeconds, nowMs, nowSeconds } from '../../support/now.ts'

test('the operations of the clients are those of the schemas', () => {
  expect(readFileSync(clientModule, 'utf8')).toBe(formatClientModule())
  for (const [path, text] of pythonModules()) expect(readFileSync(path, 'utf8')).toBe(text)
})

/** Returns a client whose service gives these responses one after the other, and the requests that it received. */
const connect = (responses: (Response | Error)[], settings: Partial<ClientSettings> = {}) => {
  const requests: Request[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    requests.push(new Request(url, init))
    const response = responses.shift() ?? new Error('The service has no more responses.')
    if (response instanceof Error) throw response
    return response
  }
  const client = createClient({ url: 'https://s.example/', accessKey: 'key', fetch, ...settings })
  return { client, requests }
}

const refused = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ message: 'No.', code: 'internal_error' }, { status, headers })

const wait = { 'retry-after': '0.01' }
const accepted = () => Response.json({ id: 'one' }, { status: 202 })

test.each([
  ['a busy service', [refused(429, wait), refused(429, wait), accepted()], 3],
  ['a lost connection', [new TypeError('fetch failed'), accepted()], 2],
])('a call is repeated with the same key after %s', async (_, responses, count) => {
  const { client, requests } = connect(responses)
  expect(await client.screenshot({ url: 'https://a.example', async: true })).toEqual({ id: 'one' })
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(requests).toHaveLength(count)
})

test.each([
  ['a mistake of the caller', [refused(400)], {}],
  ['a wait that is longer than a minute', [refused(429, { 'retry-after': '3600' })], {}],
  ['as many repetitions as wanted', [refused(429, wait)], { retries: 0 }],
])('a call is not repeated after %s', async (_, responses, settings) => {
  const { client, requests } = connect([...responses], settings)
  await expect(client.listTasks()).rejects.toMatchObject({ name: 'StillframeError', message: 'No.' })
  expect(requests).toHaveLength(1)
})

test('a comparison is repeated, and what may have had its effect is not', async () => {
  const compare = { before: 'one', after: 'two' }
  const comparing = connect([refused(500, wait), Response.json({ changed: false })])
  expect(await comparing.client.compare(compare)).toEqual({ changed: false })
  const deleting = connect([refused(500, wait)])
  await expect(deleting.client.deleteTask(1)).rejects.toMatchObject({ status: 500 })
  expect([comparing.requests.length, deleting.requests.length]).toEqual([2, 1])
})

test('a service that cannot be reached is an error with its cause, and a call that is aborted is not', async () => {
  const cause = new TypeError('fetch failed')
  await expect(connect([cause], { retries: 0 }).client.usage()).rejects.toMatchObject({
    name: 'StillframeError',
    status: 0,
    code: 'unreachable',
    cause,
  })
  const reason = new Error('No longer needed.')
  const { client } = connect([reason])
  await expect(client.usage({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

/** Returns a response whose connection is lost in its body. */
const broken = (contentType: string, cause: unknown, status = 200) =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(cause) }), {
    status,
    headers: { 'content-type': contentType },
  })

test.each<[string, string, number, (client: Client) => Promise<unknown>]>([
  ['JSON', 'application/json', 200, (client) => client.usage()],
  ['the bytes of a file', 'image/jpeg', 200, async (client) => (await client.screenshot({})).bytes()],
  [
    'the text of a file',
    'text/html',
    200,
    async (client) => (await client.scrape({ url: 'https://a.example' })).text(),
  ],
  ['an error', 'application/json', 400, (client) => client.usage()],
])('a connection that is lost in %s is a service that cannot be reached', async (_, type, status, call) => {
  const cause = new TypeError('terminated')
  const { client, requests } = connect([broken(type, cause, status)])
  await expect(call(client)).rejects.toMatchObject({ name: 'StillframeError', code: 'unreachable', cause })
  expect(requests).toHaveLength(1)
})

test('a body that is read while its call is aborted, or twice, is not a lost connection', async () => {
  const controller = new AbortController()
  const reason = new Error('No longer needed.')
  const { client } = connect([broken('image/jpeg', reason), new Response('x')])
  const aborted = await client.screenshot({}, { signal: controller.signal })
  controller.abort(reason)
  await expect(aborted.bytes()).rejects.toBe(reason)
  const file = await client.screenshot({})
  expect(await file.text()).toBe('x')
  await expect(file.text()).rejects.toThrow(TypeError)
})

test.each([
  ['0', 0],
  ['soon', undefined],
  ['', undefined],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
])('a Retry-After of %j is a wait of %s seconds', async (value, seconds) => {
  const { client } = connect([refused(429, { 'retry-after': value })], { retries: 0 })
  await expect(client.usage()).rejects.toMatchObject({ status: 429, retryAfter: seconds })
})

test('a Retry-After that is a date is waited for', async () => {
  const inAnHour = { 'retry-after': new Date(nowMs() + 3_600_000).toUTCString() }
  const { client, requests } = connect([refused(429, inAnHour), accepted()])
  await expect(client.usage()).rejects.toMatchObject({ status: 429 })
  expect(requests).toHaveLength(1)
})

test('a redirect is an error, and is not followed', async () => {
  const { client, requests } = connect([new Response('Moved', { status: 302, headers: { location: '/' } })])
  await expect(client.screenshot({ html: 'x' })).rejects.toMatchObject({ status: 302, message: 'Moved' })
  expect(requests.map(({ redirect }) => redirect)).toEqual(['manual'])
})

test('a change of keys does not expire while the service is busy', async () => {
  const { client, requests } = connect([Response.json({ key_generation: 1 }), accepted()], { secretKey: 'x' })
  await client.createKey({ name: 'One', scope: 'read' })
  const { expires } = await (requests[1] ?? expect.fail()).json()
  expect(expires).toBeGreaterThan(inSeconds(170))
})

test('the options of a render decide the type of its result', () => {
  const { client } = connect([])
  const types = (isAsync: boolean, type: 'file' | 'json') => {
    expectTypeOf(client.pdf({})).toEqualTypeOf<Promise<RenderedFile>>()
    expectTypeOf(client.pdf({ response_type: 'json' })).toEqualTypeOf<Promise<RenderResult>>()
    expectTypeOf(client.pdf({ response_type: 'json', async: true })).toEqualTypeOf<Promise<Acknowledgement>>()
    expectTypeOf(client.pdf({ async: isAsync })).toEqualTypeOf<Promise<RenderedFile | Acknowledgement>>()
    expectTypeOf(client.pdf({ async: isAsync, response_type: type })).toEqualTypeOf<
      Promise<RenderedFile | RenderResult | Acknowledgement>
    >()
    expectTypeOf(client.snapshot({})).toEqualTypeOf<Promise<SnapshotDocument>>()
    expectTypeOf(client.snapshot({ async: isAsync })).toEqualTypeOf<
      Promise<SnapshotDocument | Acknowledgement>
    >()
    // @ts-expect-error A snapshot is always JSON.
    void client.snapshot({ response_type: 'json' })
  }
  expect(types).toBeTypeOf('function')
})

test('the body of a response that is not used is canceled', async () => {
  const canceled: number[] = []
  const busy = (index: number) =>
    new Response(new ReadableStream({ cancel: () => void canceled.push(index) }), {
      status: 429,
      headers: wait,
    })
  const { client } = connect([busy(1), busy(2), accepted()])
  await client.usage()
  expect(canceled).toEqual([1, 2])
})

test.each([
  ['a render in the foreground', (client: Client) => client.pdf({ html: 'x' }, { idempotencyKey: 'mine' })],
  ['a change', (client: Client) => client.updateTask(1, { enabled: true }, { idempotencyKey: 'mine' })],
])('a key that would have no effect on %s is refused', async (_, call) => {
  const { client, requests } = connect([])
  await expect(call(client)).rejects.toThrow('`idempotencyKey` has no effect on')
  expect(requests).toEqual([])
})

test('a signal ends a call and the wait before its repetition', async () => {
  const { client, requests } = connect([refused(429, { 'retry-after': '30' })])
  const signal = AbortSignal.timeout(10)
  await expect(client.listTasks({ signal })).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(requests).toHaveLength(1)
})

const secretKey = 'Zk3v9QhT1mR8sYc5wB2nF7xL4pG6dJ0aKeUiOtVy'
const payload = { id: 'one', file: 'https://s.example/cache/ä.jpg', expires: 2, created: 1 }
const send = (
  timestamp = nowSeconds(),
  key: string | undefined = secretKey,
  message: WebhookMessageOptions['payload'] = payload,
) => createWebhookMessage({ payload: message, attempt: 1, timestamp, secretKey: key, externalId: undefined })

const { body: sentBody, headers: sentHeaders } = send()
const signature = sentHeaders['webhook-signature'] ?? ''

test.each<[string, ReceivedWebhook['headers']]>([
  ['an object', sentHeaders],
  ['Headers', new Headers(sentHeaders)],
  ['an object of node:http2', { ':method': 'POST', ':status': 200, ...sentHeaders, cookie: undefined }],
  ['pairs', Object.entries(sentHeaders)],
  ['raw headers', Object.entries(sentHeaders).flatMap(([name, value]) => [name.toUpperCase(), value])],
  ['several signatures', { ...sentHeaders, 'webhook-signature': `v1,old ${signature}` }],
  [
    'several signature headers that are joined',
    new Headers([...Object.entries(sentHeaders), ['webhook-signature', 'v1,other']]),
  ],
])('a webhook is verified with its headers in %s', async (_, headers) => {
  expect(await verifyWebhook({ body: sentBody, headers, secretKey })).toEqual(payload)
  expect(await verifyWebhook({ body: sentBody.toString(), headers, secretKey })).toEqual(payload)
})

test('an event is told by its type, and its data by that', async () => {
  const event = { type: 'batch.ended', timestamp: '2030-01-01T00:00:00.000Z', data: { batch_id: 'two' } }
  const { body, headers } = send(undefined, secretKey, { id: 'one', body: event })
  const message = await verifyWebhook({ body, headers, secretKey })
  if (!('type' in message) || message.type !== 'batch.ended') expect.fail()
  expect(message.data.batch_id).toBe('two')
  expectTypeOf<EventView & { type: 'task.failed' }>().toHaveProperty('data').toHaveProperty('failures')
})

test.each([
  ['another body', { ...send(), body: '{}' }],
  ['another key', send(undefined, 'other')],
  [
    'no signature',
    createWebhookMessage({
      payload,
      attempt: 1,
      timestamp: nowSeconds(),
      secretKey: undefined,
      externalId: undefined,
    }),
  ],
  ['an old time', send(inSeconds(-400))],
  ['no time', { ...send(), headers: {} }],
])('a webhook with %s is refused', async (_, { body, headers }) => {
  await expect(verifyWebhook({ body, headers, secretKey })).rejects.toMatchObject({ name: 'WebhookError' })
})

test.each(['', undefined as never])('a webhook cannot be verified with an empty key', async (empty) => {
  const { body, headers } = send()
  await expect(verifyWebhook({ body, headers, secretKey: empty })).rejects.toThrow('`secretKey` is empty')
})
