import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type AnswerFault, createRefuse } from './gateway-error.ts'

/** Answers what Node refuses by itself, before there is a request, in the shape of the gateway's other faults. */
export const refuseUnparsed = (server: Server, answerFault: AnswerFault): void => {
  const answering = new WeakSet<Socket>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.add(socket)
    response.once('close', () => answering.delete(socket))
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    createRefuse(response, randomUUID(), answerFault)('EXPECTATION_FAILED')
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Bytes after a request that is still being answered would end up inside of its answer.
    if (!socket.writable || error.code === 'ECONNRESET' || answering.has(socket)) {
      socket.destroy()
      return
    }
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
    socket.end(toHttp(answerFault(isTooLarge ? 'HEADERS_TOO_LARGE' : 'MALFORMED_REQUEST', randomUUID())))
  })
}

const toHttp = ({ status, body, headers }: ReturnType<AnswerFault>): string => {
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
