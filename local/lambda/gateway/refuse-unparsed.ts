import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { createRefuse, type FaultResponder, type GatewayFault } from './gateway-error.ts'

/** Responds to requests that Node refuses before it emits them, in the same shape as the gateway's other faults. */
export const refuseUnparsed = (server: Server, respondToFault: FaultResponder): void => {
  const responding = new WeakSet<Socket>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    responding.add(socket)
    response.once('close', () => responding.delete(socket))
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    createRefuse(response, randomUUID(), respondToFault)('EXPECTATION_FAILED')
  })
  server.on('clientError', (error: ClientError, socket: Socket) => {
    // If an earlier request is still in progress, these bytes would end up in its response.
    if (!socket.writable || error.code === 'ECONNRESET' || responding.has(socket)) {
      socket.destroy()
      return
    }
    socket.end(toHttp(respondToFault(toFault(error), randomUUID())))
  })
}

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer }

const toFault = ({ code, rawPacket }: ClientError): GatewayFault => {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE'
  if (code === 'HPE_INVALID_URL' && hasUrlOutsideAscii(rawPacket)) return 'URL_OUTSIDE_ASCII'
  return hasSpaceInUrl(rawPacket) ? 'URL_WITH_SPACE' : 'MALFORMED_REQUEST'
}

/** In the first line, which has two other spaces. */
const hasSpaceInUrl = (packet: Buffer | undefined) =>
  packet !== undefined && /^[A-Z]+ [^\r\n ]+ [^\r\n]* HTTP\/1\.[01]\r?\n/.test(packet.toString('latin1'))

/** The packet may begin in the middle of the request line, which ends with its version. */
const hasUrlOutsideAscii = (packet: Buffer | undefined) =>
  packet !== undefined && /^[^\r\n]*[\x80-\xff]/.test(packet.toString('latin1'))

const toHttp = ({ status, body, headers }: ReturnType<FaultResponder>): string => {
  const text = JSON.stringify(body)
  const fields = {
    connection: 'close',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n')
}
