import { type AgentOptions, type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

interface ProxiedRequestOptions {
  headers: Record<string, string>
  maxHeaderSize: number
  signal: AbortSignal
}

interface ProxiedRequests extends Disposable {
  /** Prepares a GET request. The caller ends it. */
  get(url: URL, options: ProxiedRequestOptions): ClientRequest
}

/**
 * Creates requests that connect only to the proxy: plain http in absolute form, https in a tunnel. They do not rely on
 * Node's own proxy support, because a version without it would ignore the setting and connect to the page directly.
 */
export const createProxiedRequests = (proxyUrl: string): ProxiedRequests => {
  const { hostname: host, port } = new URL(proxyUrl)
  const proxy: ProxyAddress = { host, port: Number(port) }
  const http = new HttpAgent({ keepAlive: true })
  const https = new TunnelAgent(proxy, { keepAlive: true })
  return {
    get(url, { headers, ...options }) {
      if (url.protocol === 'https:') return httpsRequest(url, { ...options, headers, agent: https })
      const path = `http://${url.host}${url.pathname}${url.search}`
      return httpRequest({ ...options, ...proxy, path, headers: { host: url.host, ...headers }, agent: http })
    },
    [Symbol.dispose]() {
      http.destroy()
      https.destroy()
    },
  }
}

interface ProxyAddress {
  host: string
  port: number
}

type ConnectionCallback = (error: Error | null, stream: Duplex) => void

class TunnelAgent extends HttpsAgent {
  readonly #proxy: ProxyAddress

  constructor(proxy: ProxyAddress, options: AgentOptions) {
    super(options)
    this.#proxy = proxy
  }

  /** All https connections are created here. */
  override createConnection(options: ConnectionOptions, callback: ConnectionCallback) {
    const { host = '', port = 443 } = options
    openTunnel(this.#proxy, host, port).then(
      (socket) =>
        callback(null, connectTls({ ...options, socket, ...(isIP(host) === 0 && { servername: host }) })),
      // A failed connection has no stream.
      (error: Error) => (callback as (error: Error) => void)(error),
    )
    return undefined
  }
}

const openTunnel = (proxy: ProxyAddress, host: string, port: number): Promise<Socket> => {
  const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const request = httpRequest({
    ...proxy,
    method: 'CONNECT',
    path: target,
    headers: { host: target },
    agent: false,
  })
  return new Promise((resolve, reject) => {
    request.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new Error(`The proxy refused the tunnel with status ${statusCode}.`))
    })
    request.once('error', reject)
    request.end()
  })
}
