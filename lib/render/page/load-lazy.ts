import { until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import { noteExpired } from '../../core/telemetry/render-report.ts'
import type { StepContext } from './step.ts'

/**
 * Loads content that waits for scrolling, and names it in the report if it does not load in time. Returns whether there may be any.
 *
 * @param isForNow whether `revertChanges` undoes it
 */
export const loadLazyContent = async (
  { world, report, signal }: Pick<StepContext, 'world' | 'report'> & { signal: AbortSignal | undefined },
  isForNow: boolean,
  capMs: number = limitsMs.settle.frames,
): Promise<boolean> => {
  // Without the scripts of the page, ours have no timers, so the limit is ours as well.
  const lazy = await until(
    world.call('loadLazyContent', capMs, isForNow),
    capMs + limitsMs.page.response,
    signal,
  )
  if (lazy === undefined || lazy.isExpired) noteExpired(report, 'lazy')
  return lazy?.loaded !== 0
}
