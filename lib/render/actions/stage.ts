import type { CDPSession } from 'puppeteer-core'
import { ignore, until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import { noteExpired } from '../../core/telemetry/render-report.ts'
import { followNavigation } from '../page/leaving.ts'
import { reachMs, type StepContext } from '../page/step.ts'

export interface Point {
  x: number
  y: number
}

/** Where actions happen: a page whose clock runs, or a video, whose time passes from frame to frame. */
export interface Stage {
  cdp: Pick<CDPSession, 'send'>
  context: Pick<StepContext, 'world' | 'network' | 'signal' | 'report'>
  /** Movements are shown: the page scrolls smoothly, and there is a pause after each key. */
  isShown: boolean
  /** Time that is left for all actions. */
  leftMs(): number
  /** The parameter that sets that time. */
  limitedBy: 'timeout' | 'duration'
  pause(ms: number): Promise<void>
  /** Waits for two frames of the page, and at least `framesMsMin`, in which timers move elements too. */
  twoFrames(): Promise<void>
  /** Waits for work that takes time in the page. Returns undefined after `ms`. */
  until<T>(work: Promise<T>, ms: number): Promise<{ value: T } | undefined>
  /** Waits until the page has handled an input, or for a moment. `name` is noted in the report if it takes longer. */
  handled(input: readonly Promise<unknown>[], name: string): Promise<void>
  /** Moves the mouse to a point of the viewport, in CSS pixels. `handled` waits for it. */
  moveTo(point: Point): Promise<void>
  /** Returns a point in the coordinates of input events. */
  toInput(point: Point): Point
  /** Follows the navigation that an action may have started. */
  follow(): Promise<void>
}

export const framesMsMin = 20

/** Returns the stage of a page that is not recorded. */
export const createPageStage = (cdp: Pick<CDPSession, 'send'>, context: StepContext): Stage => {
  const { signal, report, world } = context
  const never = new Promise<never>(() => {})
  const pause = (ms: number) => until(never, ms, signal)
  let moved: Promise<unknown> = Promise.resolve()
  const handled: Stage['handled'] = async (input, name) => {
    const done = Promise.all([moved, ...input]).then(() => true)
    if (!(await until(done, limitsMs.page.change, signal))) noteExpired(report, name)
  }
  return {
    cdp,
    context,
    isShown: false,
    leftMs: () => reachMs(context),
    limitedBy: 'timeout',
    pause,
    async twoFrames() {
      await Promise.all([pause(framesMsMin), until(world.call('twoFrames'), limitsMs.action.frames, signal)])
    },
    until: (work, ms) =>
      until(
        work.then((value) => ({ value })),
        ms,
        signal,
      ),
    handled,
    async moveTo({ x, y }) {
      moved = cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
      moved.catch(ignore)
    },
    toInput: ({ x, y }) => ({ x, y }),
    follow: () => followNavigation(context),
  }
}
