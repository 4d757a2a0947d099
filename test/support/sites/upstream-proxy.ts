import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { UpstreamProxy } from '../../../lib/core/plan/render-plan.ts'
import { listen } from '../listen.ts'

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/egress/${name}`, import.meta.url)))

/** A self-signed certificate, valid for proxy.test, localhost and 127.0.0.1. */
export const proxyCertificate = (): string => fixture('proxy-certificate.pem').toString()

export interface TestProxy {
  port: number
  upstream: UpstreamProxy
  /** `GET http://…` and `CONNECT …`, oldest first. */
  lines: string[]
  connections(): number
  /** The names in the TLS handshakes; false: none was sent. */
  serverNames: (string | false)[]
}

interface Settings {
  protocol?: 'http' | 'https'
  /** Required on every request: `name:password`. */
  credentials?: string
  /** Where the proxy connects, for every requested name. */
  target?: number
  /** The status for every CONNECT and request instead of a response. */
  refusal?: number
}

/** A customer's forward proxy on 127.0.0.1, which ends with the test. */
export const testUpstream = async (settings: Settings = {}): Promise<TestProxy> => {
  const { protocol = 'http' } = settings
  const lines: string[] = []
  const sockets = new Set<Duplex>()
  const server =
    protocol === 'https'
      ? createSecureServer({ key: fixture('proxy-key.pem'), cert: fixture('proxy-certificate.pem') })
      : createServer()
  server.on('request', (asked: IncomingMessage, response: ServerResponse) => {
    lines.push(`${asked.method} ${asked.url}`)
    const refusal = refusalOf(asked, settings)
    if (refusal !== undefined) return response.writeHead(refusal, { 'proxy-authenticate': 'Basic' }).end()
    return relay(asked, response, settings)
  })
  server.on('connect', (asked: IncomingMessage, client: Duplex, head: Buffer) => {
    lines.push(`CONNECT ${asked.url}`)
    const refusal = refusalOf(asked, settings)
    if (refusal !== undefined) return client.end(`HTTP/1.1 ${refusal} No\r\nContent-Length: 0\r\n\r\n`)
    return tunnel(asked, client, head, settings)
  })
  const serverNames: (string | false)[] = []
  server.on('secureConnection', ({ servername }: { servername: string | false }) =>
    serverNames.push(servername),
  )
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const port = await listen(server)
  return {
    port,
    upstream: { protocol, host: '127.0.0.1', port },
    lines,
    connections: () => connections,
    serverNames,
  }
}

const refusalOf = ({ headers }: IncomingMessage, { credentials, refusal }: Settings): number | undefined => {
  if (credentials === undefined) return refusal
  const expected = `Basic ${Buffer.from(credentials).toString('base64')}`
  return headers['proxy-authorization'] === expected ? refusal : 407
}

const relay = (asked: IncomingMessage, response: ServerResponse, { target }: Settings) => {
  const { hostname, port, pathname } = new URL(asked.url ?? '')
  const options = { host: target ? '127.0.0.1' : hostname, port: target ?? port, path: pathname }
  const onward = request(
    { ...options, method: asked.method ?? 'GET', headers: asked.headers },
    (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers)
      incoming.pipe(response)
    },
  )
  onward.on('error', () => response.destroy())
  asked.pipe(onward)
}

const tunnel = (asked: IncomingMessage, client: Duplex, head: Buffer, { target }: Settings) => {
  const { hostname, port } = new URL(`http://${asked.url}`)
  const onward = connect(target ?? Number(port || 80), target ? '127.0.0.1' : hostname, () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    onward.write(head)
    onward.pipe(client).pipe(onward)
  })
  onward.on('error', () => client.destroy())
  client.on('error', () => onward.destroy())
}
