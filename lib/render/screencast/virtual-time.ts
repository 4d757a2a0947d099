import type { CDPSession } from 'puppeteer-core'
import { starvationTasksMax } from '../browser/page-time.ts'

interface VirtualTime {
  /** The time at which the page's clock was stopped, in ms of the browser's monotonic clock. Frame times count from it. */
  readonly startMs: number
  /** Advances the page's clock by exactly this time. Resolves when all tasks that were due have run. */
  advance(ms: number): Promise<void>
}

/** Stops the page's clock: timers, `Date`, `performance.now` and all animations. */
export const stopTime = async (cdp: Pick<CDPSession, 'send' | 'on'>): Promise<VirtualTime> => {
  let expired: () => void = () => undefined
  cdp.on('Emulation.virtualTimeBudgetExpired', () => expired())
  const { virtualTimeTicksBase } = await cdp.send('Emulation.setVirtualTimePolicy', { policy: 'pause' })
  return {
    startMs: virtualTimeTicksBase,
    async advance(budget) {
      const { promise, resolve } = Promise.withResolvers<void>()
      expired = resolve
      await cdp.send('Emulation.setVirtualTimePolicy', {
        policy: 'advance',
        budget,
        maxVirtualTimeTaskStarvationCount: starvationTasksMax,
      })
      await promise
    },
  }
}
