import type { SnapshotPlan } from '../../core/plan/render-plan.ts'
import type { PageSession } from '../browser/page-session.ts'
import type { StepContext } from '../page/steps/step.ts'
import { awaitResponse, captureEndsMs } from '../page/time-limits.ts'
import type { ScrapeScript } from '../scrape/scrape-script.ts'

/** The data that all outputs of one page share. */
export interface OutputContext {
  session: PageSession
  outputs: SnapshotPlan['outputs']
  steps: StepContext
  /** When the last output has to be done, in Unix ms. */
  endsMs: number
  signal: AbortSignal
  scrapeScript: ScrapeScript
  /** Runs a function of `in-page/`, until `endsMs`. */
  call<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
}

export const createOutputContext = (
  session: PageSession,
  outputs: SnapshotPlan['outputs'],
  steps: StepContext,
  scrapeScript: ScrapeScript,
): OutputContext => {
  const { world, signal, budget } = steps
  const endsMs = captureEndsMs(budget)
  return {
    session,
    outputs,
    steps,
    endsMs,
    signal,
    scrapeScript,
    call: (work, ...args) => awaitResponse({ endsMs, signal }, world.call(work, ...args)),
  }
}
