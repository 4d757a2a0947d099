import { PageTimeoutError } from '../../base/errors.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { Stage } from './stage.ts'

/** Between two looks at the page. */
const lookMs = 50

/** Looks until `look` returns a value. Returns undefined when the time is up. */
export const poll = async <T>(
  stage: Stage,
  msMax: number,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> => {
  const endsLeftMs = stage.leftMs() - msMax
  for (;;) {
    const leftMs = stage.leftMs() - Math.max(0, endsLeftMs)
    if (leftMs <= 0) return undefined
    const seen = await stage.until(look(), leftMs)
    if (seen?.value !== undefined) return seen.value
    if (seen) await stage.pause(Math.min(lookMs, leftMs))
  }
}

/** Calls the page once. @throws PageTimeoutError if it does not respond */
export const ask = async <T>(stage: Stage, label: string, answer: Promise<T>): Promise<T> => {
  const answered = await stage.until(answer, limitsMs.action.any)
  if (answered) return answered.value
  throw new PageTimeoutError(`${label}: the page kept the browser busy.`)
}
