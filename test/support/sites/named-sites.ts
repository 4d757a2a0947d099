import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenRequest {
  /** The whole URL; `CONNECT host:port` for a tunnel, which is how a WebSocket arrives. */
  url: string
  headers: IncomingHttpHeaders
}

/** Responds for every host, over plain HTTP: a proxy without a network. */
export interface NamedSites extends AsyncDisposable {
  /** Address of the proxy. */
  readonly url: string
  /** Every request that arrived, oldest first. */
  readonly requests: SeenRequest[]
  paths(): string[]
}

export type SiteHandler = (url: URL, response: ServerResponse) => void

export const startNamedSites = async (handle: SiteHandler): Promise<NamedSites> => {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '')
    requests.push({ url: url.href, headers: request.headers })
    handle(url, response)
  })
  server.on('connect', (request, socket) => {
    requests.push({ url: `CONNECT ${request.url}`, headers: request.headers })
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    paths: () => requests.map(({ url }) => (url.startsWith('CONNECT') ? url : new URL(url).pathname)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Sends a response with a body of this type. */
export const send = (response: ServerResponse, type: string, body: string, headers = {}) => {
  response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*', ...headers })
  response.end(body)
}
