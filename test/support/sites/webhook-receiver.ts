import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { nowMs } from '../now.ts'

/** One call that arrived whole. */
export interface Delivery {
  /** The header `X-Service-Request-Id`. */
  id: string
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The very bytes. */
  body: Buffer
  /** Unix ms. */
  atMs: number
  /** The name in the TLS handshake; false: none was sent, undefined: no TLS. */
  serverName: string | false | undefined
}

/** What a receiver does with a call. @param nth how many calls for this request there were, this one included */
export type Behaviour = (response: ServerResponse, delivery: Delivery, nth: number) => void

export const responding =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end()

export const acknowledging = responding(200)

/** The first `count` calls for each request as the one, later ones as the other. */
export const firstThen =
  (count: number, first: Behaviour, then: Behaviour): Behaviour =>
  (response, delivery, nth) =>
    (nth <= count ? first : then)(response, delivery, nth)

/** Takes the call and never says anything. */
export const silent: Behaviour = () => {}

export const redirectingToItself: Behaviour = (response, { path }) =>
  void response.writeHead(307, { location: path }).end()

/** Closes the connection without a response. */
export const closingEarly: Behaviour = (response) => void response.destroy()

/** Sends a 200 status, then breaks off during the body. */
export const breakingOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': 1000 })
  response.write('x', () => response.destroy())
}

/** Sends a 200 status, then an endless body, a byte at a time. */
export const dripping: Behaviour = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'), 20)
  response.once('close', () => clearInterval(timer))
}

/** Acknowledges with a body of that many bytes. */
export const respondingBytes =
  (bytes: number): Behaviour =>
  (response) => {
    const chunk = Buffer.alloc(65_536, 'x')
    let left = bytes
    response.writeHead(200, { 'content-length': bytes })
    const write = () => {
      while (left > 0) {
        const part = chunk.subarray(0, Math.min(left, chunk.length))
        left -= part.length
        if (!response.write(part)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  }

export interface WebhookReceiver extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` or, with TLS, `https://`. */
  readonly url: string
  readonly port: number
  /** Every call that arrived whole, oldest first. */
  readonly deliveries: Delivery[]
  /** Deliveries whose response started with a 2xx status. */
  readonly acknowledged: Delivery[]
  deliveriesOf(id: string): Delivery[]
  /** TCP connections that were opened. */
  connections(): number
  /** What it does from now on. */
  behave(behaviour: Behaviour): void
  /** Resolves as soon as so many calls have arrived. */
  received(count: number): Promise<void>
  /** The end; `stop` under the name that disposers have. */
  close(): Promise<void>
  /** Goes down: connections are refused until `start`. */
  stop(): Promise<void>
  /** Comes back on the same port. */
  start(): Promise<void>
}

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/egress/${name}`, import.meta.url)))

/**
 * A receiver of webhooks on 127.0.0.1.
 * @param tls with the certificate that trusts itself alone, valid for proxy.test, localhost and 127.0.0.1
 */
export const startWebhookReceiver = async (
  behaviour: Behaviour = acknowledging,
  { tls = false } = {},
): Promise<WebhookReceiver> => {
  const deliveries: Delivery[] = []
  const acknowledged: Delivery[] = []
  const counts = new Map<string, number>()
  const waiting = new Set<() => void>()
  let connections = 0
  let behave = behaviour

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const delivery = await readDelivery(request).catch(() => undefined)
    if (!delivery) return
    response.on('error', () => {})
    const nth = (counts.get(delivery.id) ?? 0) + 1
    counts.set(delivery.id, nth)
    deliveries.push(delivery)
    behave(response, delivery, nth)
    if (response.headersSent && response.statusCode >= 200 && response.statusCode <= 299)
      acknowledged.push(delivery)
    for (const check of waiting) check()
  }

  const server = tls
    ? createSecureServer({ key: fixture('proxy-key.pem'), cert: fixture('proxy-certificate.pem') })
    : createServer()
  server.on('request', (request, response) => void receive(request, response))
  server.on('connection', (socket: Socket) => {
    connections++
    socket.on('error', () => {})
  })
  server.on('tlsClientError', () => {})
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    deliveries,
    acknowledged,
    deliveriesOf: (id) => deliveries.filter((delivery) => delivery.id === id),
    connections: () => connections,
    behave(next) {
      behave = next
    },
    received: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (deliveries.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    stop,
    start: async () => void (await listen(port)),
    close: stop,
    [Symbol.asyncDispose]: stop,
  }
}

const readDelivery = async (request: IncomingMessage): Promise<Delivery> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return {
    id: String(request.headers['x-service-request-id']),
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks),
    atMs: nowMs(),
    serverName: (request.socket as { servername?: string | false }).servername,
  }
}
