import type { CDPSession } from 'puppeteer-core'
import { DeadlineError, ignore, until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { moveMs, pointerAt } from '../../../core/plan/pointer-path.ts'
import type { ScreencastPlan } from '../../../core/plan/render-plan.ts'
import { runActions } from '../../actions/run-actions.ts'
import { framesMsMin, type Point, type Stage } from '../../actions/stage.ts'
import { bestEffort, noteUnlessGone } from '../../page/best-effort.ts'
import type { RenderedPage } from '../../render-page.ts'
import { closePickers } from '../../steps/act.ts'

/** Lets the actions go on up to a time of the video. @throws what an action throws */
export interface VideoActions {
  advance(timeMs: number): Promise<void>
  /**
   * Call it after the last frame.
   * @param limitedBy the parameter that gives a video more time
   * @throws PageTimeoutError with the action that has not ended by then
   */
  end(limitedBy: Stage['limitedBy']): Promise<void>
}

/** Between two looks at work that takes time in the page. */
const lookMs = 30

/** In the past, where no click is shown. */
const neverMs = Number.NEGATIVE_INFINITY

/**
 * Starts the actions of a plan in a page whose time passes from frame to frame. They only go on between frames, while `advance` runs,
 * and wait by pauses of the video's time.
 */
export const startVideoActions = ({ session, context }: RenderedPage, plan: ScreencastPlan): VideoActions => {
  const { actions, viewport, durationMs } = plan
  if (actions === undefined) return { advance: async () => undefined, end: async () => undefined }
  const clock = createVideoClock(durationMs)
  let pointer: Point = { x: viewport.width / 2, y: viewport.height / 2 }
  let pressedAtMs = neverMs
  // Frames are drawn in a window that is larger by the scale factor.
  const toInput = ({ x, y }: Point) => ({
    x: x * viewport.deviceScaleFactor,
    y: y * viewport.deviceScaleFactor,
  })
  let mayHavePicker = false
  const cdp = watchSends(session.cdp, ({ type }) => {
    if (type === 'mousePressed') pressedAtMs = clock.nowMs()
    mayHavePicker ||= type !== 'mouseMoved'
  })
  const stage: Stage = {
    cdp,
    context,
    isShown: true,
    leftMs: () => durationMs - clock.nowMs(),
    limitedBy: 'duration',
    pause: clock.pause,
    twoFrames: () => clock.pause(framesMsMin),
    until: (work, ms) => untilInVideo(clock, work, ms),
    handled: async () => clock.pause(1),
    async moveTo(target) {
      const [from, startMs] = [pointer, clock.nowMs()]
      const tookMs = moveMs(from, target)
      for (let time = 0; time < 1; ) {
        time = tookMs === 0 ? 1 : Math.min(1, (clock.nowMs() - startMs) / tookMs)
        pointer = pointerAt(from, target, time)
        void cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...toInput(pointer) })
        await clock.pause(1)
      }
    },
    toInput,
    follow: () => clock.pause(1),
  }
  clock.start(async () => runActions(stage, actions))
  return {
    async advance(timeMs) {
      await clock.advance(timeMs)
      if (mayHavePicker) await closePickers(session, plan, context)
      mayHavePicker = false
      if (!plan.showPointer) return
      // Absent while the page navigates.
      const drawn = context.world.call(
        'drawPointer',
        pointer.x,
        pointer.y,
        Math.min(10_000, timeMs - pressedAtMs),
      )
      await bestEffort(drawn.catch(noteUnlessGone(context.report, 'pointer')), limitsMs.video.response)
    },
    async end(limitedBy) {
      stage.limitedBy = limitedBy
      await clock.end()
    },
  }
}

type Sender = Pick<CDPSession, 'send'>

/** The page may be closed before it has handled an input. */
const watchSends = (session: Sender, note: (params: { type?: string }) => void): Sender => ({
  send: ((method: never, params: never) => {
    note(params ?? {})
    const sent = session.send(method, params)
    sent.catch(ignore)
    return sent
  }) as Sender['send'],
})

interface VideoClock {
  nowMs(): number
  /** Whether the video has ended. */
  isOver(): boolean
  pause(ms: number): Promise<void>
  start(work: () => Promise<void>): void
  advance(timeMs: number): Promise<void>
  end(): Promise<void>
}

const videoEnded = () => new DeadlineError('the video has ended')

/** The time of a video for work that goes on only while `advance` or `end` runs. */
const createVideoClock = (durationMs: number): VideoClock => {
  let nowMs = 0
  let paused: { untilMs: number; resolve: () => void; reject: (reason: Error) => void } | undefined
  let rested = Promise.withResolvers<void>()
  let ended: Promise<void> = Promise.resolve()
  let isDone = false
  let isOver = false
  const resume = async (go: (pause: NonNullable<typeof paused>) => void) => {
    const current = paused
    if (!current || isDone) return
    paused = undefined
    rested = Promise.withResolvers()
    go(current)
    await Promise.race([rested.promise, ended])
  }
  return {
    nowMs: () => nowMs,
    isOver: () => isOver,
    pause: (ms) =>
      new Promise((resolve, reject) => {
        // The work was in progress when the video ended.
        if (isOver) return reject(videoEnded())
        paused = { untilMs: nowMs + ms, resolve, reject }
        rested.resolve()
      }),
    start(work) {
      ended = work().finally(() => {
        isDone = true
      })
      ended.catch(ignore)
    },
    async advance(timeMs) {
      nowMs = timeMs
      // The work may not have reached its first pause.
      if (!isDone) await Promise.race([rested.promise, ended])
      while (paused && paused.untilMs <= nowMs) await resume(({ resolve }) => resolve())
      if (isDone) await ended
    },
    async end() {
      nowMs = durationMs
      isOver = true
      await resume(({ reject }) => reject(videoEnded()))
      await ended
    },
  }
}

const untilInVideo = async <T>(
  clock: VideoClock,
  work: Promise<T>,
  ms: number,
): Promise<{ value: T } | undefined> => {
  const endsMs = clock.nowMs() + ms
  const outcome = work.then((value) => ({ value }))
  for (let waitMs = limitsMs.video.response; ; waitMs = 1) {
    const settled = await until(outcome, waitMs)
    if (settled || (!clock.isOver() && clock.nowMs() >= endsMs)) return settled
    // Rejects if the video has ended, which says nothing about the page.
    await clock.pause(lookMs)
  }
}
