import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession } from 'puppeteer-core'
import { DeadlineError, ignore, untilDeadline } from '../../deadline.ts'
import { bytesOf } from '../browser/devtools/devtools-pipe.ts'
import { type ExpectedImage, ImageQueue } from './image-queue.ts'

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
}

/** At quality 95 a page in motion has 44.5 instead of 45.2 dB, because the video contains the noise of the JPEG (bench/screencast/quality.ts). */
export const imageOfFrame = { format: 'jpeg', quality: 98 } as const

/** Of a frame that is not stored as a new image. */
export const unchanged: Shot = { image: async () => undefined }

/**
 * After this many changed frames in a row, the browser sends the image of each changed frame by itself: it compresses one image while it
 * draws the next frame, and copies each image twice less (docs/decisions/0005-frame-stepped-video.md). An image that is requested from
 * a frame that did not change costs 12 ms, one that is not sent nothing.
 */
const changesMin = 3

/**
 * After a second, the browser may take a moving part of the page for a video, and send no image of the frames in which something else
 * changes (https://source.chromium.org/chromium/chromium/src/+/main:media/capture/content/animated_content_sampler.cc).
 */
const streamMsMax = 900

/** An image arrives 60 ms after its frame. Some never do, such as the first ones after the window has changed its size. */
const imageMsMax = 1_000

/** The first frames after the window is fitted have no image yet, and none has while the page is replaced by the next one. */
const firstImageMsMax = 5_000

const attemptEveryMs = 5

type Session = Pick<CDPSession, 'send' | 'on'>

/**
 * Starts to request frames from the browser. The clock of the page must still be running.
 * @throws DeadlineError if the browser returns no image
 */
export const openCamera = async (cdp: Session, firstMsMax = firstImageMsMax): Promise<Camera> => {
  const stream = new ImageStream(cdp)
  let unseen: Buffer | undefined = await takeFirst(cdp, firstMsMax)
  let last: Buffer | undefined
  let isStale = true
  let changes = 0
  let isStreamed = false
  let drawn: FrameTime | undefined
  const draw = async (time: FrameTime, image?: { screenshot: typeof imageOfFrame }) => {
    drawn = time
    const { hasDamage, screenshotData } = await cdp.send('HeadlessExperimental.beginFrame', {
      ...toTicks(time),
      ...image,
    })
    isStale = screenshotData === undefined && (isStale || hasDamage)
    return { hasDamage, image: screenshotData === undefined ? undefined : bytesOf(screenshotData) }
  }
  /** Requests the last frame again. No callback of the page runs again, and a frame without a change takes 1 ms instead of 25. */
  const request = async () =>
    isStale && drawn ? ((await draw(drawn, { screenshot: imageOfFrame })).image ?? unseen) : undefined
  const compare = (image: Buffer | undefined) => {
    const isChanged = image !== undefined && !(last && image.equals(last))
    changes = isChanged ? changes + 1 : 0
    if (!isChanged) return undefined
    unseen = undefined
    last = image
    return image
  }
  const shootStreamed = async (time: FrameTime): Promise<Shot> => {
    const expected = stream.expect()
    const { hasDamage } = await draw(time)
    if (!hasDamage) expected.drop()
    return {
      async image() {
        const image = await untilDeadline(expected.image, imageMsMax)
        if (image !== undefined || !hasDamage) return compare(image)
        expected.drop()
        await stream.abandon()
        return compare(await request())
      },
    }
  }
  return {
    async shoot(time) {
      if (isStreamed || changes >= changesMin) isStreamed = await stream.start(time)
      if (isStreamed) return shootStreamed(time)
      await draw(time)
      const image = compare(await request())
      return { image: async () => image }
    },
    async skip(time) {
      isStreamed = false
      changes = 0
      await stream.stop()
      await draw(time)
      return unchanged
    },
  }
}

/** Images that the browser sends by itself, one for each changed frame. */
class ImageStream {
  #isOn = false
  #isAbandoned = false
  #startedMs = 0
  #latest: Promise<unknown> | undefined
  readonly #cdp: Session
  readonly #queue = new ImageQueue()

  constructor(cdp: Session) {
    this.#cdp = cdp
    cdp.on('Page.screencastFrame', ({ data, metadata: { timestamp = 0 }, sessionId }) => {
      this.#queue.take(bytesOf(data), timestamp * 1000)
      // After two images without it, the browser would send no more. The page may be closed by then.
      cdp.send('Page.screencastFrameAck', { sessionId }).catch(ignore)
    })
  }

  /** Starts if it is off, and again if it is on for too long. Returns whether it is on. */
  async start({ frameMs }: FrameTime): Promise<boolean> {
    if (this.#isAbandoned) return false
    if (this.#isOn && frameMs - this.#startedMs < streamMsMax) return true
    await this.stop()
    await this.#cdp.send('Page.startScreencast', imageOfFrame)
    this.#isOn = true
    this.#startedMs = frameMs
    return true
  }

  async stop(): Promise<void> {
    if (!this.#isOn) return
    this.#isOn = false
    // It may still have to be copied.
    if (this.#latest) await untilDeadline(this.#latest, imageMsMax)
    await this.#cdp.send('Page.stopScreencast')
  }

  /** Stops for good. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true
    await this.stop()
  }

  /** Call it before a frame is requested. */
  expect(): ExpectedImage {
    const expected = this.#queue.expect()
    this.#latest = expected.image
    return expected
  }
}

const takeFirst = async (cdp: Pick<CDPSession, 'send'>, imageMsMax: number): Promise<Buffer> => {
  const endMs = performance.now() + imageMsMax
  while (performance.now() < endMs) {
    const { screenshotData } = await cdp.send('HeadlessExperimental.beginFrame', { screenshot: imageOfFrame })
    if (screenshotData !== undefined) return bytesOf(screenshotData)
    await pause(attemptEveryMs)
  }
  throw new DeadlineError('The browser returned no image in time')
}

const toTicks = ({ frameMs, intervalMs }: FrameTime) => ({ frameTimeTicks: frameMs, interval: intervalMs })
