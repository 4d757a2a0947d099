import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { EgressError, toEgressError } from '../../egress/egress-error.ts'
import { endToEndHeaders } from './end-to-end-headers.ts'
import { exchange, headerBytesMax, type NextProxy } from './exchange.ts'
import type { TrafficLog } from './traffic-log.ts'

interface ForwarderOptions {
  /** Opens a connection to the other proxy. */
  dial: () => Promise<Socket>
  /** For the other proxy: alternating names and values. */
  headers: readonly string[]
  connectionsMax: number
  traffic: TrafficLog
}

/**
 * Returns a function that serves a client which sends plain HTTP requests to a target. They are forwarded to another proxy in the
 * absolute form that proxies expect (RFC 9112, 3.2.2).
 */
export const createForwarder = ({ dial, headers, connectionsMax, traffic }: ForwarderOptions) => {
  const agent = createAgent(dial, connectionsMax)
  return (client: Socket, host: string, port: number): void => {
    const proxy: NextProxy = { agent, headers, authority: port === 80 ? host : `${host}:${port}` }
    const server = createServer({ maxHeaderSize: headerBytesMax, keepAliveTimeout: 0 })
    server.on('request', (request, response) => {
      forward(proxy, request, response, traffic).then(
        () => traffic.succeed(host, port),
        (error) => {
          // The browser canceled the request itself.
          if (response.destroyed) return
          traffic.fail(host, port, toEgressError(error))
          client.destroy()
        },
      )
    })
    server.emit('connection', client)
  }
}

/** Each render has its own agent, because it must not reuse a connection of another render. */
const createAgent = (dial: () => Promise<Socket>, connectionsMax: number): Agent => {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 32, maxTotalSockets: connectionsMax })
  agent.createConnection = (_options, onCreated) => {
    dial().then(
      (socket) => onCreated?.(null, socket),
      (error) => onCreated?.(toEgressError(error), undefined as never),
    )
    return undefined
  }
  return agent
}

const forward = async (
  proxy: NextProxy,
  request: IncomingMessage,
  response: ServerResponse,
  traffic: TrafficLog,
): Promise<void> => {
  response.sendDate = false
  if (traffic.overBudget) throw new EgressError('over_budget')
  const incoming = await exchange(proxy, request, response)
  const { rawHeaders } = incoming
  traffic.receive(rawHeaders.reduce((bytes, text) => bytes + text.length, 0))
  if (incoming.statusCode === 407) {
    incoming.destroy()
    throw new EgressError('proxy_unauthorized')
  }
  response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, endToEndHeaders(rawHeaders))
  // The head is sent with the first bytes of the body if those have arrived, and alone otherwise.
  setImmediate(() => response.flushHeaders())
  incoming.on('data', ({ length }: Buffer) => traffic.receive(length))
  // Destroys the response if the body breaks off, because the browser would otherwise wait for the rest.
  pipeline(incoming, response, () => {})
}
