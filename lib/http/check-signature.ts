import {
  InvalidParameterError,
  InvalidSignatureError,
  KeyScopeError,
  LinkExpiredError,
  MissingSignatureError,
} from '../base/errors.ts'
import { isPastLinkExpiry, readLinkExpiry } from '../core/access/link-expiry.ts'
import {
  isRawQueryOf,
  isSignatureName,
  rawQueryHeader,
  signedSpellings,
  splitSignature,
} from '../core/access/raw-query.ts'
import { isSignatureOf, isSignatureText } from '../core/access/signature.ts'
import { type SignatureVersion, toSignedContent } from '../core/access/signed-content.ts'
import type { OptionSource } from '../core/options/read-options.ts'
import type { KeyScope } from '../schema/key-scopes.ts'
import { type Operation, sendsBody } from '../schema/operations.ts'
import type { Account } from '../store/accounts.ts'
import { type ApiEvent, pathId } from './call.ts'
import { bodyBytes, headerValues } from './read-request.ts'

interface Signer extends Pick<Account, 'secretKey' | 'signedRequests' | 'signatureVersion'> {
  /** Of the access key. */
  scope: KeyScope
}

/**
 * Checks the signature of a request: GET and DELETE by the parameter `signature`, POST, PUT and PATCH by the header X-Service-Signature.
 * A signature that is present is checked even if the account does not require one.
 * @returns whether the request is signed
 * @throws MissingSignatureError, KeyScopeError, InvalidSignatureError, LinkExpiredError
 */
export const checkSignature = (
  event: ApiEvent,
  operation: Pick<Operation, 'path' | 'alwaysSigned'>,
  account: Signer,
  nowMs: number,
): boolean => {
  const inHeader = sendsBody(event.httpMethod)
  const check = createCheck(event, operation, account)
  const isSigned = inHeader ? checkBody(event, check) : checkQuery(event, check, nowMs)
  if (isSigned) return true
  const remedy = `Add the ${inHeader ? 'header `X-Service-Signature`' : 'parameter `signature`'} with the hex HMAC-SHA256 of ${signedSubject(event, operation, account)}, made with the account's secret key.`
  if (account.scope === 'links')
    throw new KeyScopeError(`An access key of the scope \`links\` requires a signature. ${remedy}`)
  if (operation.alwaysSigned)
    throw new MissingSignatureError(`This operation requires a signature. ${remedy}`)
  if (account.signedRequests === true)
    throw new MissingSignatureError(`This account requires signed requests. ${remedy}`)
  return false
}

/** Throws unless the signature matches one of the contents. */
type Check = (place: string, signature: string, contents: readonly (string | Uint8Array)[]) => void

const createCheck = (event: ApiEvent, operation: Pick<Operation, 'path'>, account: Signer): Check => {
  const { secretKey } = account
  const versions = versionsOf(account)
  return (place, signature, contents) => {
    const subject = signedSubject(event, operation, account)
    if (!isSignatureText(signature))
      throw new InvalidSignatureError(
        `${place} must have 64 lowercase hexadecimal characters, the HMAC-SHA256 of ${subject}.`,
      )
    const request = { method: event.httpMethod, path: canonicalPath(event, operation) }
    const isSigned = contents.some((content) =>
      versions.some((version) =>
        isSignatureOf(signature, secretKey, toSignedContent(version, { ...request, content })),
      ),
    )
    if (!isSigned)
      throw new InvalidSignatureError(
        `${place} does not match. It must be the HMAC-SHA256 of ${subject}, made with the secret key of this account.`,
      )
  }
}

/**
 * Returns the versions that are accepted, the recommended one first. Version 1 remains for what existing programs make. It does not cover
 * the path, and no existing program has a key of the scope `links`, which is published.
 */
const versionsOf = ({ signatureVersion = 1, scope }: Signer): SignatureVersion[] =>
  signatureVersion === 1 && scope !== 'links' ? [2, 1] : [2]

/** Returns the documented path of the resource, regardless of the stage, escapes or trailing slash of the request. */
const canonicalPath = (event: ApiEvent, { path }: Pick<Operation, 'path'>): string =>
  path.replace('{id}', () => encodeURIComponent(pathId(event)))

const signedSubject = (event: ApiEvent, { path }: Pick<Operation, 'path'>, account: Signer): string => {
  const [version] = versionsOf(account)
  const line = `${event.httpMethod} ${path}`
  if (sendsBody(event.httpMethod)) {
    const prefix = version === 2 ? `\`${line}\`, a line feed and ` : ''
    return `${prefix}the bytes of the body exactly as sent`
  }
  const prefix = version === 2 ? `\`${line}?\` and ` : ''
  return `${prefix}the query string exactly as sent, without \`signature\` and the \`&\` that joins it`
}

const checkBody = (event: ApiEvent, check: Check): boolean => {
  const [signature, ...others] = headerValues(event, 'x-service-signature')
  if (signature === undefined) return false
  if (others.length > 0) throw new InvalidSignatureError('Send exactly one `X-Service-Signature` header.')
  check('The header `X-Service-Signature`', signature, [bodyBytes(event)])
  return true
}

const checkQuery = (event: ApiEvent, check: Check, nowMs: number): boolean => {
  const parameters = event.multiValueQueryStringParameters ?? {}
  if (!Object.keys(parameters).some(isSignatureName)) return false
  const [rawQuery, ...others] = headerValues(event, rawQueryHeader)
  if (rawQuery === undefined || others.length > 0 || !isRawQueryOf(rawQuery, parameters))
    throw new InvalidSignatureError(
      'The query string was changed on its way to the service, so its signature cannot be verified. Percent-encode it and send it to the public URL of the service.',
    )
  const query = splitSignature(rawQuery)
  if (!query)
    throw new InvalidSignatureError(
      '`signature` must be given only once, under exactly this name: not as `signature[]` and without escapes.',
    )
  check('`signature`', query.signature, signedSpellings(query.signed))
  const expires = parameters['expires'] && readLinkExpiry(parameters['expires'])
  if (typeof expires === 'number' && isPastLinkExpiry(expires, nowMs))
    throw new LinkExpiredError('This link has expired: the time in `expires` has passed.')
  return true
}

/**
 * Returns the parameters of the operation, without those of the signed link.
 * @throws InvalidParameterError for `expires` in an unsigned request or malformed, and for a signature in a body
 */
export const withoutSigning = (
  source: OptionSource,
  isSigned: boolean,
  { input }: Pick<Operation, 'input'>,
): OptionSource => {
  if (source.kind === 'body') {
    if (Object.hasOwn(source.value, 'signature'))
      throw new InvalidParameterError(
        '`signature` is not allowed in a body. Send the signature of a body in the header `X-Service-Signature`.',
      )
    if (Object.hasOwn(source.value, 'expires') && !Object.hasOwn(input.shape, 'expires'))
      throw new InvalidParameterError(expiresMisplaced)
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

const expiresMisplaced =
  '`expires` is the expiry time of a signed link. It is allowed only in a query string with a `signature`.'
