import type { SnapshotPlan } from '../../../core/plan/render-plan.ts'
import type { PageSession } from '../../browser/page-session.ts'
import type { StepContext } from '../../page/step.ts'
import { awaitResponse, captureEndsMs } from '../../page/time-limits.ts'
import type { World } from '../../page/world.ts'

/** The data that all outputs of one page share. */
export interface OutputContext {
  session: PageSession
  outputs: SnapshotPlan['outputs']
  steps: StepContext
  /** When the last output has to be done, in Unix ms. */
  endsMs: number
  signal: AbortSignal
  /** As `World.call`, until `endsMs`. */
  call: World['call']
}

export const createOutputContext = (
  session: PageSession,
  outputs: SnapshotPlan['outputs'],
  steps: StepContext,
): OutputContext => {
  const { world, signal, budget } = steps
  const endsMs = captureEndsMs(budget)
  return {
    session,
    outputs,
    steps,
    endsMs,
    signal,
    call: (name, ...args) => awaitResponse({ endsMs, signal }, world.call(name, ...args)),
  }
}
