/** https://www.w3.org/TR/trace-context/#traceparent-header. Version ff and identifiers of zeros are invalid. */
const pattern =
  /^(?<version>(?!ff)[\da-f]{2})-(?<traceId>(?!0{32})[\da-f]{32})-(?!0{16})[\da-f]{16}-(?<flags>[\da-f]{2})(?<rest>$|-)/

const sampled = 1

/**
 * Returns the `traceparent` of our part of a trace: of the caller's, or of a new trace if the header is absent, repeated or invalid. A later
 * version may have more fields, of which only those of version 00 are used. A new trace is not sampled, because the service records no spans.
 * @param random 24 random bytes
 */
export const continueTrace = (headers: readonly string[], random: Buffer): string => {
  const parentId = random.toString('hex', 16, 24)
  const {
    version,
    traceId,
    flags = '',
    rest,
  } = pattern.exec(headers.length === 1 ? (headers[0] ?? '') : '')?.groups ?? {}
  if (traceId === undefined || (version === '00' && rest !== ''))
    return `00-${random.toString('hex', 0, 16)}-${parentId}-00`
  const isSampled = (Number.parseInt(flags, 16) & sampled) === sampled
  return `00-${traceId}-${parentId}-${isSampled ? '01' : '00'}`
}

/** Returns the part of a `traceparent` that all parts of a trace share. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35)
