import { pause, until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { FrameClock } from '../../browser/frame-clock.ts'
import { isGone } from '../../browser/protocol-errors.ts'
import type { World } from '../../page/world.ts'
import type { ConsentPhase } from './consent-phase.ts'
import type { ConsentTracker } from './consent-tracker.ts'
import type { FrameSearches } from './frame-searches.ts'
import { createTimeSkip, type SkipTime } from './skip-time.ts'

type PhaseTimes = Partial<Record<ConsentPhase, number>>

/** How the page's time passes during the search. */
export interface SearchClock extends SkipTime {
  /** How much of it is skipped at once in each phase. */
  stepMs: PhaseTimes
  /** How long a phase is waited for, once nothing else is known of it. */
  restMs: PhaseTimes
}

/** A dialog that was found may be animated. */
const foundStepMs = 50

/** The machine's clock is only read. */
const machineClock: SearchClock = {
  nowMs: () => performance.now(),
  skip: (ms) => pause(ms),
  stepMs: { searching: 20, nothing: 20 },
  restMs: { detected: limitsMs.consent.popup },
}

/** A step ends with a frame, and takes 1 to 3 ms on most pages. A dialog needs several frames to appear. */
export const movedClock = {
  stepMs: { searching: 200, nothing: 300 },
  restMs: {
    nothing: limitsMs.consent.further,
    detected: limitsMs.consent.popup,
    done: limitsMs.consent.closing,
  },
}

const isSearching = (phase: ConsentPhase) => phase === 'searching' || phase === 'nothing'

/**
 * Waits for the end of the search. Returns false when `capMs` ran out. Time in which the page is busy with one task does not count, up to the
 * longest task: the page can be neither searched nor captured meanwhile.
 *
 * @param isClockLeft leaves the page the machine's clock
 */
export const awaitSearch = async (
  time: Pick<FrameClock['time'], 'nowMs' | 'skip'>,
  world: Pick<World, 'call'>,
  tracker: ConsentTracker,
  frames: Pick<FrameSearches, 'done'>,
  { capMs, isClockLeft }: { capMs: number; isClockLeft: boolean },
): Promise<boolean> => {
  const startMs = performance.now()
  const skip =
    isClockLeft || tracker.isOver ? undefined : await createTimeSkip(time, world, limitsMs.page.task)
  const taskMs = limitsMs.page.task - (performance.now() - startMs)
  if (taskMs <= 0) return tracker.isOver
  const clock = skip ? { ...movedClock, nowMs: time.nowMs, skip } : machineClock
  return search(clock, tracker, frames, capMs, taskMs)
}

/**
 * Waits for the end of the search and lets the page's time pass as fast as its tasks allow. What the page would have shown in the same
 * time is not missed: the clock stops while the page fetches or is evaluated, and the page draws frames. Returns false when `capMs`
 * ran out, of which a longer task takes nothing, as long as all of these take less than `taskMs`.
 */
export const search = async (
  clock: SearchClock,
  tracker: ConsentTracker,
  frames: Pick<FrameSearches, 'done'>,
  capMs: number,
  taskMs: number,
): Promise<boolean> => {
  const startMs = performance.now()
  let busyMs = 0
  const leftMs = (ofMs = capMs) =>
    Math.max(0, ofMs - (performance.now() - startMs - Math.min(busyMs, taskMs)))
  const restMs = createRest(clock, tracker)
  const skip = async (stepMs: number, fetchMs: number) => {
    const beganMs = performance.now()
    await clock.skip(stepMs, fetchMs).catch((error) => {
      // A page that has just left its document, or is closed, cannot skip.
      if (!isGone(error)) throw error
      return pause(stepMs)
    })
    busyMs += Math.max(0, performance.now() - beganMs - stepMs - fetchMs)
  }
  let skippedMs = 0
  const isOver = () => restMs() === 0 || (tracker.isOver && skippedMs >= limitsMs.consent.all)
  for (;;) {
    while (!isOver()) {
      if (leftMs() === 0) return tracker.isOver
      await until(tracker.idle(), leftMs())
      const stepMs = Math.min(clock.stepMs[tracker.phase] ?? foundStepMs, limitsMs.consent.all - skippedMs)
      if (stepMs === 0) await pause(foundStepMs)
      else await until(skip(stepMs, fetchMsMax(tracker, leftMs(limitsMs.consent.search))), leftMs() + taskMs)
      skippedMs += stepMs
    }
    // A check that has just begun may find a dialog.
    await until(tracker.idle(), leftMs())
    await until(frames.done(), Math.min(limitsMs.consent.search, leftMs()))
    if (isOver()) return true
  }
}

/** After the time of an ordinary search, only a dialog that was found is waited for, at the pace of the machine's clock. */
const fetchMsMax = ({ phase }: ConsentTracker, ordinaryMs: number) =>
  ordinaryMs > 0 || isSearching(phase) ? ordinaryMs : foundStepMs

/** Returns how much of the page's time is left to wait, as far as that is known. A search that was over before is not continued. */
const createRest = (clock: SearchClock, tracker: ConsentTracker) => {
  let { phase } = tracker
  let sinceMs = tracker.isOver ? Number.NEGATIVE_INFINITY : clock.nowMs()
  return () => {
    if (phase !== tracker.phase) {
      phase = tracker.phase
      sinceMs = clock.nowMs()
    }
    if (!tracker.isOver && phase !== 'detected') return Number.POSITIVE_INFINITY
    return Math.max(0, (clock.restMs[phase] ?? 0) - (clock.nowMs() - sinceMs))
  }
}
