import { type IncomingHttpHeaders, request } from 'node:http'
import { createServer, connect as netConnect, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SocksProxyAgent } from 'socks-proxy-agent'
import { onTestFinished } from 'vitest'
import { type EgressPolicy, parseEgressAllow } from '../../../lib/core/network/address-policy.ts'
import { type Egress, type EgressOptions, startEgress } from '../../../lib/render/proxy/egress.ts'
import { listen } from '../listen.ts'
import { type FixtureServer, type Route, startFixtureServer } from '../sites/fixture-server.ts'

export const allowing = (allow: string, serviceHosts: string[] = []): EgressPolicy => ({
  allow: parseEgressAllow(allow),
  serviceHosts,
})

/** An egress that ends with the test. */
export const testEgress = async (options: EgressOptions): Promise<Egress> => {
  const egress = await startEgress(options)
  onTestFinished(() => egress[Symbol.asyncDispose]())
  return egress
}

/** A web server that ends with the test. */
export const testServer = async (routes: Record<string, Route> = {}): Promise<FixtureServer> => {
  const server = await startFixtureServer(routes)
  onTestFinished(() => server.close())
  return server
}

/** A TCP server that ends with the test and hands every connection to `serve`. */
export const testTcpServer = async (serve: (socket: Socket) => void): Promise<{ port: number }> => {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    serve(socket)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return { port: await listen(server) }
}

/** A TCP server that ends with the test and sends an endless HTTP response on every connection. */
export const testEndlessServer = (): Promise<{ port: number }> =>
  testTcpServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const chunk = Buffer.alloc(65_536)
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk));
      }
      socket.on('drain', pour)
      pour()
    })
  })

/** A resolver with a fixed table; unknown names do not resolve. */
export const resolving =
  (table: Record<string, readonly string[]>) =>
  async (host: string): Promise<readonly string[]> => {
    const addresses = table[host]
    if (addresses === undefined) throw new Error('ENOTFOUND')
    return addresses
  }

export interface EgressResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

interface EgressRequest {
  method?: string
  headers?: Record<string, string> | string[]
  body?: string
}

const refusal = Buffer.from([5, 1, 0, 1, 0, 0, 0, 0, 0, 0]).toString('latin1')

/** Sends a plain http request through the proxy. Rejects if the proxy refuses the connection or the body breaks off. */
export const fetchThrough = (
  egress: Egress,
  url: string,
  options: EgressRequest = {},
): Promise<EgressResponse> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, {
      agent: new SocksProxyAgent(egress.url.replace('socks5:', 'socks5h:')),
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
      maxHeaderSize: 262_144,
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    outgoing.end(options.body)
  })

/** Returns what the proxy sends until it closes, or until `until` is in it. */
const hear = (egress: Egress, speak: (socket: Socket) => void, until?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { port: Number(new URL(egress.url).port), host: '127.0.0.1', noDelay: true }
    const socket = netConnect(options, () => speak(socket))
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      if (until !== undefined && heard.includes(until)) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(heard))
  })

/** Sends raw bytes to the proxy and returns what comes back until it closes, or until `until` is in it. */
export const speakTo = (egress: Egress, bytes: Uint8Array | string, until?: string): Promise<string> =>
  hear(egress, (socket) => socket.write(bytes), until)

/** Sends the bytes one by one. */
export const speakToInPieces = (egress: Egress, bytes: Uint8Array): Promise<string> =>
  hear(egress, async (socket) => {
    for (const byte of bytes) {
      socket.write(Uint8Array.of(byte))
      await pause(2)
    }
  })

/** Sends the bytes and ends the client's side of the connection. */
export const endAfter = (egress: Egress, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = netConnect({ port: Number(new URL(egress.url).port), host: '127.0.0.1' })
    socket.on('error', reject)
    socket.end(bytes, () => setTimeout(() => resolve(void socket.destroy()), 20))
  })

/** Ways to write an address of this machine. */
export const loopbackSpellings = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0',
  '①②⑦.0.0.1',
  '127.0.0.1.',
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
]

/** What a browser sends to a SOCKS proxy: its methods, and the target by name. */
const connectMessages = (host: string, port: number) =>
  Buffer.concat([
    Buffer.from([5, 1, 0, 5, 1, 0, 3, host.length]),
    Buffer.from(host, 'latin1'),
    Buffer.from([port >> 8, port & 255]),
  ])

/** Connects with a target, as a browser does, and sends it a text. Returns what the target sends, or `refused`. */
export const connectThrough = async (
  egress: Egress,
  authority: string,
  sent = '',
  until?: string,
): Promise<string> => {
  const { hostname, port } = new URL(`tcp://${authority}`)
  const messages = connectMessages(hostname.replace(/^\[|\]$/g, ''), Number(port))
  const heard = await speakTo(egress, Buffer.concat([messages, Buffer.from(sent)]), until)
  const reply = heard.slice(2, 12)
  return reply === refusal ? 'refused' : heard.slice(12)
}
