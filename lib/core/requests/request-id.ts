/**
 * Returns a UUID of version 7 (RFC 9562, 5.7). It is time-ordered, so a table's sort key lists requests by age.
 * @param random 10 random bytes
 */
export const createRequestId = (nowMs: number, random: Uint8Array): string => {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Returns a text that is less than every id of this time or later, and greater than every earlier one. */
export const toIdBound = (atMs: number): string => {
  const hex = atMs.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Returns the time in an id of `createRequestId`, in Unix ms. */
export const idTimeMs = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
