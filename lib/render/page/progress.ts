import { ignore } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import { noteExpired, noteIncomplete } from '../../core/telemetry/render-report.ts'
import { bestEffort } from './best-effort.ts'
import { settle, type Wait } from './settle.ts'

/** The page appears with a transition. */
const samplesMax = 20

/**
 * Looks at the window now. The returned function returns whether it was blank or covered by a progress screen. Call it after other waits,
 * because the page may be as busy as they take.
 */
export const lookForProgress = ({ world, signal }: Wait): (() => Promise<boolean>) => {
  const look = world.call('awaitProgress', 0)
  // Fails again where it is awaited.
  look.catch(ignore)
  return async () => (await bestEffort(look, limitsMs.page.lateResponse, signal))?.value ?? false
}

/** Waits until the progress screen has ended and the page behind it is complete. What does not end in time is named in the report. */
export const awaitPageShown = async (endsMs: number, wait: Wait): Promise<void> => {
  const { world, signal, report } = wait
  const leftMs = () => Math.max(0, endsMs - Date.now())
  const stayed = await bestEffort(
    world.call('awaitProgress', leftMs()),
    leftMs() + limitsMs.page.lateResponse,
    signal,
  )
  if (stayed?.value !== false) return noteExpired(report, 'progress')
  const isStill = await bestEffort(
    world.call('awaitStillness', samplesMax, leftMs()),
    leftMs() + limitsMs.page.lateResponse,
    signal,
  )
  if (!isStill?.value) noteIncomplete(report, 'section', 'moving')
  await settle(wait)
}
