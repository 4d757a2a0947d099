import { until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { FrameClock } from '../../browser/frame-clock.ts'
import type { World } from '../../page/world.ts'

export interface SkipTime {
  nowMs(): number
  /** Lets `ms` of the page's time pass. The clock stops while the page fetches something, for at most `fetchMsMax` of real time. */
  skip(ms: number, fetchMsMax: number): Promise<void>
}

/** The interval of a 60 Hz screen. */
const frameMs = 16

/** Frames take about this share of the time that is skipped. A page with slow frames has fewer of them, as on a slow machine. */
const frameShare = 1 / 30

/** Frames that idle callbacks need may take longer than the time that is skipped. */
const idleShare = 4

/** How many callbacks the page has requested since the last count. */
interface Usage {
  frames: number
  idle: number
}

type Counted = Usage & { asked: number }

const unused: Usage = { frames: 0, idle: 0 }

/**
 * Returns a function that skips the page's time, or undefined for a page that plays media, which has its own clock, or does not respond within
 * `capMs`. A page that requests frame callbacks or idle callbacks has frames in between; others
 * would not notice them. Idle callbacks run only after a frame that is displayed, and content may depend on them, so a page that
 * requests one after the other has as many frames as on a screen.
 */
export const createTimeSkip = async (
  time: Pick<FrameClock['time'], 'skip'>,
  world: Pick<World, 'call'>,
  capMs: number,
): Promise<SkipTime['skip'] | undefined> => {
  const first = await until(
    world.call('countRequests', true).catch(() => undefined),
    capMs,
  )
  if (!first || first.isLive) return undefined
  const count = createCount(world, first)
  let last = unused
  let frameCostMs = 0
  return async (ms, fetchMsMax) => {
    const startMs = performance.now()
    const { frames, idle } = await count()
    const isIdling = idle > 1 || (idle > 0 && last.idle > 0)
    const share = isIdling ? idleShare : frameShare
    for (let leftMs = ms; leftMs > 0; ) {
      const stepMs =
        isIdling || frames > 0 ? Math.min(leftMs, Math.max(frameMs, frameCostMs / share)) : leftMs
      const fetchMs = Math.max(0, fetchMsMax - (performance.now() - startMs))
      frameCostMs = await time.skip(stepMs, fetchMs, idle > 0)
      leftMs -= stepMs
    }
    last = { frames, idle }
  }
}

/** @param first what counts for the first step */
const createCount = (world: Pick<World, 'call'>, first: Counted) => {
  let last = { frames: 0, idle: 0, asked: 0 }
  let counted: Counted | undefined = first
  return async (): Promise<Usage> => {
    const next =
      counted ??
      (await until(
        world.call('countRequests', false).catch(() => undefined),
        limitsMs.consent.check,
      ))
    counted = undefined
    if (!next) return unused
    // A new document begins to count again.
    const before = next.frames < last.frames ? { frames: 0, idle: 0 } : last
    last = next
    return { frames: next.frames - before.frames - next.asked, idle: next.idle - before.idle - next.asked }
  }
}
