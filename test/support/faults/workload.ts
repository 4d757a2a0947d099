import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { type FixtureServer, page, type Route, startFixtureServer } from '../sites/fixture-server.ts'

/** One request of the workload, as its caller knows it. */
export interface Order {
  operation: 'screenshot' | 'scrape' | 'pdf'
  body: Record<string, unknown>
  /** How it must end. */
  ends: 'done' | 'failed'
  /** A retried POST with this key is the same request. */
  idempotencyKey: string
}

export interface Accepted {
  order: Order
  id: string
  created: number
}

/** What `GET /v1/requests/<id>` says, as far as the checks read it. */
export interface SeenRequest {
  id: string
  status: 'queued' | 'done' | 'failed'
  file: string | null
  expires: number | null
  error: { code: string; message: string } | null
  webhook: { status: string; attempts: { status: number | null; error: string | null }[] } | null
}

/** Pages that are quick to render but for the one that makes megabytes. */
export const startPages = async (): Promise<FixtureServer> => {
  const noise = await sharp({
    create: {
      width: 1500,
      height: 1500,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const image: Route = (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(noise)
  }
  return startFixtureServer({
    '/plain': page('<!doctype html><title>plain</title><body style="background:#00c800">plain</body>'),
    '/large': page('<!doctype html><body style="margin:0"><img src="/noise.png">'),
    '/noise.png': image,
  })
}

const small = { viewport_width: 320, viewport_height: 240, block_annoyance: 'none' }

/** A mix of what requests can be: quick, cached, large in and out, failing; each with a webhook. */
export const createOrders = (count: number, pagesUrl: string, webhookUrl: string): Order[] =>
  Array.from({ length: count }, (_, index) => {
    const made = kinds[index % kinds.length]?.(pagesUrl, index)
    if (!made) throw new Error('There are no kinds of orders.')
    const body = { ...small, ...made.body, async: true, webhook_url: webhookUrl }
    return { ...made, body, idempotencyKey: randomUUID() }
  })

type Kind = (pagesUrl: string, index: number) => Pick<Order, 'operation' | 'body' | 'ends'>

const kinds: readonly Kind[] = [
  (url, index) => ({
    operation: 'screenshot',
    body: { url: `${url}/plain?${index}`, format: 'png' },
    ends: 'done',
  }),
  (url) => ({
    operation: 'screenshot',
    body: { url: `${url}/plain?cached`, format: 'png', cache: true },
    ends: 'done',
  }),
  (url, index) => ({
    operation: 'screenshot',
    body: { url: `${url}/large?${index}`, format: 'png', viewport_width: 1500, viewport_height: 1500 },
    ends: 'done',
  }),
  (_url, index) => ({
    operation: 'screenshot',
    body: { html: `<h1>${index}</h1><!--${'x'.repeat(400_000)}-->`, format: 'webp' },
    ends: 'done',
  }),
  () => ({ operation: 'scrape', body: { url: 'http://127.0.0.1:1/' }, ends: 'failed' }),
  (url, index) => ({ operation: 'pdf', body: { url: `${url}/plain?${index}` }, ends: 'done' }),
  (url, index) => ({
    operation: 'scrape',
    body: { url: `${url}/plain?${index}`, format: 'md' },
    ends: 'done',
  }),
  (url, index) => ({
    operation: 'screenshot',
    body: { url: `${url}/plain?${index}`, click_selector: '#nothing', timeout: 2 },
    ends: 'failed',
  }),
]

export interface Caller {
  baseUrl: string
  accessKey: string
}

/** Posts until the service returns 202. A broken connection leaves open whether the request was accepted. */
export const order = async (caller: Caller, input: Order, signal: AbortSignal): Promise<Accepted> => {
  for (;;) {
    signal.throwIfAborted()
    const response = await post(caller, input)
    if (response?.status === 202) {
      const { created } = JSON.parse(response.text) as { created: number }
      return { order: input, id: response.headers.get('x-service-request-id') ?? '', created }
    }
    if (response && response.status < 500) throw new Error(`${response.status}: ${response.text}`)
    await wait(100)
  }
}

/** Sends and reads the whole response. Returns undefined if the connection breaks before the response ends. */
const send = async (url: string, init: RequestInit) => {
  try {
    const response = await fetch(url, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch {
    return undefined
  }
}

const post = ({ baseUrl, accessKey }: Caller, { operation, body, idempotencyKey }: Order) =>
  send(`${baseUrl}/v1/${operation}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-access-key': accessKey,
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(body),
  })

/** Reads a request, or undefined while the service is down. */
const read = async ({ baseUrl, accessKey }: Caller, id: string): Promise<SeenRequest | undefined> => {
  const response = await send(`${baseUrl}/v1/requests/${id}`, { headers: { 'x-access-key': accessKey } })
  if (response?.status === 200) return JSON.parse(response.text) as SeenRequest
  if (response && response.status < 500) throw new Error(`${response.status}: ${response.text}`)
  return undefined
}

const isOver = ({ status, webhook }: SeenRequest) =>
  status === 'failed' || (status === 'done' && (webhook === null || webhook.status !== 'pending'))

/** Waits until the request and its webhook are at their end, and fails if a state is ever taken back. */
export const follow = async (caller: Caller, { id }: Accepted, signal: AbortSignal): Promise<SeenRequest> => {
  let before: SeenRequest | undefined
  for (;;) {
    if (signal.aborted) throw new Error(`${id} did not end: ${JSON.stringify(before)}`)
    const seen = await read(caller, id).catch((error: unknown) => {
      if (before) throw error
      return undefined
    })
    if (seen && before && before.status !== 'queued' && seen.status !== before.status)
      throw new Error(`${id} went from ${before.status} to ${seen.status}`)
    if (seen && isOver(seen)) return seen
    before = seen ?? before
    await wait(500)
  }
}

/** SHA-256 of what the address of a result serves, in lower-case hex. */
export const hashOfFile = async (file: string): Promise<string> => {
  const response = await fetch(file)
  if (response.status !== 200) throw new Error(`${file}: ${response.status}`)
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
}
