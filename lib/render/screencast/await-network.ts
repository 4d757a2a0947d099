import { setTimeout as pause } from 'node:timers/promises'
import type { NetworkActivity } from '../page/network-activity.ts'

/** Resources that a page loads and then shows. Streams and sockets never end. */
const awaited = ['document', 'stylesheet', 'image', 'font', 'script', 'xhr', 'fetch', 'manifest'] as const

const oneWaitMsMax = 1_000
const allWaitsMsMax = 5_000
const lookMs = 4

/** Waits for requests while the page's clock is stopped, as on a network without delay. Requests that do not end are skipped. */
export const createNetworkWait = (network: NetworkActivity, waitsMsMax = allWaitsMsMax) => {
  let leftMs = waitsMsMax
  let givenUp = 0
  return async (signal: AbortSignal): Promise<void> => {
    const startedMs = performance.now()
    const pending = () => network.pending(...awaited)
    for (;;) {
      givenUp = Math.min(givenUp, pending())
      if (pending() <= givenUp) break
      if (performance.now() - startedMs >= Math.min(oneWaitMsMax, leftMs)) {
        givenUp = pending()
        break
      }
      await pause(lookMs, undefined, { signal })
    }
    leftMs -= performance.now() - startedMs
  }
}
