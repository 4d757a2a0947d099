/** Why a receiver did not respond. */
export type WebhookFailure =
  | 'address_blocked'
  | 'host_not_found'
  | 'connection_refused'
  | 'connection_failed'
  | 'tls_error'
  | 'connect_timeout'
  | 'timeout'

/** The outcome of one attempt. `retryAfter` is the value of the header. */
export type WebhookResponse =
  | { status: number; retryAfter?: string | undefined }
  | { status?: undefined; failure: WebhookFailure }

/** Public: what the account reads in its record. No resolved address, and nothing that tells open from closed ports. */
const failureTexts: Record<WebhookFailure, string> = {
  address_blocked: 'The URL is not allowed. It must be a public URL.',
  host_not_found: 'The host name does not resolve.',
  connection_refused: 'The connection was refused.',
  connection_failed: 'The connection was interrupted before the response.',
  tls_error: 'The TLS certificate is not valid or the TLS handshake failed.',
  connect_timeout: 'The receiver did not accept a connection within 5 seconds.',
  timeout: 'The receiver did not respond within 15 seconds.',
}

export const isAcknowledged = ({ status }: WebhookResponse): boolean =>
  status !== undefined && status >= 200 && status <= 299

/** Returns whether the receiver rejects further attempts: 410 Gone. */
export const isGone = ({ status }: WebhookResponse): boolean => status === 410

/** Returns a short sentence for the record, or undefined if the webhook was acknowledged. */
export const describeResponse = (response: WebhookResponse): string | undefined => {
  if (response.status === undefined) return failureTexts[response.failure]
  const { status } = response
  if (isAcknowledged(response)) return undefined
  if (status >= 300 && status <= 399) return `The receiver returned ${status}. Redirects are not followed.`
  if (isGone(response)) return 'The receiver returned 410 and accepts no further attempts.'
  return `The receiver returned ${status}.`
}
