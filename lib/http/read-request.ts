import { AppError, InvalidBodyError, InvalidParameterError } from '../base/errors.ts'
import { parseBody, readNames, readText } from '../core/options/parse-body.ts'
import { describeNotUtf8 } from '../core/options/percent-encoding.ts'
import type { OptionSource } from '../core/options/read-options.ts'
import { sendsBody } from '../schema/operations.ts'
import type { ApiEvent } from './call.ts'

const bodyBytesMax = 6 * 1024 * 1024

/** The parameters and access keys of a request, read from the places that its method allows. */
export interface ApiRequest {
  /** Every access key in the head of the request, from all places that its method allows. */
  accessKeys: string[]
  /** Returns the access key in the body, which is not parsed for it. */
  bodyKey(): string | undefined
  /** For a request without a key: returns where a misplaced key was found, and where it belongs. */
  keyHint(): string | undefined
  /** The parameters without the access key. @throws AppError 400 if the body is malformed or in the wrong place */
  source(): OptionSource
}

type Pair = readonly [string, string]

/** @param bodyRequired whether a POST, PUT or PATCH without a body is an error; if false, it has no parameters */
export const readRequest = (event: ApiEvent, bodyRequired = true): ApiRequest => {
  const pairs = toPairs(event)
  const headerKeys = headerValues(event, 'x-access-key')
  if (sendsBody(event.httpMethod))
    return readBodyRequest(bodyRequired || event.body ? event : { ...event, ...noBody }, pairs, headerKeys)
  return {
    accessKeys: [...headerKeys, ...pairs.filter(([name]) => name === 'access_key').map(([, value]) => value)],
    bodyKey: () => undefined,
    keyHint: () =>
      headerHint(event) ??
      otherNameHint(pairs.map(([name]) => name)) ??
      (event.body?.includes('access_key') ? hints.bodyOfGet : undefined),
    source() {
      if (event.body)
        throw new InvalidBodyError(
          `${event.httpMethod} must not have a body. Send the parameters in the query string.`,
        )
      assertUtf8(event)
      return { kind: 'query', pairs: pairs.filter(([name]) => name !== 'access_key') }
    },
  }
}

/** Replaces a missing body, whose content type does not matter. */
const noBody = { body: '{}', isBase64Encoded: false, multiValueHeaders: {} }

const readBodyRequest = (event: ApiEvent, pairs: Pair[], accessKeys: string[]): ApiRequest => {
  const read = once(() => attempt(() => readJsonText(event)))
  const bodyKey = once(() => {
    const text = read()
    return text instanceof AppError || !mayNameKey.test(text) ? undefined : readText(text, 'access_key')
  })
  return {
    accessKeys,
    bodyKey,
    keyHint: () => headerHint(event) ?? bodyKeyHint(pairs, read()),
    source() {
      const text = read()
      if (text instanceof AppError) throw text
      const { access_key: key, ...value } = parseBody(text)
      const [stray] = pairs
      if (stray)
        throw new InvalidParameterError(
          `\`${toAscii(stray[0])}\` is in the query string. Send the parameters of a ${event.httpMethod} in the JSON body.`,
        )
      if (key !== undefined && key !== null && typeof key !== 'string')
        throw new InvalidParameterError('`access_key` must be a string.')
      return { kind: 'body', value }
    },
  }
}

/** Any letter of the name may be escaped. */
const mayNameKey = /access_key|\\u00/

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Sent in a quoted header value, so these must not contain quotes. */
const hints = {
  authorization: 'Send the access key in the header X-Access-Key instead of Authorization.',
  otherHeader: 'Send the access key in the header X-Access-Key instead of X-Api-Key.',
  otherName: 'The parameter of the access key is access_key. Or send the key in the header X-Access-Key.',
  bodyOfGet: 'Send the access key in the header X-Access-Key or in the query string instead of the body.',
  queryOfPost:
    'Send the access key in the header X-Access-Key or in the JSON body instead of the query string.',
  notText: 'The field access_key of the body must be a string.',
  unreadable: 'The body could not be read, so it may have an access key that was not found.',
}

const headerHint = (event: ApiEvent): string | undefined => {
  if (headerValues(event, 'authorization').length > 0) return hints.authorization
  return headerValues(event, misplacedKeyHeader).length > 0 ? hints.otherHeader : undefined
}

/** Set at the edge if the caller sent the header X-Api-Key, which there gets another value. */
const misplacedKeyHeader = 'x-stillframe-misplaced-key'

/** The names that other services have for the key. */
const otherKeyNames = new Set(['api_key', 'apikey', 'accesskey', 'key', 'token'])

const otherNameHint = (names: readonly string[]): string | undefined =>
  names.some((name) => otherKeyNames.has(name.toLowerCase())) ? hints.otherName : undefined

/** Where a body is searched for a key under another name. */
const hintChars = 100_000

const bodyKeyHint = (pairs: readonly Pair[], text: string | AppError): string | undefined => {
  if (pairs.some(([name]) => name === 'access_key')) return hints.queryOfPost
  if (text instanceof AppError) return hints.unreadable
  const names = readNames(text.slice(0, hintChars))
  if (names.has('access_key')) return hints.notText
  return otherNameHint([...names]) ?? (/^\s*\{/.test(text) ? undefined : hints.unreadable)
}

/** The key is checked before the body, so the error of a malformed body is kept for later. */
const attempt = <T>(work: () => T): T | AppError => {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

const readJsonText = (event: ApiEvent): string => {
  assertJsonHeaders(event)
  const bytes = bodyBytes(event)
  if (bytes.length > bodyBytesMax) throw new InvalidBodyError('The body is larger than 6 MB.')
  if (isReplacedText(event, bytes)) throw new InvalidBodyError('The body is not valid UTF-8.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new InvalidBodyError('The body is not valid UTF-8.', { cause })
  }
}

const assertJsonHeaders = (event: ApiEvent) => {
  const [contentType = 'application/json'] = headerValues(event, 'content-type')
  const [type = ''] = contentType.split(';')
  if (type.trim().toLowerCase() !== 'application/json')
    throw new InvalidBodyError(
      `The content type of the body is \`${toAscii(type.trim())}\`. It must be \`application/json\`.`,
    )
  const charset = /;\s?charset="?([^";\s]*)/i.exec(contentType)?.[1] ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset.toLowerCase()))
    throw new InvalidBodyError(`The charset of the body is \`${toAscii(charset)}\`. It must be UTF-8.`)
  const encoding = headerValues(event, 'content-encoding').join(', ')
  if (encoding !== '' && encoding.toLowerCase() !== 'identity')
    throw new InvalidBodyError(
      `The content encoding of the body is \`${toAscii(encoding)}\`. Send the body uncompressed.`,
    )
}

const toAscii = (text: string): string => text.slice(0, 60).replace(/[^\x20-\x7e]/g, '?')

/** Set at the edge: the length of the body as the client sent it. */
const bodyLengthHeader = 'x-stillframe-body-length'

/**
 * Returns whether the gateway replaced bytes that are not UTF-8 with U+FFFD, as API Gateway does with every body whose type is not binary. As
 * binary types bodies would be base64, and 5 MB of HTML would no longer fit in the 6 MB of a Lambda event. A replacement character is
 * three bytes, so the length tells, except for sequences of four bytes that lack their last one, or where the length is not known. The
 * local gateway passes on such bodies in base64.
 */
const isReplacedText = (event: ApiEvent, bytes: Buffer): boolean => {
  if (event.isBase64Encoded || !event.body?.includes('\ufffd')) return false
  const [length] = [...headerValues(event, bodyLengthHeader), ...headerValues(event, 'content-length')]
  return length !== undefined && Number(length) !== bytes.length
}

/** Returns the body as API Gateway passes it on: bytes that are not UTF-8 have become U+FFFD unless the type is binary. */
export const bodyBytes = (event: ApiEvent): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')

/** Set at the edge if a parameter of the query string is not UTF-8 after percent-decoding: its name as sent. */
const malformedNameHeader = 'x-stillframe-not-utf8'

/** @throws InvalidParameterError if a parameter of the query string is not UTF-8 */
export const assertUtf8 = (event: ApiEvent) => {
  const [name] = headerValues(event, malformedNameHeader)
  if (name === undefined) return
  throw new InvalidParameterError(describeNotUtf8(toAscii(name)))
}

const toPairs = (event: ApiEvent): Pair[] =>
  Object.entries(event.multiValueQueryStringParameters ?? {}).flatMap(([name, values]) =>
    (values ?? []).map((value): Pair => [name, value]),
  )

/** Returns every value of a header, ignoring the case of its name. */
export const headerValues = (event: ApiEvent, name: string): string[] =>
  Object.entries(event.multiValueHeaders ?? {})
    .filter(([header]) => header.toLowerCase() === name)
    .flatMap(([, values]) => values ?? [])
