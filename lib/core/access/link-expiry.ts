/** The last second of the year 9999: what is later was meant in milliseconds. */
const secondsMax = 253_402_300_799

/**
 * Reads the values of a signed link's `expires`.
 * @returns Unix seconds, or the end of a sentence that says what is wrong
 */
export const readLinkExpiry = (values: readonly string[]): number | string => {
  const [value = '', ...others] = values
  if (others.length > 0) return `is given ${values.length} times; it is given once.`
  const seconds = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  return seconds <= secondsMax ? seconds : 'must be a whole number of seconds since 1970, as in `1893456000`.'
}

/** A link works until the second that its `expires` names begins. */
export const isPastLinkExpiry = (expiresSeconds: number, nowMs: number): boolean =>
  nowMs >= expiresSeconds * 1000
