import type { Client } from '../../clients/typescript/src/index.ts'

/** How often a command asks the service while it waits. */
export interface Pace {
  /** The pause between calls that follow one another. */
  callMs: number
  /** The pause before it is asked again. */
  pollMs: number
}

const pollMsMin = 2_000

/** A waiting command takes a third of the account's requests of a minute at most. */
export const paceOf = async (client: Pick<Client, 'usage'>, signal: AbortSignal): Promise<Pace> => {
  const { concurrency } = await client.usage({ signal })
  const callMs = (3 * 60_000) / concurrency.limit
  return { callMs, pollMs: Math.max(pollMsMin, callMs) }
}
