/** Which of the latest minutes have been counted. */
export interface CountedMinutes {
  /** Minutes since 1970. */
  latest: number
  /** Hex digits of a bit for each minute, the lowest one for `latest`, the next for the minute before. */
  bits: string
}

/**
 * Minutes that are remembered: 7 hours. A schedule's message lives for 6 hours in the render queue and 45 minutes in the scheduler.
 * None can arrive later.
 */
const rememberedMinutes = 420

const mask = (1n << BigInt(rememberedMinutes)) - 1n

/** Adds a minute. Returns undefined if it has already been counted or is too old to tell. */
export const countMinute = (
  counted: CountedMinutes | undefined,
  minute: number,
): CountedMinutes | undefined => {
  if (!counted) return { latest: minute, bits: '1' }
  const { latest } = counted
  const bits = BigInt(`0x${counted.bits}`)
  if (minute > latest) {
    const shift = Math.min(minute - latest, rememberedMinutes)
    return { latest: minute, bits: toHex(((bits << BigInt(shift)) | 1n) & mask) }
  }
  const bit = 1n << BigInt(latest - minute)
  const isKnown = latest - minute >= rememberedMinutes || (bits & bit) !== 0n
  return isKnown ? undefined : { latest, bits: toHex(bits | bit) }
}

const toHex = (bits: bigint) => bits.toString(16)
