import { setTimeout as pause } from 'node:timers/promises'
import type { ScreencastPlan } from '../../core/plan/render-plan.ts'
import { frameCount } from '../../core/plan/resolve-screencast.ts'
import { shareOfShots } from '../../core/plan/video.ts'
import { DeadlineError, untilDeadline, withDeadline } from '../../deadline.ts'
import { StoppedClockError } from '../browser/page-time.ts'
import { hasLiveMedia } from '../in-page/has-live-media.ts'
import type { ReadyPage } from '../page/render-page.ts'
import { startVideoActions, type VideoActions } from './act-in-video.ts'
import { createNetworkWait } from './await-network.ts'
import { type Camera, openCamera, type Shot, unchanged } from './camera.ts'
import type { Encoder } from './encode/encoder.ts'
import { fitWindow, keepWindowFit } from './fit-window.ts'
import { type ScrollTo, startScroll } from './start-scroll.ts'
import { stopTime } from './virtual-time.ts'

/** A frame that takes this long will never end, or would be as slow in real time. */
const frameMsMax = 2_000

/** For the wait for an image, and a frame that requests it if it does not arrive. */
const shotMsMax = 2 * frameMsMax

/** `virtual`: the page's clock advanced with the frames. `realtime`: frames were captured in real time. */
type CaptureMode = 'virtual' | 'realtime'

interface VideoFacts {
  mode: CaptureMode
  frames: number
  /** Frames that repeat the previous one because there was no time to capture them. */
  skipped: number
  /** Images that Chromium did not send, if any. Such a frame shows what the next one shows. */
  lost?: number
}

interface Shooting {
  plan: ScreencastPlan
  encoder: Encoder
  camera: Camera
  scrollTo: ScrollTo
  actions: VideoActions
  keepFit: () => Promise<void>
  intervalMs: number
  frames: number
  /** When the last frame must be captured, in Unix milliseconds. */
  endsMs: number
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
  { endsMs, isClockLeft }: { endsMs: number; isClockLeft: boolean },
): Promise<VideoFacts> => {
  const isLive = isClockLeft || (await context.world.call(hasLiveMedia))
  const scrollTo = await startScroll(context.world, plan.scroll)
  // A frame that is in progress while the window changes its size may never complete.
  await session.frames?.stop()
  await fitWindow(session, plan.viewport)
  const shooting: Shooting = {
    plan,
    encoder,
    // In real time, an image is awaited before the next frame is drawn.
    camera: await openCamera(session.cdp, { streams: !isLive }),
    scrollTo,
    actions: startVideoActions({ session, context }, plan),
    keepFit: keepWindowFit(session, plan.viewport),
    intervalMs: 1000 / plan.fps,
    frames: frameCount(plan),
    endsMs,
  }
  const skipped = isLive
    ? await recordLive(shooting, context.signal)
    : await recordStill({ session, context }, shooting)
  await shooting.actions.end()
  const { lost } = shooting.camera
  return {
    mode: isLive ? 'realtime' : 'virtual',
    frames: shooting.frames,
    skipped,
    ...(lost > 0 && { lost }),
  }
}

/** Records with a clock that is stopped between the frames. */
const recordStill = async ({ session, context }: ReadyPage, shooting: Shooting): Promise<number> => {
  const { camera, scrollTo, actions, keepFit, intervalMs, frames } = shooting
  const images = new DelayedImages(shooting.encoder, session)
  const awaitNetwork = createNetworkWait(context.network)
  const time = await stopTime(session.cdp)
  const pace = createPace(shooting)
  for (let index = 0; index < frames; index++) {
    const frame = { frameMs: time.startMs + index * intervalMs, intervalMs }
    const isShot = pace.next(index)
    // The time is up. The rest of the video repeats the last frame.
    if (pace.isOver()) {
      await images.add(unchanged)
      pace.done(false)
      continue
    }
    if (index > 0) await inTime(session, time.advance(intervalMs))
    await awaitNetwork(context.signal)
    await keepFit()
    await inTime(session, scrollTo(index * intervalMs))
    await inTime(session, actions.advance(index * intervalMs))
    await images.add(await inTime(session, isShot ? camera.shoot(frame) : camera.skip(frame)))
    pace.done(isShot)
  }
  await images.end()
  return pace.skipped()
}

/** Passes each image to the encoder after the next frame is drawn, because it arrives in the meantime. */
class DelayedImages {
  readonly #encoder: Encoder
  readonly #session: ReadyPage['session']
  #latest: Shot | undefined

  constructor(encoder: Encoder, session: ReadyPage['session']) {
    this.#encoder = encoder
    this.#session = session
  }

  async add(shot: Shot): Promise<void> {
    const previous = this.#latest
    this.#latest = shot
    if (previous) await this.#encoder.add(await inTime(this.#session, previous.image(), shotMsMax))
  }

  async end(): Promise<void> {
    await this.add(unchanged)
  }
}

const inTime = async <T>({ cdp }: ReadyPage['session'], step: Promise<T>, msMax = frameMsMax): Promise<T> => {
  try {
    return await withDeadline(step, msMax)
  } catch (cause) {
    if (!(cause instanceof DeadlineError)) throw cause
    // Otherwise the page could not be closed.
    await untilDeadline(cdp.send('Runtime.terminateExecution'), frameMsMax)
    throw new StoppedClockError('A frame did not complete.', { cause })
  }
}

/** Weight of the newest frame in the expected duration. It is small, because a few slow frames at the start say little about a long video. */
const newestWeight = 0.03

const createPace = ({ frames, endsMs }: Pick<Shooting, 'frames' | 'endsMs'>) => {
  const expectedMs = { shot: 40, skipped: 4 }
  let startedMs = 0
  let share = 1
  let skipped = 0
  return {
    /** Whether this frame is stored as a new image. The first frame always is. */
    next(index: number): boolean {
      startedMs = performance.now()
      share += shareOfShots({
        framesLeft: frames - index,
        msLeft: endsMs - Date.now(),
        shotMs: expectedMs.shot,
        skippedMs: expectedMs.skipped,
      })
      if (share < 1) return false
      share = Math.min(1, share - 1)
      return true
    },
    done(isShot: boolean) {
      const kind = isShot ? 'shot' : 'skipped'
      const tookMs = performance.now() - startedMs
      expectedMs[kind] += (tookMs - expectedMs[kind]) * newestWeight
      if (!isShot) skipped++
    },
    isOver: () => Date.now() >= endsMs,
    skipped: () => skipped,
  }
}

/** Records in real time: each captured frame is repeated until the next one. */
const recordLive = async (
  { encoder, camera, scrollTo, actions, keepFit, intervalMs, frames }: Shooting,
  signal: AbortSignal,
): Promise<number> => {
  const startMs = performance.now()
  let skipped = 0
  let index = 0
  while (index < frames) {
    await keepFit()
    await scrollTo(performance.now() - startMs)
    await actions.advance(performance.now() - startMs)
    const shot = await camera.shoot({ frameMs: monotonicMs(), intervalMs })
    await encoder.add(await shot.image())
    index++
    const due = Math.min(frames, Math.floor((performance.now() - startMs) / intervalMs))
    for (; index < due; index++, skipped++) await encoder.add(undefined)
    const waitMs = startMs + index * intervalMs - performance.now()
    if (waitMs > 0) await pause(waitMs, undefined, { signal })
  }
  return skipped
}

/** The clock of the browser's frames. */
const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6
