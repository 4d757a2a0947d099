import type { CDPSession } from 'puppeteer-core'
import { ignore, untilDeadline } from '../../deadline.ts'
import { bytesOf } from '../browser/devtools/devtools-pipe.ts'
import { type ExpectedImage, ImageQueue } from './image-queue.ts'

export type Session = Pick<CDPSession, 'send' | 'on'>

/** At quality 95 a page in motion has 44.5 instead of 45.2 dB, because the video contains the noise of the JPEG (bench/screencast/quality.ts). */
export const imageOfFrame = { format: 'jpeg', quality: 98 } as const

/**
 * After a second, the browser may mistake a moving part of the page for a video, and send no image of the frames in which something else
 * changes (https://source.chromium.org/chromium/chromium/src/+/main:media/capture/content/animated_content_sampler.cc).
 */
export const streamMsMax = 900

/**
 * An image of 1280 by 1080 pixels arrives 60 ms after its frame (2026-11-25). Some never arrive, such as the first ones after the window
 * has changed its size.
 */
export const imageMsMax = 1_500

/** Images that the browser sends by itself, one for each changed frame. */
export class ImageStream {
  isOn = false
  #isAbandoned = false
  #startedMs = 0
  #latest: Promise<unknown> = Promise.resolve()
  readonly #cdp: Session
  readonly #queue = new ImageQueue()

  constructor(cdp: Session) {
    this.#cdp = cdp
    cdp.on('Page.screencastFrame', ({ data, metadata: { timestamp = 0 }, sessionId }) => {
      this.#queue.add(bytesOf(data), timestamp * 1000)
      // After three images without it, the browser would send no more. The page may be closed by then.
      cdp.send('Page.screencastFrameAck', { sessionId }).catch(ignore)
    })
  }

  /** Starts if it is off, and again if it has been on for too long. Returns whether it is on. */
  async start(frameMs: number): Promise<boolean> {
    if (this.isOn && frameMs - this.#startedMs < streamMsMax) return true
    await this.stop()
    if (this.#isAbandoned) return false
    this.isOn = true
    this.#startedMs = frameMs
    // The page may just be replaced by the next one. Its frames can be requested nevertheless.
    await this.#cdp.send('Page.startScreencast', imageOfFrame).catch(() => this.abandon())
    return this.isOn
  }

  async stop(): Promise<void> {
    if (!this.isOn) return
    // The browser may still have to copy the image.
    const isComplete = await untilDeadline(
      this.#latest.then(() => true),
      imageMsMax,
    )
    if (!isComplete) return this.abandon()
    this.isOn = false
    await this.#cdp.send('Page.stopScreencast').catch(ignore)
  }

  /** Stops permanently. The frames that have no image yet will have none. */
  abandon(): void {
    this.#isAbandoned = true
    this.isOn = false
    this.#queue.dropAll()
    this.#cdp.send('Page.stopScreencast').catch(ignore)
  }

  /** Call it before a frame is requested. */
  expect(): ExpectedImage {
    const expected = this.#queue.expect()
    this.#latest = expected.image
    return expected
  }
}
