import { isPastLinkExpiry, readLinkExpiry } from '../core/link-expiry.ts'
import { isRawQueryOf, isSignatureName, rawQueryHeader, splitSignature } from '../core/raw-query.ts'
import type { OptionSource } from '../core/read-options.ts'
import { isSignatureOf } from '../core/signature.ts'
import {
  InvalidParameterError,
  InvalidSignatureError,
  LinkExpiredError,
  MissingSignatureError,
} from '../errors.ts'
import type { Account } from '../store/accounts.ts'
import type { ApiEvent } from './call.ts'
import { bodyBytes, headerValues } from './read-request.ts'

type Signer = Pick<Account, 'secretKey' | 'signedRequests'>

/**
 * Checks the signature of a render request: GET by the parameter `signature`, POST by the header X-Service-Signature. One that
 * is there is checked also where the account does not ask for it.
 * @returns whether the request is signed
 * @throws MissingSignatureError, InvalidSignatureError, LinkExpiredError
 */
export const checkSignature = (event: ApiEvent, account: Signer, nowMs: number): boolean => {
  const isPost = event.httpMethod === 'POST'
  const isSigned = isPost ? checkBody(event, account) : checkQuery(event, account, nowMs)
  if (!isSigned && account.signedRequests === true)
    throw new MissingSignatureError(
      isPost
        ? 'This account takes signed requests only: send the header X-Service-Signature with the signature of the body.'
        : 'This account takes signed requests only: add the parameter `signature` to the query string.',
    )
  return isSigned
}

const checkBody = (event: ApiEvent, { secretKey }: Signer): boolean => {
  const [signature, ...others] = headerValues(event, 'x-service-signature')
  if (signature === undefined) return false
  if (others.length > 0 || !isSignatureOf(signature, secretKey, bodyBytes(event)))
    throw new InvalidSignatureError(
      'The header X-Service-Signature must stand there once, with the lower-case hex HMAC-SHA256 of the body’s bytes as they are sent, made with the account’s secret key.',
    )
  return true
}

const checkQuery = (event: ApiEvent, { secretKey }: Signer, nowMs: number): boolean => {
  const parameters = event.multiValueQueryStringParameters ?? {}
  if (!Object.keys(parameters).some(isSignatureName)) return false
  const [rawQuery, ...others] = headerValues(event, rawQueryHeader)
  if (rawQuery === undefined || others.length > 0 || !isRawQueryOf(rawQuery, parameters))
    throw new InvalidSignatureError(
      'The query string did not arrive as it was sent, so its signature cannot be checked. Send it to the service’s public address, percent-encoded as a URL is.',
    )
  const query = splitSignature(rawQuery)
  if (!query || !isSignatureOf(query.signature, secretKey, query.signed))
    throw new InvalidSignatureError(
      '`signature` must stand in the query string once, with the lower-case hex HMAC-SHA256 of the query string as it is sent, without `signature` and the `&` that joins it, made with the account’s secret key.',
    )
  const expires = parameters['expires'] && readLinkExpiry(parameters['expires'])
  if (typeof expires === 'number' && isPastLinkExpiry(expires, nowMs))
    throw new LinkExpiredError('This link is no longer valid: the time in its `expires` is past.')
  return true
}

/**
 * The parameters of the render itself, without those of the signed link.
 * @throws InvalidParameterError for `expires` where it makes no sense or is malformed, and for a signature in a body
 */
export const withoutSigning = (source: OptionSource, isSigned: boolean): OptionSource => {
  if (source.kind === 'body') {
    if (Object.hasOwn(source.value, 'signature'))
      throw new InvalidParameterError(
        '`signature` does not belong in a body; a POST is signed in the header X-Service-Signature.',
      )
    if (Object.hasOwn(source.value, 'expires')) throw new InvalidParameterError(expiresMisplaced)
    return source
  }
  const values = source.pairs.flatMap(([name, value]) => (name === 'expires' ? [value] : []))
  if (values.length > 0 && !isSigned) throw new InvalidParameterError(expiresMisplaced)
  const expires = values.length > 0 && readLinkExpiry(values)
  if (typeof expires === 'string') throw new InvalidParameterError(`\`expires\` ${expires}`)
  return {
    kind: 'query',
    pairs: source.pairs.filter(([name]) => name !== 'expires' && !isSignatureName(name)),
  }
}

const expiresMisplaced = '`expires` is the end of a signed link: it belongs in a GET with a `signature`.'
