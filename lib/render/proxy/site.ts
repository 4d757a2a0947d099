import type { Buffer } from 'node:buffer'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import { EgressError } from '../../egress/egress-error.ts'
import type { TrafficLog } from './traffic-log.ts'

interface SiteRequest {
  method: string
  /** Absolute. */
  url: string
  headers: IncomingHttpHeaders
}

interface SiteResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer | string
}

/** Serves a host that exists only inside this process, over plain HTTP on port 80. */
export type SiteHandler = (request: SiteRequest) => SiteResponse | Promise<SiteResponse>

/**
 * The host that serves `html` documents. A real origin gives them storage, relative links and same-origin rules, but access to
 * nothing. Reserved by RFC 2606.
 */
export const documentHost = 'document.stillframe.invalid'

/** Returns the URL that the browser opens. */
export const sourceUrl = (source: RenderPlan['source']): string =>
  source.kind === 'url' ? source.url : `http://${documentHost}/`

/** Serves a client that sends requests to this host. */
export const attachSite = (client: Socket, host: string, site: SiteHandler, traffic: TrafficLog): void => {
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    request.resume()
    const { method = 'GET', headers } = request
    try {
      const {
        status,
        headers: sent,
        body,
      } = await site({ method, url: `http://${host}${request.url}`, headers })
      traffic.succeed(host, 80)
      response.sendDate = false
      response.writeHead(status, sent).end(body)
    } catch (error) {
      traffic.fail(host, 80, new EgressError('site_failed', { cause: error }))
      client.destroy()
    }
  })
  server.emit('connection', client)
}
