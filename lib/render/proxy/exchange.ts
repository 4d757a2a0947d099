import { type ClientRequest, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { pipeline } from 'node:stream'
import { toEgressError } from '../../egress/egress-error.ts'
import { endToEndHeaders } from './end-to-end-headers.ts'
import { headerBytesMax } from './proxy-port.ts'
import type { Relay } from './relay.ts'
import { authorityOf, type RequestTarget } from './request-target.ts'

/** Forwards the request. Repeats it once if the server closed a reused connection in the same moment. */
export const exchange = async (
  relay: Relay,
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
): Promise<IncomingMessage> => {
  const attempt = async () => {
    const outgoing = openRequest(relay, request, target)
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

const responseTo = (outgoing: ClientRequest, request: IncomingMessage): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.on('error', reject)
    if (hasBody(request)) pipeline(request, outgoing, () => {})
    else outgoing.end()
  })
