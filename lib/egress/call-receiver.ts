import { type IncomingMessage, request as send } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { within } from '../base/timers.ts'
import { withoutUndefined } from '../base/without-undefined.ts'
import { type EgressPolicy, urlPort } from '../core/network/address-policy.ts'
import type { ReceiverFailure, ReceiverResponse } from '../core/requests/receiver-response.ts'
import type { WebhookMessage } from '../core/requests/webhook-message.ts'
import { credentialsOf } from '../schema/http-url.ts'
import { createDialer, type Dial } from './dial.ts'
import { EgressError } from './egress-error.ts'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'
import { secureSocket } from './secure.ts'

/** A file that is sent with PUT instead of a message, or a request to delete one. */
interface UploadMessage {
  method?: 'DELETE'
  headers: Readonly<Record<string, string>>
  body: Readable
  bytes: number
}

/** Calls a webhook, or uploads a file, once. Never rejects, because a failure is a result as well. @param limitMs `responseMs` unless given */
export type CallReceiver = (
  url: string,
  message: WebhookMessage | UploadMessage,
  limitMs?: number,
) => Promise<ReceiverResponse>

export interface CallReceiverOptions {
  policy: EgressPolicy
  resolve?: ResolveHost | undefined
  /** From name resolution to the end of the TLS handshake; `connectMsMax` unless given. */
  connectMs?: number | undefined
  /** From name resolution to the head of the response; `responseMsMax` unless given. */
  responseMs?: number | undefined
}

export const connectMsMax = 5_000

export const responseMsMax = 15_000

/** A receiver may treat a response that is cut off as not sent, so a small part of the body is awaited. */
const bodyBytesMax = 4096
const bodyMs = 1000

/**
 * Sends a webhook over a new connection to an IP address that the policy allows at that moment. It does not follow redirects, ignores
 * the environment's proxies, and discards the response body.
 */
export const createCallReceiver =
  ({
    policy,
    resolve,
    connectMs = connectMsMax,
    responseMs = responseMsMax,
  }: CallReceiverOptions): CallReceiver =>
  async (url, message, limitMs = responseMs) => {
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
      const socket = await within(connecting, connectMs, undefined, late('connect_timeout'))
      return exchange(target, message, socket)
    }
    try {
      const { head, drained } = await within(call(), limitMs, undefined, late('timeout'))
      const text = await drained
      const named = 'bytes' in message ? namedInError(head, text) : {}
      return { status: head.statusCode ?? 0, retryAfter: head.headers['retry-after'], ...named }
    } catch (error) {
      return { failure: toFailure(error) }
    } finally {
      dialer.close()
      system.cancel()
    }
  }

class LateError extends Error {
  readonly failure: Extract<ReceiverFailure, 'connect_timeout' | 'timeout'>

  constructor(failure: LateError['failure']) {
    super('The receiver did not respond in time')
    this.failure = failure
  }
}

const late = (failure: LateError['failure']) => () => new LateError(failure)

class InsecureError extends Error {}

interface Received {
  head: IncomingMessage
  /** The beginning of the body. */
  drained: Promise<string>
}

/** Opens a connection for the scheme of a URL. */
export const openConnection = async (
  url: URL,
  { dial, connectMs }: { dial: Dial; connectMs: number },
): Promise<Socket> => {
  const socket = await dial(url.hostname, urlPort(url))
  return url.protocol === 'https:' ? secure(socket, url.hostname, connectMs) : socket
}

const exchange = (
  url: URL,
  message: WebhookMessage | UploadMessage,
  connection: Socket,
): Promise<Received> => {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const isUpload = 'bytes' in message
  const outgoing = send({
    method: isUpload ? (message.method ?? 'PUT') : 'POST',
    path: `${url.pathname}${url.search}`,
    headers: {
      Host: url.host,
      ...authorizationHeader(url),
      ...message.headers,
      'Content-Length': isUpload ? message.bytes : message.body.length,
      Connection: 'close',
    },
    createConnection: () => connection,
  })
  // Both listeners stay for the connection's lifetime, because a failure after the response must not end the process.
  outgoing.on('error', reject)
  // A protocol upgrade closes it without an error.
  outgoing.on('close', () => reject(new Error('The connection was closed without a response.')))
  outgoing.on('response', (head) => {
    head.on('error', () => {})
    resolve({ head, drained: drain(head) })
  })
  if (isUpload)
    message.body
      .on('error', (error) => {
        reject(error)
        outgoing.destroy()
      })
      .pipe(outgoing)
  else outgoing.end(message.body)
  return promise
}

const secure = (socket: Socket, host: string, connectMs: number): Promise<Socket> =>
  secureSocket(socket, host, connectMs).catch((error) => {
    throw new InsecureError('No secure connection', { cause: error })
  })

/** Credentials in the URL are for its own host. */
export const authorizationHeader = (url: URL): Record<string, string> => {
  const credentials = credentialsOf(url)
  if (typeof credentials !== 'object') return {}
  const pair = Buffer.from(`${credentials.username}:${credentials.password}`)
  return { Authorization: `Basic ${pair.toString('base64')}` }
}

/** Resolves when the body has ended, enough of it has arrived, or it broke off. The status counts in any case. */
const drain = (response: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    const timer = setTimeout(() => response.destroy(), bodyMs)
    response.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1', 0, bodyBytesMax - text.length)
      if (text.length >= bodyBytesMax) response.destroy()
    })
    response.once('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
  })

/** Returns names in an error of S3 and services with its API. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const namedInError = ({ headers }: IncomingMessage, text: string) => {
  const contentOf = (element: string) => {
    const [, content = ''] = text.split(`<${element}>`, 2)
    return nameOf(content.split(`</${element}>`, 1)[0])
  }
  const region = contentOf('Region') ?? nameOf(headers['x-amz-bucket-region']?.toString())
  return withoutUndefined({ code: contentOf('Code'), region })
}

const nameOf = (text = '') => (/^[A-Za-z0-9-]{1,64}$/.test(text) ? text : undefined)

const toFailure = (error: unknown): ReceiverFailure => {
  if (error instanceof LateError) return error.failure
  if (error instanceof InsecureError) return 'tls_error'
  if (!(error instanceof EgressError)) return 'connection_failed'
  const { failure } = error
  return failure === 'address_blocked' || failure === 'host_not_found' || failure === 'connection_refused'
    ? failure
    : 'connection_failed'
}
