import type { DeliveryName } from './request-record.ts'

/** Why a receiver did not respond. */
export type WebhookFailure =
  | 'address_blocked'
  | 'host_not_found'
  | 'connection_refused'
  | 'connection_failed'
  | 'tls_error'
  | 'connect_timeout'
  | 'timeout'
  | 'file_missing'

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
  file_missing: 'The file of the request was not found.',
}

export const isAcknowledged = ({ status }: WebhookResponse): boolean =>
  status !== undefined && status >= 200 && status <= 299

/** Statuses from 400 to 499 with which a storage says that the same upload can succeed later. */
const laterStatuses = [408, 409, 425, 429]

/**
 * Returns whether further attempts are useless: 410 Gone, and for uploads also a redirect or a refusal, because the URL stays the same, and a
 * file that no longer exists.
 */
export const isFinal = (response: WebhookResponse, name: DeliveryName = 'webhook'): boolean => {
  if (response.status === undefined) return response.failure === 'file_missing'
  const { status } = response
  return (
    status === 410 || (name === 'upload' && status >= 300 && status <= 499 && !laterStatuses.includes(status))
  )
}

const uploadLate = 'The storage did not accept the file in time.'

/** Returns a short sentence for the record, or undefined if the webhook was acknowledged or the file accepted. */
export const describeResponse = (
  response: WebhookResponse,
  name: DeliveryName = 'webhook',
): string | undefined => {
  if (response.status === undefined)
    return name === 'upload' && response.failure === 'timeout' ? uploadLate : failureTexts[response.failure]
  const { status } = response
  if (isAcknowledged(response)) return undefined
  if (status >= 300 && status <= 399)
    return `The ${name === 'upload' ? 'storage' : 'receiver'} returned ${status}. Redirects are not followed.`
  if (isFinal(response, name) && name === 'upload')
    return `The storage returned ${status} and is not asked again. The URL may have expired.`
  if (isFinal(response, name)) return 'The receiver returned 410 and accepts no further attempts.'
  return `The receiver returned ${status}.`
}
