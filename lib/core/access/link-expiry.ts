/** The last second of the year 9999. A later time was probably meant in milliseconds. */
const secondsMax = 253_402_300_799

/**
 * Parses the `expires` of a signed link.
 * @returns Unix seconds, or a predicate that says what is wrong
 */
export const readLinkExpiry = (values: readonly string[]): number | string => {
  const [value = '', ...others] = values
  if (others.length > 0) return `is given ${values.length} times. It must be given only once.`
  const seconds = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  return seconds <= secondsMax ? seconds : 'must be a Unix time in whole seconds, such as `1893456000`.'
}

/** Returns whether a link has expired. It works until the second in `expires` begins. */
export const isPastLinkExpiry = (expiresSeconds: number, nowMs: number): boolean =>
  nowMs >= expiresSeconds * 1000
