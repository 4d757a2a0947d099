import type { IncomingMessage, ServerResponse } from 'node:http'
import { EgressError, toEgressError } from '../../egress/egress-error.ts'
import { endToEndHeaders } from './end-to-end-headers.ts'
import { exchange } from './exchange.ts'
import { recordFailure, statusOf } from './refusal.ts'
import type { Relay } from './relay.ts'
import { parseRequestTarget, type RequestTarget } from './request-target.ts'
import { sendSiteAnswer } from './site.ts'

/** Answers plain http requests, which a browser sends to its proxy with the absolute address. */
export const createForwarder =
  (relay: Relay) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.sendDate = false
    const target = parseRequestTarget(request.url ?? '')
    if (target === undefined) return void response.writeHead(400, { 'content-length': 0 }).end()
    try {
      if (relay.sites.has(target.host)) await answerSite(relay, request, response, target)
      else await forward(relay, request, response, target)
    } catch (thrown) {
      refuse(relay, request, response, target, toEgressError(thrown))
    }
  }

const refuse = (
  { ledger }: Relay,
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
  error: EgressError,
) => {
  // The browser gave the request up itself.
  if (response.destroyed) return
  recordFailure(ledger, target.host, target.port, error)
  // Browsers send this header for documents alone.
  if (request.headers['upgrade-insecure-requests']) ledger.refuseDocument(request.url ?? '', error.failure)
  if (response.headersSent) response.destroy()
  else response.writeHead(statusOf(error), { 'content-length': 0, 'cache-control': 'no-store' }).end()
}

const answerSite = async (
  { sites, ledger }: Relay,
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
    const answer = await site({ method: request.method ?? 'GET', url, headers: request.headers })
    ledger.succeed(target.host, target.port)
    sendSiteAnswer(response, answer)
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
  if (relay.ledger.overBudget) throw new EgressError('over_budget')
  relay.route.admit(target.host, target.port)
  const answer = await exchange(relay, request, response, target)
  const { rawHeaders } = answer
  relay.ledger.receive(rawHeaders.reduce((bytes, text) => bytes + text.length, 0))
  if (relay.route.httpHop(target.host, target.port).absoluteForm && answer.statusCode === 407) {
    answer.destroy()
    throw new EgressError('proxy_unauthorized')
  }
  relay.ledger.succeed(target.host, target.port)
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEndHeaders(rawHeaders))
  // The head goes out with the first bytes of the body if they are here already, and by itself otherwise.
  setImmediate(() => response.flushHeaders())
  answer.on('data', ({ length }: Buffer) => relay.ledger.receive(length))
  passOn(answer, response)
}

/**
 * A body that breaks off destroys the response, so that the browser sees it immediately instead of waiting for the rest; a
 * response that the browser gives up ends the request (`exchange.ts`). `pipeline` does the same, and makes and throws away
 * an error for every answer: a tenth of the proxy's time.
 */
const passOn = (answer: IncomingMessage, response: ServerResponse) => {
  answer.on('error', () => response.destroy())
  answer.once('close', () => {
    if (!answer.complete) response.destroy()
  })
  answer.pipe(response)
}
