import type { Buffer } from 'node:buffer'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

interface SiteRequest {
  method: string
  /** Absolute. */
  url: string
  headers: IncomingHttpHeaders
}

export interface SiteResponse {
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

export const sendSiteResponse = (response: ServerResponse, { status, headers, body }: SiteResponse): void => {
  response.writeHead(status, headers)
  response.end(body)
}
