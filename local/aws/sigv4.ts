import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

type SignedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

export interface CredentialScope {
  accessKeyId: string
  /** What the signing key is derived from: date, region, service, `aws4_request`. */
  parts: string[]
  service: string | undefined
}

export interface SignatureRefusal {
  code: string
  message: string
}

const clockSkewMsMax = 15 * 60_000
const emptyBodySha256 = createHash('sha256').digest('hex')

/** The credential scope of a signed or presigned request, unverified. */
export const credentialScopeOf = (
  request: Pick<SignedRequest, 'url' | 'headers'>,
): CredentialScope | undefined => {
  const found =
    /Credential=([^,\s]+)/.exec(request.headers.authorization ?? '') ??
    /[?&]X-Amz-Credential=([^&]+)/.exec(request.url ?? '')
  if (!found?.[1]) return undefined
  const [accessKeyId = '', ...parts] = found[1].replaceAll(/%2F/gi, '/').split('/')
  return { accessKeyId, parts, service: parts[2] }
}

/**
 * Checks Signature Version 4, in the header or in a presigned query. The body is not read: its hash is taken from the
 * signed header and must be compared by whoever reads the body.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const checkSignature = (
  request: SignedRequest,
  secretOf: (accessKeyId: string) => string | undefined,
  nowMs: number,
): SignatureRefusal | undefined => {
  const scope = credentialScopeOf(request)
  if (!scope) return { code: 'AccessDenied', message: 'Access Denied' }
  const secret = secretOf(scope.accessKeyId)
  if (secret === undefined) {
    return {
      code: 'InvalidAccessKeyId',
      message: 'The AWS Access Key Id you provided does not exist in our records.',
    }
  }
  const signature = readSignature(request)
  const untimely = checkTime(signature, nowMs)
  if (untimely) return untimely
  const expected = sign(canonicalRequest(request, signature), signature.date, scope, secret)
  if (isSameText(expected, signature.value)) return undefined
  return {
    code: 'SignatureDoesNotMatch',
    message: 'The request signature we calculated does not match the signature you provided.',
  }
}

interface Signature {
  value: string
  /** `20260102T030405Z` */
  date: string
  signedHeaders: string[]
  bodySha256: string
  /** Only presigned requests expire by themselves. */
  expiresSeconds: number | undefined
}

const readSignature = ({ url = '', headers }: SignedRequest): Signature => {
  const query = new URLSearchParams(url.split('?')[1])
  const presigned = query.get('X-Amz-Signature')
  const bodySha256 = query.get('X-Amz-Content-Sha256') ?? headers['x-amz-content-sha256']?.toString()
  if (presigned !== null) {
    return {
      value: presigned,
      date: query.get('X-Amz-Date') ?? '',
      signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
      bodySha256: bodySha256 ?? 'UNSIGNED-PAYLOAD',
      expiresSeconds: Number(query.get('X-Amz-Expires')),
    }
  }
  const authorization = headers.authorization ?? ''
  return {
    value: /Signature=([0-9a-f]+)/.exec(authorization)?.[1] ?? '',
    date: headers['x-amz-date']?.toString() ?? '',
    signedHeaders: (/SignedHeaders=([^,\s]+)/.exec(authorization)?.[1] ?? '').split(';'),
    bodySha256: bodySha256 ?? emptyBodySha256,
    expiresSeconds: undefined,
  }
}

const checkTime = ({ date, expiresSeconds }: Signature, nowMs: number): SignatureRefusal | undefined => {
  const signedMs = parseDate(date)
  if (expiresSeconds !== undefined) {
    const isCurrent = nowMs <= signedMs + expiresSeconds * 1000
    return isCurrent ? undefined : { code: 'AccessDenied', message: 'Request has expired' }
  }
  if (Math.abs(nowMs - signedMs) < clockSkewMsMax) return undefined
  return {
    code: 'RequestTimeTooSkewed',
    message: 'The difference between the request time and the current time is too large.',
  }
}

/** NaN for anything that is not a basic ISO 8601 time. */
const parseDate = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const canonicalRequest = (request: SignedRequest, { signedHeaders, bodySha256 }: Signature) => {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const headerLines = signedHeaders.map((name) => `${name}:${headerText(request.headers[name])}\n`)
  return [
    request.method,
    path.split('/').map(reencode).join('/'),
    canonicalQuery(query),
    headerLines.join(''),
    signedHeaders.join(';'),
    bodySha256,
  ].join('\n')
}

const headerText = (value: string | string[] | undefined) =>
  String(value ?? '')
    .trim()
    .replaceAll(/ +/g, ' ')

const canonicalQuery = (query: string) =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.replaceAll('+', '%20').split('=')
      return { name: reencode(name), value: reencode(value.join('=')) }
    })
    .filter(({ name }) => name !== 'X-Amz-Signature')
    .sort((a, b) => compareText(a.name, b.name) || compareText(a.value, b.value))
    .map(({ name, value }) => `${name}=${value}`)
    .join('&')

const compareText = (a: string, b: string) => Number(a > b) - Number(a < b)

/** Clients encode the same text differently; AWS encodes everything but unreserved characters. */
const reencode = (text: string) =>
  encodeURIComponent(decodeURIComponent(text)).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const sign = (canonical: string, date: string, { parts }: CredentialScope, secret: string) => {
  const canonicalSha256 = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', date, parts.join('/'), canonicalSha256].join('\n')
  let key: string | Buffer = `AWS4${secret}`
  for (const part of parts) key = createHmac('sha256', key).update(part).digest()
  return createHmac('sha256', key).update(text).digest('hex')
}

const isSameText = (a: string, b: string) =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b))
