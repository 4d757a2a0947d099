import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http'
import { pipeline } from 'node:stream'
import { toEgressError } from '../../egress/egress-error.ts'
import { endToEndHeaders } from './end-to-end-headers.ts'

/** Node's own limit of 16 kB breaks pages with many cookies and policies. */
export const headerBytesMax = 262_144

export interface NextProxy {
  /** Connects to the proxy. */
  agent: Agent
  /** For the proxy: alternating names and values. */
  headers: readonly string[]
  /** The target, as the `Host` header has it. */
  authority: string
}

/** Forwards the request. Repeats it once if the server closed a reused connection in the same moment. */
export const exchange = async (
  proxy: NextProxy,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<IncomingMessage> => {
  const attempt = async () => {
    const outgoing = openRequest(proxy, request)
    response.once('close', () => outgoing.destroy())
    return { outgoing, response: await responseTo(outgoing, request).catch(toEgressError) }
  }
  const first = await attempt()
  if (!(first.response instanceof Error)) return first.response
  if (!first.outgoing.reusedSocket || !isRepeatable(request) || response.destroyed) throw first.response
  const second = await attempt()
  if (second.response instanceof Error) throw second.response
  return second.response
}

const carriesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const isRepeatable = (request: IncomingMessage) =>
  (request.method === 'GET' || request.method === 'HEAD') && !carriesBody(request)

const openRequest = ({ agent, headers, authority }: NextProxy, request: IncomingMessage): ClientRequest => {
  const isChunked = request.headers['transfer-encoding'] !== undefined
  return send({
    agent,
    method: request.method ?? 'GET',
    path: `http://${authority}${request.url}`,
    headers: [
      'Host',
      authority,
      ...endToEndHeaders(request.rawHeaders, isChunked ? ['host', 'content-length'] : ['host']),
      ...(isChunked ? ['Transfer-Encoding', 'chunked'] : []),
      ...headers,
    ],
    setHost: false,
    maxHeaderSize: headerBytesMax,
  })
}

const responseTo = (outgoing: ClientRequest, request: IncomingMessage): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.on('error', reject)
    // A protocol upgrade closes it without an error.
    outgoing.on('close', () => reject(new Error('The connection was closed without a response.')))
    if (carriesBody(request)) pipeline(request, outgoing, () => {})
    else outgoing.end()
  })
