import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession } from 'puppeteer-core'
import { DeadlineError, untilDeadline } from '../../deadline.ts'
import { bytesOf } from '../browser/devtools/devtools-pipe.ts'
import { ImageStream, imageMsMax, imageOfFrame, type Session, streamMsMax } from './image-stream.ts'

interface FrameTime {
  /** Milliseconds of the browser's monotonic clock. Must not decrease, because animations would freeze. */
  frameMs: number
  intervalMs: number
}

/** A frame that is drawn. */
export interface Shot {
  /** Returns its image, or undefined if it equals the previous one. Call it once, and not while another frame is drawn. */
  image(): Promise<Buffer | undefined>
}

export interface Camera {
  /** Draws a frame, whose image may arrive while the next one is drawn. */
  shoot(time: FrameTime): Promise<Shot>
  /** Draws a frame and discards it. */
  skip(time: FrameTime): Promise<Shot>
  /** Number of images that the browser did not send. Such a frame shows what the next one shows. */
  readonly lost: number
}

interface CameraOptions {
  /** Whether the browser may send images by itself, which is faster if the next frame is drawn in the meantime. Default: true. */
  streams?: boolean
  firstMsMax?: number
}

/** A frame that is not stored as a new image. */
const unchanged: Shot = { image: async () => undefined }

/**
 * After this many changed frames in a row, the image is requested with the frame itself. One frame instead of two is 10 % faster on a
 * page in motion, but an image of a frame that did not change costs 12 ms instead of 1.
 */
const changesMin = 3

/**
 * If also this many frames in a row were not skipped, the browser sends the image of each changed frame by itself. It then compresses one
 * image while it draws the next frame, with two fewer copies (docs/decisions/0005-frame-stepped-video.md).
 */
const shotsMin = 3

/** The first frames after the window is fitted have no image yet, and none has while the page is replaced by the next one. */
const firstImageMsMax = 5_000

const attemptEveryMs = 5

/**
 * Starts to request frames from the browser. The clock of the page must still be running.
 * @throws DeadlineError if the browser returns no image
 */
export const openCamera = async (
  cdp: Session,
  { streams = true, firstMsMax = firstImageMsMax }: CameraOptions = {},
): Promise<Camera> => {
  const stream = new ImageStream(cdp)
  const { draw, drawAgain } = createDrawing(cdp, await takeFirst(cdp, firstMsMax))
  let last: Buffer | undefined
  let changes = 0
  let shots = 0
  let lost = 0
  const keepIfChanged = (image: Buffer | undefined) => {
    const isChanged = image !== undefined && !(last && image.equals(last))
    changes = isChanged ? changes + 1 : 0
    if (!isChanged) return undefined
    last = image
    return image
  }
  const drawTwice = async (time: FrameTime) => {
    await draw(time)
    return drawAgain()
  }
  const shootRequested = async (time: FrameTime): Promise<Shot> => {
    const isMoving = changes >= changesMin
    const image = isMoving ? (await draw(time, { screenshot: imageOfFrame })).image : await drawTwice(time)
    const kept = keepIfChanged(image)
    return { image: async () => kept }
  }
  const shootStreamed = async (time: FrameTime): Promise<Shot> => {
    const expected = stream.expect()
    const { hasDamage } = await draw(time)
    if (!hasDamage) expected.drop()
    return {
      async image() {
        const image = await untilDeadline(expected.image, imageMsMax)
        if (image !== undefined || !hasDamage) return keepIfChanged(image)
        lost++
        stream.abandon()
        return keepIfChanged(await drawAgain())
      },
    }
  }
  const isStreamed = async (time: FrameTime) => {
    const isMoving = changes >= changesMin && shots > shotsMin && time.intervalMs * shotsMin < streamMsMax
    return streams && (isMoving || stream.isOn) && (await stream.start(time.frameMs))
  }
  return {
    get lost() {
      return lost
    },
    async shoot(time) {
      shots++
      return (await isStreamed(time)) ? shootStreamed(time) : shootRequested(time)
    },
    async skip(time) {
      shots = 0
      await stream.stop()
      await draw(time)
      return unchanged
    },
  }
}

/** @param first an image of the page as it is before the first frame */
const createDrawing = (cdp: Session, first: Buffer) => {
  let unseen: Buffer | undefined = first
  let drawn: FrameTime | undefined
  let isStale = true
  let isDrawing = false
  const draw = async (time: FrameTime, options?: { screenshot: typeof imageOfFrame }) => {
    isDrawing = true
    const { hasDamage, screenshotData } = await cdp
      .send('HeadlessExperimental.beginFrame', { ...toTicks(time), ...options })
      .finally(() => {
        isDrawing = false
      })
    const image = screenshotData === undefined ? undefined : bytesOf(screenshotData)
    drawn = time
    isStale = image === undefined && (isStale || hasDamage)
    if (image) unseen = undefined
    return { hasDamage, image }
  }
  /** Draws the last frame again. No callback of the page runs again, and a frame without a change takes 1 ms instead of 25. */
  const drawAgain = async () => {
    // The browser draws one frame at a time, and a recording whose time is up does not wait for the frame in progress.
    if (isDrawing || !isStale || !drawn) return undefined
    const { image = unseen } = await draw(drawn, { screenshot: imageOfFrame })
    return image
  }
  return { draw, drawAgain }
}

const takeFirst = async (cdp: Pick<CDPSession, 'send'>, imageMsMax: number): Promise<Buffer> => {
  const endMs = performance.now() + imageMsMax
  while (performance.now() < endMs) {
    const { screenshotData } = await cdp.send('HeadlessExperimental.beginFrame', { screenshot: imageOfFrame })
    if (screenshotData !== undefined) return bytesOf(screenshotData)
    await pause(attemptEveryMs)
  }
  throw new DeadlineError('The browser returned no image in time.')
}

const toTicks = ({ frameMs, intervalMs }: FrameTime) => ({ frameTimeTicks: frameMs, interval: intervalMs })
