import { PageTimeoutError } from '../../base/errors.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { Stage } from './stage.ts'

/** Between two readings of the page. */
const pollMs = 50

/** Reads until `read` returns a value. Returns undefined when the time is up. */
export const poll = async <T>(
  stage: Stage,
  msMax: number,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> => {
  const endsLeftMs = stage.leftMs() - msMax
  for (;;) {
    const leftMs = stage.leftMs() - Math.max(0, endsLeftMs)
    if (leftMs <= 0) return undefined
    const found = await stage.until(read(), leftMs)
    if (found?.value !== undefined) return found.value
    if (found) await stage.pause(Math.min(pollMs, leftMs))
  }
}

/** Calls the page once. @throws PageTimeoutError if it does not respond */
export const ask = async <T>(stage: Stage, label: string, answer: Promise<T>): Promise<T> => {
  const answered = await stage.until(answer, limitsMs.action.any)
  if (answered) return answered.value
  throw new PageTimeoutError(`${label}: the page kept the browser busy.`)
}
