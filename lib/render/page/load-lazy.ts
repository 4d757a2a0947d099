import { limitsMs } from '../../core/plan/budgets.ts'
import { noteExpired } from '../../core/telemetry/render-report.ts'
import { inTime } from './best-effort.ts'
import type { StepContext } from './step.ts'

/**
 * Loads content that waits for scrolling, and names it in the report if it does not load in time. Returns whether there may be any.
 *
 * @param isForNow whether `undo` reverts it
 */
export const loadLazyContent = async (
  { world, report, signal }: Pick<StepContext, 'world' | 'report'> & { signal: AbortSignal | undefined },
  isForNow: boolean,
  capMs: number = limitsMs.ready.frames,
): Promise<boolean> => {
  // Without the scripts of the page, ours have no timers, so the limit is ours as well.
  const loading = world.call('loadLazyContent', capMs, isForNow)
  const lazy = await inTime('lazy', loading, capMs + limitsMs.page.response, { report, signal })
  if (lazy?.value.isExpired) noteExpired(report, 'lazy')
  return lazy?.value.loaded !== 0
}
