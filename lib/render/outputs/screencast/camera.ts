import { DeadlineError, pause } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { FrameClock, FrameTime } from '../../browser/frame-clock.ts'

type Frames = Pick<FrameClock, 'draw'>

export interface FrameImage {
  /** Absent if the frame repeats the previous one. */
  image?: Buffer
  /** Whether the frame changed, but the browser returned no image of it. */
  isMissing: boolean
}

export interface Camera {
  /** Draws a frame and returns its image. */
  shoot(time: FrameTime): Promise<FrameImage>
  /** Draws a frame and discards it. */
  skip(time: FrameTime): Promise<undefined>
}

/** At quality 95 a page in motion has 44.5 instead of 45.2 dB, because the video contains the noise of the JPEG (bench/screencast/quality.ts). */
export const imageOfFrame = { format: 'jpeg', quality: 98 } as const

/**
 * After this many changed frames in a row, the image is requested with the frame itself. One frame instead of two is 10 % faster on a
 * page in motion, but an image of a frame that did not change costs 12 ms instead of 1.
 */
const changesMin = 3

const attemptEveryMs = 5

interface CameraOptions {
  /** Returns the times of the frames before the first one. By default, they come from a running clock. */
  timeBefore?: () => FrameTime | undefined
  firstMsMax?: number
}

/**
 * Starts to request frames from the browser.
 * @throws DeadlineError if the browser returns no image
 */
export const openCamera = async (
  frames: Frames,
  { timeBefore = () => undefined, firstMsMax = limitsMs.video.firstImage }: CameraOptions = {},
): Promise<Camera> => {
  /** The look of the page before the first frame, until the browser returns another image. */
  let unseen: Buffer | undefined = await takeFirst(frames, timeBefore, firstMsMax)
  let last: Buffer | undefined
  let isStale = true
  let changes = 0
  const draw = async (at: FrameTime, isShot: boolean) => {
    const { hasDamage, image } = await frames.draw({ at, screenshot: isShot ? imageOfFrame : undefined })
    isStale = image === undefined && (isStale || hasDamage)
    if (image) unseen = undefined
    return image
  }
  return {
    async shoot(time) {
      const isMoving = changes >= changesMin
      let image = await draw(time, isMoving)
      // No callback of the page runs again, and a frame without a change takes 1 ms instead of 25.
      if (isStale) image = (await draw(time, true)) ?? unseen
      const isMissing = isStale && image === undefined
      if (image === undefined || (last && image.equals(last))) {
        changes = 0
        return { isMissing }
      }
      changes++
      last = image
      return { image, isMissing }
    },
    async skip(time) {
      await draw(time, false)
      return undefined
    },
  }
}

const takeFirst = async (
  frames: Frames,
  timeBefore: () => FrameTime | undefined,
  imageMsMax: number,
): Promise<Buffer> => {
  const endMs = performance.now() + imageMsMax
  while (performance.now() < endMs) {
    const { image } = await frames.draw({ at: timeBefore(), screenshot: imageOfFrame })
    if (image) return image
    await pause(attemptEveryMs)
  }
  throw new DeadlineError('The browser returned no image in time.')
}
