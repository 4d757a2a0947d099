import { inLanes } from '../in-lanes.ts'
import type { Ending } from './check-ends.ts'
import { type Caller, follow, type Order, order } from './workload.ts'

/** Orders so many at a time and follows each to its end. */
export const runOrders = async (
  caller: Caller,
  orders: readonly Order[],
  { lanes, signal }: { lanes: number; signal: AbortSignal },
): Promise<Ending[]> => {
  const followed = await inLanes(orders, lanes, async (input) => {
    const accepted = await order(caller, input, signal)
    const ended = follow(caller, accepted, signal).then((seen) => ({ accepted, seen }))
    // Awaited below, when everything is ordered. Until then a rejection is unhandled.
    ended.catch(() => {})
    return { ended }
  })
  return Promise.all(followed.map(({ ended }) => ended))
}

/** Hits of the quota that the account has used this month. */
export const readUsedHits = async ({ baseUrl, accessKey }: Caller): Promise<number> => {
  const response = await fetch(`${baseUrl}/v1/usage`, { headers: { 'x-access-key': accessKey } })
  return ((await response.json()) as { hits: { used: number } }).hits.used
}
