import { setTimeout as pause } from 'node:timers/promises'
import type { ScreencastPlan } from '../../core/plan/render-plan.ts'
import { frameCount } from '../../core/plan/resolve-screencast.ts'
import { DeadlineError, ignore, untilDeadline, withDeadline } from '../../deadline.ts'
import { machineMs, StoppedClockError } from '../browser/page-time.ts'
import { hasLiveMedia } from '../in-page/has-live-media.ts'
import type { ReadyPage } from '../page/render-page.ts'
import { startVideoActions, type VideoActions } from './act-in-video.ts'
import { createNetworkWait } from './await-network.ts'
import { type Camera, openCamera } from './camera.ts'
import type { Encoder } from './encode/encoder.ts'
import { fitWindow, keepWindowFit } from './fit-window.ts'
import { createPace, type Pace, type PaceTimes } from './pace.ts'
import { type ScrollTo, startScroll } from './start-scroll.ts'
import { stopTime } from './virtual-time.ts'

/** A frame that takes this long will never end, or would be as slow in real time. */
const frameMsMax = 2_000

/** `virtual`: the page's clock advanced with the frames. `realtime`: frames were captured in real time. */
type CaptureMode = 'virtual' | 'realtime'

interface VideoFacts {
  mode: CaptureMode
  frames: number
  /** Frames that repeat the previous one, because there was no time to capture them or Chromium returned no image. */
  skipped: number
}

interface Shooting extends PaceTimes {
  plan: ScreencastPlan
  encoder: Encoder
  camera: Camera
  scrollTo: ScrollTo
  actions: VideoActions
  keepFit: () => Promise<void>
  intervalMs: number
}

/**
 * Records a page that is ready, one requested frame after the other. Unless the page plays media, its clock advances by exactly one
 * interval per frame, however long a frame takes.
 *
 * @param isClockLeft records in real time regardless of the page's content
 * @throws StoppedClockError if the page cannot continue with a stopped clock
 */
export const recordPage = async (
  { session, context }: ReadyPage,
  plan: ScreencastPlan,
  encoder: Encoder,
  { isClockLeft, ...times }: Omit<PaceTimes, 'frames'> & { isClockLeft: boolean },
): Promise<VideoFacts> => {
  const isLive = isClockLeft || (await context.world.call(hasLiveMedia))
  const scrollTo = await startScroll(context.world, plan.scroll)
  // A frame that is in progress while the window changes its size may never complete.
  await session.frames.stop()
  await fitWindow(session, plan.viewport)
  const shooting: Shooting = {
    plan,
    encoder,
    camera: await openCamera(session.cdp),
    scrollTo,
    actions: startVideoActions({ session, context }, plan),
    keepFit: keepWindowFit(session, plan.viewport),
    intervalMs: 1000 / plan.fps,
    frames: frameCount(plan),
    ...times,
  }
  const record = isLive ? recordLive : recordStill
  const { added, skipped } = await record({ session, context }, shooting)
  // When the time is up, the rest of the video repeats the last frame.
  const rest = shooting.frames - added
  for (let count = 0; count < rest; count++) await encoder.add(undefined)
  await shooting.actions.end(rest > 0 ? 'timeout' : 'duration')
  return { mode: isLive ? 'realtime' : 'virtual', frames: shooting.frames, skipped: skipped + rest }
}

interface Recorded {
  /** Number of frames that the encoder has. All, unless the time was up. */
  added: number
  /** How many of them repeat the previous one. */
  skipped: number
}

/** Records with a clock that is stopped between the frames. */
const recordStill = async ({ session, context }: ReadyPage, shooting: Shooting): Promise<Recorded> => {
  const { camera, encoder, scrollTo, actions, keepFit, intervalMs, frames } = shooting
  const pace = createPace(shooting)
  const awaitNetwork = createNetworkWait(context.network)
  const time = await stopTime(session.cdp)
  let advanced = Promise.resolve()
  const draw = async (index: number, isShot: boolean) => {
    const inTime = <T>(step: Promise<T>) => withDeadline(step, pace.limit(frameMsMax, index))
    const frame = { frameMs: time.startMs + index * intervalMs, intervalMs }
    await inTime(advanced)
    await inTime(awaitNetwork(context.signal))
    await inTime(keepFit())
    await inTime(scrollTo(index * intervalMs))
    await inTime(actions.advance(index * intervalMs))
    return inTime(isShot ? camera.shoot(frame) : camera.skip(frame))
  }
  let index = 0
  let missing = 0
  for (; index < frames && !pace.isOver(index); index++) {
    const isShot = pace.next(index)
    try {
      const shot = await draw(index, isShot)
      if (shot?.isMissing) missing++
      // The image is passed on while the page's tasks run.
      advanced = time.advance(intervalMs)
      advanced.catch(ignore)
      await encoder.add(shot?.image)
    } catch (cause) {
      if (!(cause instanceof DeadlineError)) throw cause
      const terminated = terminate(session)
      if (pace.isOver(index)) break
      await terminated
      throw new StoppedClockError('A frame did not complete.', { cause })
    }
    pace.done(isShot)
  }
  return { added: index, skipped: pace.skipped() + missing }
}

/** Ends what the page does. Otherwise it could not be closed. */
const terminate = ({ cdp }: ReadyPage['session']) =>
  untilDeadline(cdp.send('Runtime.terminateExecution').catch(ignore), frameMsMax)

/** The longest time of a timer. In real time, a frame is only given up when the time of the whole recording is up. */
const timerMsMax = 2 ** 31 - 1

/** Records in real time: each captured frame is repeated until the next one. */
const recordLive = async (ready: ReadyPage, shooting: Shooting): Promise<Recorded> => {
  const { encoder, intervalMs, frames } = shooting
  const pace = createPace(shooting)
  const startMs = performance.now()
  const timeMs = () => performance.now() - startMs
  let skipped = 0
  let index = 0
  while (index < frames && !pace.isOver(index)) {
    const captured = await captureLive(ready, shooting, { pace, index, timeMs })
    if (!captured) break
    await encoder.add(captured.image)
    if (captured.isMissing) skipped++
    index++
    const due = Math.min(frames, Math.floor(timeMs() / intervalMs))
    for (; index < due; index++, skipped++) await encoder.add(undefined)
    const waitMs = pace.limit(index * intervalMs - timeMs(), index)
    if (waitMs > 0) await pause(waitMs, undefined, { signal: ready.context.signal })
  }
  return { added: index, skipped }
}

/** Returns undefined if the time of the recording is up before the frame is complete. */
const captureLive = async (
  { session }: ReadyPage,
  { keepFit, scrollTo, actions, camera, intervalMs }: Shooting,
  { pace, index, timeMs }: { pace: Pace; index: number; timeMs: () => number },
) => {
  const inTime = <T>(step: Promise<T>) => withDeadline(step, pace.limit(timerMsMax, index))
  try {
    await inTime(keepFit())
    await inTime(scrollTo(timeMs()))
    await inTime(actions.advance(timeMs()))
    return await inTime(camera.shoot({ frameMs: machineMs(), intervalMs }))
  } catch (cause) {
    if (!(cause instanceof DeadlineError) || !pace.isOver(index)) throw cause
    void terminate(session)
    return undefined
  }
}
