import { vi } from 'vitest'
import { ignore } from '../../lib/base/timers.ts'

/**
 * Runs work whose waits take no time: whenever it does nothing but wait, the clock moves to the next timer. For work that waits for
 * timers alone, without input, output and processes.
 */
export const inFakeTime = async <T>(work: () => Promise<T>): Promise<T> => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
  try {
    let isOver = false
    const done = work().finally(() => {
      isOver = true
    })
    done.catch(ignore)
    while (!isOver) await vi.advanceTimersToNextTimerAsync()
    return await done
  } finally {
    vi.useRealTimers()
  }
}
