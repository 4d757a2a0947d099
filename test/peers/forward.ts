import { type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { pipeline } from 'node:stream/promises'

export interface Forwarded {
  status: number
  headers: IncomingMessage['headers']
  body: IncomingMessage
}

/** Sends a request to a peer, with another path, header or body, and returns its response. A caller that disconnects ends the peer's call too. */
export const forward = async (
  peer: string,
  request: IncomingMessage,
  response: ServerResponse,
  { body = request as Buffer | IncomingMessage, headers = {} } = {},
): Promise<Forwarded> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { hostname, port, host } = new URL(peer)
  const { 'content-length': length, ...rest } = request.headers
  const outgoing = send({
    ...{ hostname, port, method: request.method, path: request.url },
    headers: {
      ...rest,
      host,
      ...headers,
      'content-length': Buffer.isBuffer(body) ? body.length : (length ?? 0),
    },
  })
  outgoing.on('response', resolve)
  outgoing.on('error', reject)
  response.once('close', () => outgoing.destroy())
  if (Buffer.isBuffer(body)) outgoing.end(body)
  else body.pipe(outgoing)
  const received = await promise
  return { status: received.statusCode ?? 0, headers: received.headers, body: received }
}

/** Sends a response of a peer unchanged. */
export const relay = async ({ status, headers, body }: Forwarded, response: ServerResponse) => {
  response.writeHead(status, headers)
  await pipeline(body, response)
}

/** Runs a call of a peer. If its caller disconnected meanwhile, its failure has no reader. */
export const unlessClosed = async (response: ServerResponse, call: () => Promise<void>) => {
  try {
    await call()
  } catch (error) {
    if (!response.destroyed) throw error
  }
}
