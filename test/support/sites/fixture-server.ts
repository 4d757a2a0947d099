import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCases } from '../read-cases.ts'

const fixturesDir = fileURLToPath(new URL('../../fixtures/', import.meta.url))

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.webm': 'video/webm',
}

export type Route = (request: IncomingMessage, response: ServerResponse, url: URL) => void

export interface FixtureServer {
  server: Server
  /** `http://127.0.0.1:<port>` */
  url: string
  port: number
  /** Every request that arrived, oldest first. */
  requests: { method: string; path: string; headers: IncomingMessage['headers'] }[]
  /** TCP connections that were opened, requests or not. */
  connections(): number
  close(): Promise<void>
}

/** Serves `test/fixtures` on a free port of 127.0.0.1; `routes` by exact path (or `*`) come first. */
export const startFixtureServer = async (routes: Record<string, Route> = {}): Promise<FixtureServer> => {
  const requests: FixtureServer['requests'] = []
  let connections = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fixture.invalid')
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers })
    const route = routes[url.pathname] ?? (isFile(url.pathname) ? undefined : routes['*'])
    if (route) return route(request, response, url)
    return sendFile(url.pathname, response)
  })
  server.on('connection', () => {
    connections++
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns a route that responds with this text. */
export const page =
  (html: string, headers: Record<string, string> = {}): Route =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(html)
  }

/** Returns routes that respond with the pages of a file of cases: their names are their paths. */
export const readPages = (file: string): Record<string, Route> =>
  Object.fromEntries(readCases(file).map(({ name, parts: [html = ''] }) => [name, page(html)]))

const filePath = (pathname: string) => join(fixturesDir, normalize(decodeURIComponent(pathname)))

const isFile = (pathname: string) => extname(pathname) !== '' && existsSync(filePath(pathname))

const sendFile = (pathname: string, response: ServerResponse) => {
  if (!isFile(pathname)) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found')
    return
  }
  response.writeHead(200, { 'content-type': contentTypes[extname(pathname)] ?? 'application/octet-stream' })
  createReadStream(filePath(pathname)).pipe(response)
}
