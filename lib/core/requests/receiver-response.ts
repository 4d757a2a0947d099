/**
 * What receives: a webhook, a URL that one request names, or the storage of an account, which its owner can repair. A new storage is tested
 * with one object.
 */
export type ReceiverKind = 'webhook' | 'upload' | 'storage' | 'test'

/** Why a receiver did not respond. */
export type ReceiverFailure =
  | 'address_blocked'
  | 'host_not_found'
  | 'connection_refused'
  | 'connection_failed'
  | 'tls_error'
  | 'connect_timeout'
  | 'timeout'
  | 'file_missing'
  | 'key_unavailable'
  | 'role_refused'
  | 'storage_changed'
  | 'email_unavailable'

/** The outcome of one attempt. `retryAfter` is the value of the header, `code` the error and `region` the right one that a storage names. */
export type ReceiverResponse =
  | {
      status: number
      retryAfter?: string | undefined
      code?: string | undefined
      region?: string | undefined
    }
  | { status?: undefined; failure: ReceiverFailure }

/** Public: what the account reads in its record. No resolved address, and nothing that tells open from closed ports. */
const failureTexts: Record<ReceiverFailure, string> = {
  address_blocked: 'The URL is not allowed. It must be a public URL.',
  host_not_found: 'The host name does not resolve.',
  connection_refused: 'The connection was refused.',
  connection_failed: 'The connection was interrupted before the response.',
  tls_error: 'The TLS certificate is not valid or the TLS handshake failed.',
  connect_timeout: 'The receiver did not accept a connection within 5 seconds.',
  timeout: 'The receiver did not respond within 15 seconds.',
  file_missing: 'The file of the request could not be read.',
  key_unavailable: 'The key of the storage could not be read. If this continues, set the storage again.',
  role_refused: 'The role cannot be assumed. Check its trust policy and the external id in it.',
  email_unavailable: 'The operator of the service does not allow emails to this address.',
  storage_changed: 'The storage of the account was changed or removed.',
}

export const isAcknowledged = ({ status }: ReceiverResponse): boolean =>
  status !== undefined && status >= 200 && status <= 299

/** Statuses from 400 to 499 with which a storage says that the same upload can succeed later. */
const laterStatuses = [408, 409, 425, 429]

/** Codes of a 400 with which S3 says that the file did not arrive completely. */
const laterCodes = ['RequestTimeout', 'IncompleteBody']

/** Statuses for which the owner of a storage can correct its key or its permissions. */
const repairableStatuses = [401, 403]

/**
 * Returns whether further attempts are useless: 410 Gone, and for uploads also a redirect or a refusal, because the URL stays the same. A
 * missing file is not final, because S3 reports a missing permission the same way.
 */
export const isFinal = (response: ReceiverResponse, kind: ReceiverKind = 'webhook'): boolean => {
  if (response.status === undefined) return response.failure === 'storage_changed'
  const { status } = response
  if (status === 410 || kind === 'webhook') return status === 410
  if (status === 400 && laterCodes.includes(response.code ?? '')) return false
  if (kind === 'storage' && repairableStatuses.includes(status)) return false
  return status >= 300 && status <= 499 && !laterStatuses.includes(status)
}

/** Codes with which S3 says that the request was signed for, or sent to, another region than that of the bucket. */
const regionCodes = ['AuthorizationHeaderMalformed', 'PermanentRedirect', 'TemporaryRedirect']

/** Storages forbid a URL that has expired. Another refusal has another reason, which its code names. */
const adviceOn = (
  { status, code = '', region }: Extract<ReceiverResponse, { status: number }>,
  kind: ReceiverKind,
  contentType: string | undefined,
) => {
  if (region !== undefined && regionCodes.includes(code)) return ` The region of the bucket is ${region}.`
  if (kind !== 'upload' || status !== 403) return ''
  return code === 'SignatureDoesNotMatch'
    ? ` The URL must have a signature of PUT that covers no header but \`host\` and \`content-type\`, which is ${contentType}.`
    : ' The URL may have expired.'
}

const uploadLate = 'The storage did not accept the file in time.'

/**
 * Returns a short sentence for the record, or undefined if the webhook was acknowledged or the file accepted.
 * @param contentType that an upload was sent with
 */
export const describeResponse = (
  response: ReceiverResponse,
  kind: ReceiverKind = 'webhook',
  contentType?: string,
): string | undefined => {
  if (isAcknowledged(response)) return undefined
  const isUpload = kind !== 'webhook'
  if (response.status === undefined)
    return isUpload && response.failure === 'timeout' ? uploadLate : failureTexts[response.failure]
  const { status, code } = response
  const returned = `The ${isUpload ? 'storage' : 'receiver'} returned ${status}${code === undefined ? '' : ` (${code})`}`
  const advice = adviceOn(response, kind, contentType)
  if (status >= 300 && status <= 399) return `${returned}. Redirects are not followed.${advice}`
  if (kind === 'test' || !isFinal(response, kind)) return `${returned}.${advice}`
  if (!isUpload) return `${returned} and accepts no further attempts.`
  return `${returned} and is not asked again.${advice}`
}
