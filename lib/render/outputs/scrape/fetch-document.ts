import { type IncomingMessage, request } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { SocksProxyAgent } from 'socks-proxy-agent'
import { abortable } from '../../../base/timers.ts'
import type { ScrapePlan } from '../../../core/plan/render-plan.ts'
import { faviconUrl, isImage } from '../../page/favicon.ts'
import { type MainResponse, NavigationError } from '../../page/main-document.ts'
import { assertInBudget } from '../../page/translate-error.ts'
import type { Egress } from '../../proxy/egress.ts'
import { headerBytesMax } from '../../proxy/exchange.ts'
import { sourceUrl } from '../../proxy/site.ts'
import { decodeContent } from './decode-content.ts'
import { createFetchHeaders, type FetchHeaders } from './fetch-headers.ts'
import { lengthMax, tooLarge } from './read-content.ts'
import { repairResponse } from './repair-head.ts'

/** As Chromium: net/url_request/url_request.h, kMaxRedirects. */
const redirectsMax = 20

interface FetchedDocument {
  response: MainResponse
  bytes: Buffer
}

/**
 * Fetches the document at the plan's URL through the egress proxy, and follows redirects.
 * @throws NavigationError, AppError, or the reason of the signal
 */
export const fetchDocument = async (
  plan: ScrapePlan,
  egress: Egress,
  signal: AbortSignal,
): Promise<FetchedDocument> => {
  using connection = connect(egress, signal)
  const headers = createFetchHeaders(plan)
  let url = new URL(sourceUrl(plan.source))
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const received = await connection.get(url, headers)
    const response = toMainResponse(url, received)
    headers.jar.receive(url, received.headers['set-cookie'] ?? [])
    const target = toRedirect(url, received)
    if (target === undefined) {
      assertPage(response)
      const sent = await readBody(received, url.href, signal)
      assertInBudget(egress)
      return { response, bytes: await decodeContent(sent, response.headers['content-encoding']) }
    }
    received.destroy()
    url = target
  }
  throw new NavigationError('net::ERR_TOO_MANY_REDIRECTS', url.href)
}

/**
 * Returns the URL of the `/favicon.ico` of a page's site if it returns an image, through the same egress. A redirect counts as
 * no icon. The caller sets the deadline.
 */
export const fetchFavicon = async (
  plan: ScrapePlan,
  pageUrl: string,
  egress: Egress,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const url = faviconUrl(pageUrl)
  if (url === undefined) return undefined
  using connection = connect(egress, signal)
  const response = await connection.get(new URL(url), createFetchHeaders(plan))
  response.destroy()
  return isImage(response.statusCode ?? 0, response.headers['content-type']) ? url : undefined
}

/** Each connection takes one request, because only the first response is corrected. */
class RepairingAgent extends SocksProxyAgent {
  override async connect(...args: Parameters<SocksProxyAgent['connect']>) {
    const socket = await super.connect(...args)
    return repairResponse(socket) as typeof socket
  }
}

interface Connection extends Disposable {
  get(url: URL, headers: FetchHeaders): Promise<IncomingMessage>
}

const connect = ({ url: proxyUrl }: Egress, signal: AbortSignal): Connection => {
  // With `socks5`, the agent would resolve names itself.
  const agent = new RepairingAgent(proxyUrl.replace('socks5:', 'socks5h:'))
  return {
    get: (url, { headersFor }) => {
      const send = url.protocol === 'https:' ? requestSecurely : request
      const outgoing = send(url, {
        agent,
        // Browsers send it, although the connection carries only one request.
        headers: { ...headersFor(url), connection: 'keep-alive' },
        maxHeaderSize: headerBytesMax,
        // For chunks that browsers accept. No other request uses the connection.
        insecureHTTPParser: true,
        signal,
      })
      const response = new Promise<IncomingMessage>((resolve, reject) => {
        const fail = (cause: Error) => reject(signal.aborted ? signal.reason : toNavigationError(url, cause))
        outgoing.once('response', resolve)
        outgoing.on('error', fail)
        // A protocol upgrade closes it without an error.
        outgoing.on('close', () => fail(new Error('The connection was closed without a response.')))
        outgoing.end()
      })
      // A request that is aborted before it has a connection says nothing until the agent has one.
      return abortable(response, signal)
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}

/** Codes of Node's certificate checks (doc/api/tls.md, X509 certificate error codes) and of OpenSSL. */
const isTlsCode = (code: string) =>
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|EPROTO)/.test(
    code,
  )

const toNavigationError = (url: URL, cause: Error & { code?: string }) => {
  const code = isTlsCode(cause.code ?? '') ? 'net::ERR_SSL_PROTOCOL_ERROR' : 'net::ERR_CONNECTION_FAILED'
  const error = new NavigationError(code, url.href)
  error.cause = cause
  return error
}

const toMainResponse = (
  { href }: URL,
  { statusCode = 0, headersDistinct }: IncomingMessage,
): MainResponse => ({
  url: href,
  status: statusCode,
  headers: Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join('\n')]),
  ),
})

const toRedirect = (
  url: URL,
  { statusCode = 0, headers, headersDistinct }: IncomingMessage,
): URL | undefined => {
  // An empty location is none.
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return undefined
  if (new Set(headersDistinct['location']).size > 1)
    throw new NavigationError('net::ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION', url.href)
  // Node decodes headers as Latin-1. URLs are UTF-8.
  const location = Buffer.from(headers.location, 'latin1').toString()
  const target = URL.parse(location, url)
  if (!target) throw new NavigationError('net::ERR_INVALID_REDIRECT', url.href)
  if (!/^https?:$/.test(target.protocol)) throw new NavigationError('net::ERR_UNSAFE_REDIRECT', url.href)
  target.username = ''
  target.password = ''
  return target
}

/** Rejects responses that a browser would save instead of showing, as far as the headers tell. */
const assertPage = ({ url, status, headers }: MainResponse) => {
  const isAttachment = /^\s*attachment\b/i.test(headers['content-disposition'] ?? '')
  const isEmpty = status === 204 || status === 205 || status === 304
  if (isAttachment || isEmpty || !isText(headers['content-type'] ?? ''))
    throw new NavigationError('net::ERR_ABORTED', url, true)
}

/** A browser guesses the type of what has none, or one that says nothing. */
const isText = (contentType: string) =>
  !contentType.includes('/') ||
  contentType.trim().startsWith('*/*') ||
  /^\s*(text\/|(application|image)\/([\w.-]+\+)?(xml|json|javascript))/i.test(contentType)

/** Returns a truncated body as far as it was received, like a browser. */
const readBody = async (response: IncomingMessage, url: string, signal: AbortSignal): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      length += chunk.length
      if (length > lengthMax) throw tooLarge()
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!isBrokenOff(error)) throw error
    if (length === 0) throw new NavigationError('net::ERR_CONNECTION_RESET', url)
  }
  // A body without a length that is aborted ends without an error.
  signal.throwIfAborted()
  return Buffer.concat(chunks)
}

const isBrokenOff = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ECONNRESET'
