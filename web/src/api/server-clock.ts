/** Smaller differences come from the network and from the header's whole seconds. */
const toleranceMs = 30_000

let offsetMs = 0

/** Compares the `Date` header of a response with the local clock. */
export const readServerDate = (date: string | null, localMs: number): void => {
  const serverMs = Date.parse(date ?? '')
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - localMs
}

/** Returns the time of the service, in Unix milliseconds. Expiry times that the service checks are counted from it. */
export const serverNowMs = (): number => Date.now() + offsetMs

/** Returns by how many milliseconds the local clock differs from the service's, or 0 if it does not matter. */
export const clockErrorMs = (): number => (Math.abs(offsetMs) < toleranceMs ? 0 : offsetMs)
