/** What a flight gave, and whether the caller was the one that it set out for. */
export interface Landing<T> {
  value: T
  isFirst: boolean
}

/** Runs work once for all who want the same at the same time in this process. */
export type SingleFlight<T> = (
  key: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<Landing<T>>

interface Flight<T> {
  landing: Promise<T>
  passengers: number
  cancellation: AbortController
}

/** A caller whose signal aborts leaves with its reason, and the others wait on. The work is aborted when nobody is left. */
export const createSingleFlight = <T>(): SingleFlight<T> => {
  const flights = new Map<string, Flight<T>>()
  return async (key, signal, work) => {
    signal.throwIfAborted()
    const known = flights.get(key)
    const flight = known ?? setOut(work)
    flights.set(key, flight)
    flight.passengers++
    try {
      return { value: await untilAborted(flight.landing, signal), isFirst: known === undefined }
    } finally {
      flight.passengers--
      if (flight.passengers === 0) {
        // Who comes now must not join what is over, or about to be aborted.
        flights.delete(key)
        flight.cancellation.abort(signal.reason)
      }
    }
  }
}

const setOut = <T>(work: (signal: AbortSignal) => Promise<T>): Flight<T> => {
  const cancellation = new AbortController()
  return { landing: work(cancellation.signal), passengers: 0, cancellation }
}

const untilAborted = async <T>(landing: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([landing, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
