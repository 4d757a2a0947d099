import type { Client } from '../../clients/typescript/src/index.ts'

/** How often a command asks the service while it waits. */
export interface Pace {
  /** Returns the pause after so many calls. */
  pauseMs(calls: number): number
}

const pauseMsMin = 2_000

/** A waiting command takes a third of the account's requests of a minute at most. */
export const paceOf = async (client: Pick<Client, 'usage'>, signal: AbortSignal): Promise<Pace> => {
  const { concurrency } = await client.usage({ signal })
  return { pauseMs: (calls) => Math.max(pauseMsMin, (calls * 3 * 60_000) / concurrency.limit) }
}
