import type { Buffer } from 'node:buffer'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

export interface SiteRequest {
  method: string
  /** Absolute. */
  url: string
  headers: IncomingHttpHeaders
}

export interface SiteAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer | string
}

/** Answers for a host that exists inside the process only, over plain http on port 80. */
export type SiteHandler = (request: SiteRequest) => SiteAnswer | Promise<SiteAnswer>

/**
 * The host that `html` documents are served under: a real origin, so that they have storage, relative links and
 * same-origin rules, and reach nothing by it. Reserved by RFC 2606.
 */
export const documentHost = 'document.stillframe.invalid'

export const sendSiteAnswer = (response: ServerResponse, { status, headers, body }: SiteAnswer): void => {
  response.writeHead(status, headers)
  response.end(body)
}
