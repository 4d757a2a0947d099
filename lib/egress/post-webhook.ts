import { type IncomingMessage, request as send } from 'node:http'
import type { Socket } from 'node:net'
import { type EgressPolicy, urlPort } from '../core/network/address-policy.ts'
import type { WebhookMessage } from '../core/requests/webhook-message.ts'
import type { WebhookAnswer, WebhookFailure } from '../core/requests/webhook-outcome.ts'
import { withDeadline } from '../deadline.ts'
import { credentialsOf } from '../schema/web-address.ts'
import { createDialer, type Dial } from './dial.ts'
import { EgressError } from './egress-error.ts'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'
import { secureSocket } from './secure.ts'

/** One call of a webhook. Never rejects: what goes wrong on the way is an answer, too. */
export type PostWebhook = (url: string, message: WebhookMessage) => Promise<WebhookAnswer>

export interface PostWebhookOptions {
  policy: EgressPolicy
  resolve?: ResolveHost | undefined
  /** From the first look at the name to the end of the TLS handshake; `connectMsMax` unless given. */
  connectMs?: number | undefined
  /** From the first look at the name to the head of the answer; `answerMsMax` unless given. */
  answerMs?: number | undefined
}

export const connectMsMax = 5_000

export const answerMsMax = 15_000

/** A receiver that is cut off while it answers may count its answer as not sent, so a little of the body is awaited. */
const bodyBytesMax = 4096
const bodyMs = 1000

/**
 * Sends a webhook over a new connection, to an IP address that the policy allows at that moment. Redirects are not
 * followed, proxies of the environment not used, the answer's body is not kept.
 */
export const createPostWebhook =
  ({ policy, resolve, connectMs = connectMsMax, answerMs = answerMsMax }: PostWebhookOptions): PostWebhook =>
  async (url, message) => {
    const system = createResolveHost()
    const dialer = createDialer({
      policy,
      resolve: resolve ?? system.resolve,
      connectMs,
      connectionsMax: 1,
    })
    const call = async () => {
      const target = new URL(url)
      const connecting = openConnection(target, { dial: dialer.dial, connectMs })
      return exchange(target, message, await inTime(connecting, connectMs, 'connect_timeout'))
    }
    try {
      const { head, drained } = await inTime(call(), answerMs, 'timeout')
      await drained
      return { status: head.statusCode ?? 0, retryAfter: head.headers['retry-after'] }
    } catch (error) {
      return { failure: toFailure(error) }
    } finally {
      dialer.close()
      system.cancel()
    }
  }

class LateError extends Error {
  readonly failure: Extract<WebhookFailure, 'connect_timeout' | 'timeout'>

  constructor(failure: LateError['failure']) {
    super('The receiver took too long')
    this.failure = failure
  }
}

const inTime = <T>(promise: Promise<T>, ms: number, failure: LateError['failure']): Promise<T> =>
  withDeadline(promise, ms, undefined, () => new LateError(failure))

class InsecureError extends Error {}

interface Answered {
  head: IncomingMessage
  drained: Promise<void>
}

const openConnection = async (
  url: URL,
  { dial, connectMs }: { dial: Dial; connectMs: number },
): Promise<Socket> => {
  const socket = await dial(url.hostname, urlPort(url))
  return url.protocol === 'https:' ? secure(socket, url.hostname, connectMs) : socket
}

const exchange = (url: URL, { headers, body }: WebhookMessage, connection: Socket): Promise<Answered> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const outgoing = send({
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    headers: {
      Host: url.host,
      ...authorizationHeader(url),
      ...headers,
      'Content-Length': body.length,
      Connection: 'close',
    },
    createConnection: () => connection,
  })
  // Both stay for the life of the connection: what breaks after the answer must not end the process.
  outgoing.on('error', reject)
  // A change of protocol ends it without an error.
  outgoing.on('close', () => reject(new Error('The connection was closed without a response')))
  outgoing.on('response', (head) => {
    head.on('error', () => {})
    resolve({ head, drained: drain(head) })
  })
  outgoing.end(body)
  return promise
}

const secure = (socket: Socket, host: string, connectMs: number): Promise<Socket> =>
  secureSocket(socket, host, connectMs).catch((error) => {
    throw new InsecureError('No secure connection', { cause: error })
  })

/** Credentials in the address are for its own host. */
const authorizationHeader = (url: URL): Record<string, string> => {
  const credentials = credentialsOf(url)
  if (typeof credentials !== 'object') return {}
  const pair = Buffer.from(`${credentials.username}:${credentials.password}`)
  return { Authorization: `Basic ${pair.toString('base64')}` }
}

/** Until the body has ended, or enough of it has come, or it has broken off: the status counts either way. */
const drain = (answer: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(() => answer.destroy(), bodyMs)
    answer.on('data', ({ length }: Buffer) => {
      bytes += length
      if (bytes >= bodyBytesMax) answer.destroy()
    })
    answer.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const toFailure = (error: unknown): WebhookFailure => {
  if (error instanceof LateError) return error.failure
  if (error instanceof InsecureError) return 'tls_error'
  if (!(error instanceof EgressError)) return 'connection_failed'
  const { failure } = error
  return failure === 'address_blocked' || failure === 'host_not_found' || failure === 'connection_refused'
    ? failure
    : 'connection_failed'
}
