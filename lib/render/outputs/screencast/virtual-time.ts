import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession } from 'puppeteer-core'
import { machineMs, starvationTasksMax } from '../../browser/page-time.ts'

/** The clock of a page that is recorded. */
export interface VideoClock {
  /** In ms of the browser's monotonic clock. */
  nowMs(): number
  /** Lets this time pass in the page. Resolves when all tasks that were due have run. */
  advance(ms: number): Promise<void>
}

/** Returns the clock of the machine. */
export const machineClock = (signal: AbortSignal): VideoClock => ({
  nowMs: machineMs,
  advance: (ms) => pause(ms, undefined, { signal }),
})

/** Stops the page's clock: timers, `Date`, `performance.now` and all animations. It then advances by exactly the given times. */
export const stopTime = async (cdp: Pick<CDPSession, 'send' | 'on'>): Promise<VideoClock> => {
  let expired: () => void = () => undefined
  cdp.on('Emulation.virtualTimeBudgetExpired', () => expired())
  const { virtualTimeTicksBase } = await cdp.send('Emulation.setVirtualTimePolicy', { policy: 'pause' })
  let nowMs = virtualTimeTicksBase
  return {
    nowMs: () => nowMs,
    async advance(budget) {
      const { promise, resolve } = Promise.withResolvers<void>()
      expired = resolve
      await cdp.send('Emulation.setVirtualTimePolicy', {
        policy: 'advance',
        budget,
        maxVirtualTimeTaskStarvationCount: starvationTasksMax,
      })
      await promise
      nowMs += budget
    },
  }
}
