import { pause, until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { FrameClock } from '../../browser/frame-clock.ts'
import { isGone } from '../../browser/protocol-errors.ts'
import type { World } from '../../page/world.ts'
import type { ConsentPhase } from './consent-phase.ts'
import type { ConsentTracker } from './consent-tracker.ts'
import type { FrameLooks } from './frame-looks.ts'
import { createTimeSkip, type SkipTime } from './skip-time.ts'

/** Between two checks of the search. Each step ends with a frame, and takes 1 to 3 ms on most pages. A dialog needs several frames to appear. */
const searchStepMs = 200

/** After two unsuccessful checks. */
const furtherStepMs = 300

/** A dialog that was found may be animated. */
const foundStepMs = 50

const isSearching = (phase: ConsentPhase) => phase === 'searching' || phase === 'nothing'

const searchSteps: Partial<Record<ConsentPhase, number>> = {
  searching: searchStepMs,
  nothing: furtherStepMs,
}

const stepMsOf = ({ phase }: ConsentTracker, leftMs: number) =>
  Math.min(searchSteps[phase] ?? foundStepMs, leftMs)

/**
 * Waits for the end of the search. Returns false when `capMs` ran out.
 *
 * @param isClockLeft leaves the page the machine's clock
 */
export const awaitSearch = async (
  time: Pick<FrameClock['time'], 'nowMs' | 'skip' | 'stalled'>,
  world: Pick<World, 'call'>,
  tracker: ConsentTracker,
  looks: Pick<FrameLooks, 'done'>,
  { capMs, isClockLeft }: { capMs: number; isClockLeft: boolean },
): Promise<boolean> => {
  const startMs = performance.now()
  const leftMs = () => Math.max(0, capMs - (performance.now() - startMs))
  if (isClockLeft) await tracker.settled(capMs)
  // The first look of a frame may end after the search of the page.
  if (tracker.isOver) await until(looks.done(), Math.min(leftMs(), limitsMs.consent.search))
  if (tracker.isOver || isClockLeft) return tracker.settled(leftMs())
  const skip = await createTimeSkip(time, world, leftMs())
  if (!skip) return tracker.settled(leftMs())
  return searchAhead({ nowMs: time.nowMs, skip }, tracker, looks, leftMs())
}

/**
 * Waits for the end of the search and lets the page's time pass as fast as its tasks allow. What the page would have shown in the same
 * time is not missed: the clock stops while the page fetches or is evaluated, and the page draws frames. Returns false when `capMs`
 * ran out.
 */
export const searchAhead = async (
  time: SkipTime,
  tracker: ConsentTracker,
  looks: Pick<FrameLooks, 'done'>,
  capMs: number,
): Promise<boolean> => {
  const startMs = performance.now()
  const leftMs = (ofMs = capMs) => Math.max(0, ofMs - (performance.now() - startMs))
  const restMs = createRest(time, tracker)
  const skip = (stepMs: number, fetchMs: number) =>
    time.skip(stepMs, fetchMs).catch((error) => {
      // A page that has just left its document, or is closed, cannot skip.
      if (!isGone(error)) throw error
      return pause(stepMs)
    })
  let skippedMs = 0
  const isOver = () => restMs() === 0 || (tracker.isOver && skippedMs >= limitsMs.consent.all)
  for (;;) {
    while (!isOver()) {
      if (leftMs() === 0) return tracker.isOver
      await until(tracker.idle(), leftMs())
      const stepMs = stepMsOf(tracker, limitsMs.consent.all - skippedMs)
      if (stepMs === 0) await pause(foundStepMs)
      else await until(skip(stepMs, fetchMsMax(tracker, leftMs(limitsMs.consent.search))), leftMs())
      skippedMs += stepMs
    }
    // A check that has just begun may find a dialog.
    await until(tracker.idle(), leftMs())
    await until(looks.done(), Math.min(leftMs(limitsMs.consent.search), leftMs()))
    if (isOver()) return true
  }
}

/** After the time of an ordinary search, only a dialog that was found is waited for, at the pace of the machine's clock. */
const fetchMsMax = ({ phase }: ConsentTracker, ordinaryMs: number) =>
  ordinaryMs > 0 || isSearching(phase) ? ordinaryMs : foundStepMs

const phaseMs: Partial<Record<ConsentPhase, number>> = {
  nothing: limitsMs.consent.further,
  detected: limitsMs.consent.popup,
  done: limitsMs.consent.closing,
}

/** Returns how much of the page's time is left to wait, as far as that is known. */
const createRest = ({ nowMs }: SkipTime, tracker: ConsentTracker) => {
  let phase = tracker.phase
  let sinceMs = nowMs()
  return () => {
    if (phase !== tracker.phase) {
      phase = tracker.phase
      sinceMs = nowMs()
    }
    if (!tracker.isOver && phase !== 'detected') return Number.POSITIVE_INFINITY
    return Math.max(0, (phaseMs[phase] ?? 0) - (nowMs() - sinceMs))
  }
}
