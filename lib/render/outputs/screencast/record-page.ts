import { DeadlineError, ignore, pause, within } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { ScreencastPlan } from '../../../core/plan/render-plan.ts'
import { frameCount } from '../../../core/plan/resolve-screencast.ts'
import { StoppedClockError } from '../../browser/page-time.ts'
import { bestEffort, inTime } from '../../page/best-effort.ts'
import type { RenderedPage } from '../../render-page.ts'
import { startVideoActions, type VideoActions } from './act-in-video.ts'
import { createLoadPace, createNetworkWait } from './await-network.ts'
import { openUntilPainted } from './await-paint.ts'
import { type Camera, type FrameImage, openCamera } from './camera.ts'
import type { Encoder } from './encode/encoder.ts'
import { createFitWindow } from './fit-window.ts'
import { createPace, type Pace, type PaceTimes } from './pace.ts'
import { type ScrollTo, startScroll } from './start-scroll.ts'

/** `virtual`: the page's clock advanced with the frames. `realtime`: frames were captured in real time. */
type CaptureMode = 'virtual' | 'realtime'

interface VideoFacts {
  mode: CaptureMode
  frames: number
  /** Frames that repeat the previous one, because there was no time to capture them or Chromium returned no image. */
  skipped: number
  /** How much time had passed in the page when the recording began. */
  startedMs: number
}

interface Shooting extends PaceTimes {
  plan: ScreencastPlan
  encoder: Encoder
  camera: Camera
  /** Time of the first frame, in ms of the browser's monotonic clock. */
  startMs: number
  /** Waits between two frames for what the page loads. */
  awaitNetwork: (signal: AbortSignal) => Promise<void>
  assertNoMedia: () => Promise<void>
  scrollTo: ScrollTo
  actions: VideoActions
  fitWindow: () => Promise<void>
  intervalMs: number
}

/**
 * Records a page that is ready, or opens it and records it from its first paint on, one requested frame after the other. Unless the page
 * plays media, its clock advances by exactly one interval per frame, however long a frame takes.
 *
 * @throws StoppedClockError if the page cannot continue with a stopped clock
 */
export const recordPage = async (
  page: RenderedPage,
  plan: ScreencastPlan,
  encoder: Encoder,
  times: Omit<PaceTimes, 'frames'>,
): Promise<VideoFacts> => {
  const { session, context } = page
  const isLive =
    context.report.repeated === 'clock' || (!plan.isFromLoad && (await context.world.call('hasLiveMedia')))
  // A frame that is in progress while the window changes its size may never complete.
  await session.frames.stop()
  const intervalMs = 1000 / plan.fps
  const start = plan.isFromLoad ? startFromLoad : startReady
  const { consent, ...started } = await start(page, plan, { isLive, intervalMs })
  const shooting: Shooting = {
    ...started,
    plan,
    encoder,
    intervalMs,
    scrollTo: await startScroll(context.world, plan.scroll, plan.isFromLoad),
    actions: startVideoActions(page, plan),
    frames: frameCount(plan),
    ...times,
  }
  const startedMs = await context.world.call('readPageTime')
  const { added, skipped } = await (isLive ? recordLive(page, shooting) : recordStopped(page, shooting))
  // When the time is up, the rest of the video repeats the last frame.
  const rest = shooting.frames - added
  for (let count = 0; count < rest; count++) await encoder.add(undefined)
  await shooting.actions.end(rest > 0 ? 'timeout' : 'duration')
  // The rest of a dialog that is being declined.
  if (!(await inTime('consent', consent, limitsMs.video.consent, context))) context.report.consent = 'unknown'
  return {
    mode: isLive ? 'realtime' : 'virtual',
    frames: shooting.frames,
    skipped: skipped + rest,
    startedMs,
  }
}

type Started = Pick<Shooting, 'camera' | 'startMs' | 'fitWindow' | 'awaitNetwork' | 'assertNoMedia'> & {
  consent: Promise<boolean>
}

type Start = (
  page: RenderedPage,
  plan: ScreencastPlan,
  options: { isLive: boolean; intervalMs: number },
) => Promise<Started>

const startReady: Start = async ({ session, context }, { viewport }, { isLive }) => {
  const { frames } = session
  const fitWindow = createFitWindow(session, viewport)
  await fitWindow()
  // The clock must be running for the first image.
  const camera = await openCamera(frames)
  if (!isLive) await frames.time.pause()
  return {
    camera,
    startMs: frames.time.nowMs(),
    fitWindow,
    awaitNetwork: createNetworkWait(context.network),
    assertNoMedia: async () => undefined,
    consent: Promise.resolve(true),
  }
}

const startFromLoad: Start = async (page, plan, { isLive, intervalMs }) => {
  const { session, context } = page
  const fitWindow = createFitWindow(session, plan.viewport)
  if (!isLive) await session.frames.time.pause()
  const { timeBefore, ...opened } = await openUntilPainted({
    page,
    plan,
    isStopped: !isLive,
    fitWindow,
    intervalMs,
  })
  const camera = await openCamera(session.frames, { timeBefore })
  const awaitNetwork = createLoadPace(context.network, intervalMs)
  return { ...opened, camera, startMs: timeBefore().frameMs, fitWindow, awaitNetwork }
}

interface Recorded {
  /** Number of frames that the encoder has. All, unless the time was up. */
  added: number
  /** How many of them repeat the previous one. */
  skipped: number
}

/** Records with a clock that is stopped between the frames. */
const recordStopped = async ({ session, context }: RenderedPage, shooting: Shooting): Promise<Recorded> => {
  const { camera, encoder, startMs, intervalMs, frames } = shooting
  const pace = createPace(shooting)
  let advanced = Promise.resolve()
  const draw = async (index: number, isShot: boolean) => {
    const inFrame = <T>(step: Promise<T>) => within(step, pace.limit(limitsMs.video.frame, index))
    const frame = { frameMs: startMs + index * intervalMs, intervalMs }
    await inFrame(advanced)
    await inFrame(shooting.awaitNetwork(context.signal))
    await inFrame(shooting.assertNoMedia())
    await inFrame(shooting.fitWindow())
    await inFrame(shooting.scrollTo(index * intervalMs))
    await inFrame(shooting.actions.advance(index * intervalMs))
    return inFrame(isShot ? camera.shoot(frame) : camera.skip(frame))
  }
  /** Returns undefined if the time of the recording is up before the frame is complete. */
  const drawInTime = async (index: number, isShot: boolean): Promise<FrameImage | undefined> => {
    try {
      return (await draw(index, isShot)) ?? skippedShot
    } catch (cause) {
      if (!(cause instanceof DeadlineError)) throw cause
      const terminated = terminate(session)
      if (pace.isOver(index)) return undefined
      await terminated
      throw new StoppedClockError('A frame did not complete.', { cause })
    }
  }
  let index = 0
  let missing = 0
  for (; index < frames && !pace.isOver(index); index++) {
    const isShot = pace.next(index)
    const shot = await drawInTime(index, isShot)
    if (!shot) break
    if (shot.isMissing) missing++
    // The image is passed on while the page's tasks run.
    if (index + 1 < frames) advanced = session.frames.time.advance(intervalMs)
    advanced.catch(ignore)
    await encoder.add(shot.image)
    pace.done(isShot)
  }
  return { added: index, skipped: pace.skipped() + missing }
}

const skippedShot: FrameImage = { isMissing: false }

/** Ends what the page does. Otherwise it could not be closed. */
const terminate = ({ cdp }: RenderedPage['session']) =>
  bestEffort(cdp.send('Runtime.terminateExecution').catch(ignore), limitsMs.video.frame)

/** The longest time of a timer. In real time, a frame is only given up when the time of the whole recording is up. */
const timerMsMax = 2 ** 31 - 1

/** Records in real time: each captured frame is repeated until the next one. */
const recordLive = async (ready: RenderedPage, shooting: Shooting): Promise<Recorded> => {
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
    if (waitMs > 0) await pause(waitMs, ready.context.signal)
  }
  return { added: index, skipped }
}

/** Returns undefined if the time of the recording is up before the frame is complete. */
const captureLive = async (
  { session }: RenderedPage,
  { fitWindow, scrollTo, actions, camera, intervalMs }: Shooting,
  { pace, index, timeMs }: { pace: Pace; index: number; timeMs: () => number },
) => {
  const inFrame = <T>(step: Promise<T>) => within(step, pace.limit(timerMsMax, index))
  try {
    await inFrame(fitWindow())
    await inFrame(scrollTo(timeMs()))
    await inFrame(actions.advance(timeMs()))
    return await inFrame(camera.shoot({ frameMs: session.frames.time.nowMs(), intervalMs }))
  } catch (cause) {
    if (!(cause instanceof DeadlineError) || !pace.isOver(index)) throw cause
    void terminate(session)
    return undefined
  }
}
