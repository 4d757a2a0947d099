import { type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, connect as netConnect, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type EgressPolicy, parseEgressAllow } from '../../../lib/core/network/address-policy.ts'
import { type Egress, type EgressOptions, startEgress } from '../../../lib/render/proxy/egress.ts'
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port }
}

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

/** Sends a plain http request through the proxy, as a browser does. Rejects if the body breaks off. */
export const fetchThrough = (
  egress: Egress,
  url: string,
  options: EgressRequest = {},
): Promise<EgressResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(egress.url)
    const outgoing = request({
      host: hostname,
      port,
      path: url,
      method: options.method ?? 'GET',
      headers: options.headers ?? { host: new URL(url).host },
      agent: false,
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

/** Sends raw bytes to the proxy and collects what comes back until it closes, or until `until` is in it. */
export const speakTo = (egress: Egress, text: string, until?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = netConnect(Number(new URL(egress.url).port), '127.0.0.1', () => socket.write(text))
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      if (until !== undefined && heard.includes(until)) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(heard))
  })

export const connectThrough = (egress: Egress, authority: string, sent = ''): Promise<string> =>
  speakTo(egress, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n${sent}`)
