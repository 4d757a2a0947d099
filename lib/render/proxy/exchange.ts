import { type ClientRequest, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { pipeline } from 'node:stream'
import { toEgressError } from '../../egress/egress-error.ts'
import { endToEndHeaders } from './end-to-end-headers.ts'
import { headerBytesMax } from './proxy-port.ts'
import type { Relay } from './relay.ts'
import { authorityOf, type RequestTarget } from './request-target.ts'

/** Sends the request on; a kept connection that the server closed in the same moment is no failure of the server's. */
export const exchange = async (
  relay: Relay,
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
): Promise<IncomingMessage> => {
  const attempt = async () => {
    const outgoing = openRequest(relay, request, target)
    response.once('close', () => outgoing.destroy())
    return { outgoing, answer: await answerTo(outgoing, request).catch(asFailure) }
  }
  const first = await attempt()
  if (!(first.answer instanceof Error)) return first.answer
  if (!first.outgoing.reusedSocket || !isRepeatable(request) || response.destroyed) throw first.answer
  const second = await attempt()
  if (second.answer instanceof Error) throw second.answer
  return second.answer
}

const asFailure = (thrown: unknown) => toEgressError(thrown)

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const isRepeatable = (request: IncomingMessage) =>
  (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request)

const openRequest = (
  { route, agent }: Relay,
  request: IncomingMessage,
  target: RequestTarget,
): ClientRequest => {
  const hop = route.httpHop(target.host, target.port)
  const isChunked = request.headers['transfer-encoding'] !== undefined
  return send({
    agent,
    host: hop.host,
    port: hop.port,
    method: request.method ?? 'GET',
    path: hop.absoluteForm ? `http://${authorityOf(target)}${target.path}` : target.path,
    headers: [
      'Host',
      authorityOf(target),
      ...endToEndHeaders(request.rawHeaders, isChunked ? ['host', 'content-length'] : ['host']),
      ...(isChunked ? ['Transfer-Encoding', 'chunked'] : []),
      ...hop.headers,
    ],
    setHost: false,
    maxHeaderSize: headerBytesMax,
  })
}

const answerTo = (outgoing: ClientRequest, request: IncomingMessage): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.on('error', reject)
    if (hasBody(request)) pipeline(request, outgoing, () => {})
    else outgoing.end()
  })
