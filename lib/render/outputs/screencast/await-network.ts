import { pause } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { NetworkActivity } from '../../page/network-activity.ts'

/** Resources that a page loads and then shows. Streams and sockets never end. */
const awaited = ['document', 'stylesheet', 'image', 'font', 'script', 'xhr', 'fetch', 'manifest'] as const

/** Returns how many of the page's requests are in progress whose responses it waits for. */
export const pendingLoads = (network: Pick<NetworkActivity, 'pending'>): number => network.pending(...awaited)

/** While the page loads something, lets its time pass no faster than the machine's. Call it before each frame. */
export const createLoadPace = (network: NetworkActivity, intervalMs: number) => {
  let frameMs = performance.now()
  return async (signal: AbortSignal): Promise<void> => {
    while (pendingLoads(network) > 0 && performance.now() < frameMs + intervalMs) await pause(lookMs, signal)
    frameMs = performance.now()
  }
}

const lookMs = 4

/** Waits for requests while the page's clock is stopped, as on a network without delay. Requests that do not end are skipped. */
export const createNetworkWait = (network: NetworkActivity, waitsMsMax = limitsMs.video.networkInAll) => {
  let leftMs = waitsMsMax
  let givenUp = 0
  return async (signal: AbortSignal): Promise<void> => {
    const startedMs = performance.now()
    const pending = () => pendingLoads(network)
    for (;;) {
      givenUp = Math.min(givenUp, pending())
      if (pending() <= givenUp) break
      if (performance.now() - startedMs >= Math.min(limitsMs.video.network, leftMs)) {
        givenUp = pending()
        break
      }
      await pause(lookMs, signal)
    }
    leftMs -= performance.now() - startedMs
  }
}
