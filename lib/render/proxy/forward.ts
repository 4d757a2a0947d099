import type { IncomingMessage, ServerResponse } from 'node:http'
import { EgressError, toEgressError } from '../../egress/egress-error.ts'
import { endToEndHeaders } from './end-to-end-headers.ts'
import { exchange } from './exchange.ts'
import { recordFailure, statusOf } from './refusal.ts'
import type { Relay } from './relay.ts'
import { parseRequestTarget, type RequestTarget } from './request-target.ts'
import { sendSiteResponse } from './site.ts'

/** Handles plain HTTP requests, which a browser sends to its proxy with the absolute URL. */
export const createForwarder =
  (relay: Relay) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.sendDate = false
    const target = parseRequestTarget(request.url ?? '')
    if (target === undefined) return void response.writeHead(400, { 'content-length': 0 }).end()
    try {
      if (relay.sites.has(target.host)) await serveSite(relay, request, response, target)
      else await forward(relay, request, response, target)
    } catch (thrown) {
      refuse(relay, request, response, target, toEgressError(thrown))
    }
  }

const refuse = (
  { traffic }: Relay,
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
  error: EgressError,
) => {
  // The browser canceled the request itself.
  if (response.destroyed) return
  recordFailure(traffic, target.host, target.port, error)
  // Browsers send this header for documents only.
  if (request.headers['upgrade-insecure-requests']) traffic.refuseDocument(request.url ?? '', error.failure)
  if (response.headersSent) response.destroy()
  else response.writeHead(statusOf(error), { 'content-length': 0, 'cache-control': 'no-store' }).end()
}

const serveSite = async (
  { sites, traffic }: Relay,
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
): Promise<void> => {
  const site = sites.get(target.host)
  if (site === undefined || target.port !== 80) {
    throw new EgressError('address_blocked', { reason: 'reserved_name' })
  }
  request.resume()
  const url = `http://${target.host}${target.path}`
  try {
    const siteResponse = await site({ method: request.method ?? 'GET', url, headers: request.headers })
    traffic.succeed(target.host, target.port)
    sendSiteResponse(response, siteResponse)
  } catch (error) {
    throw new EgressError('site_failed', { cause: error })
  }
}

const forward = async (
  relay: Relay,
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
): Promise<void> => {
  if (relay.traffic.overBudget) throw new EgressError('over_budget')
  relay.route.admit(target.host, target.port)
  const incoming = await exchange(relay, request, response, target)
  const { rawHeaders } = incoming
  relay.traffic.receive(rawHeaders.reduce((bytes, text) => bytes + text.length, 0))
  if (relay.route.httpHop(target.host, target.port).absoluteForm && incoming.statusCode === 407) {
    incoming.destroy()
    throw new EgressError('proxy_unauthorized')
  }
  relay.traffic.succeed(target.host, target.port)
  response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, endToEndHeaders(rawHeaders))
  // The head is sent with the first bytes of the body if those have arrived, and alone otherwise.
  setImmediate(() => response.flushHeaders())
  incoming.on('data', ({ length }: Buffer) => relay.traffic.receive(length))
  passOn(incoming, response)
}

/**
 * Destroys the response if the body breaks off, because the browser would otherwise wait for the rest. A response that the browser
 * cancels ends the request (`exchange.ts`). `pipeline` does the same, but creates an error for every response, which takes a tenth
 * of the proxy's time.
 */
const passOn = (incoming: IncomingMessage, response: ServerResponse) => {
  incoming.on('error', () => response.destroy())
  incoming.once('close', () => {
    if (!incoming.complete) response.destroy()
  })
  incoming.pipe(response)
}
