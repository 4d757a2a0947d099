import { limitsMs } from '../../../core/plan/budgets.ts'
import { noteIncomplete } from '../../../core/telemetry/render-report.ts'
import { awaitResponse, remainingMs } from '../../page/time-limits.ts'
import type { CaptureContext } from './capture-context.ts'

/** Returns the time that is left for waits before a capture. */
export const spareMs = (context: CaptureContext): number =>
  Math.max(0, remainingMs(context) - limitsMs.reserve.capture)

/**
 * The maximum wait for effects after the scroll back to the top, such as smooth scrolling or a button that fades out. 36 readings take
 * 1.2 s, and longer on a busy machine, which draws fewer frames in that time.
 */
const readingsMax = 36

/** Waits until the page is at rest after it was scrolled through, and is back at its top. */
export const awaitScrolled = async (context: CaptureContext): Promise<void> => {
  if (!(await awaitPageRest(context))) noteIncomplete(context.report, 'scroll', 'moving')
}

/** Waits until the page is at rest, and returns whether it is. */
export const awaitPageRest = (
  context: CaptureContext,
  { msMax = limitsMs.scroll.still, isShown }: { msMax?: number; isShown?: boolean } = {},
) => {
  const { world, frames } = context
  const capMs = Math.min(msMax, spareMs(context))
  // A script that moves an element by a part of its way in each frame needs about 70 of them.
  return awaitResponse(
    context,
    frames.hurry(() => world.call('awaitPageRest', readingsMax, capMs), isShown, true),
  )
}
