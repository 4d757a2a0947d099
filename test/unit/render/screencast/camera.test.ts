import { expect, test } from 'vitest'
import { DeadlineError } from '../../../../lib/base/timers.ts'
import type { FrameClock } from '../../../../lib/render/browser/frame-clock.ts'
import { type Camera, openCamera } from '../../../../lib/render/outputs/screencast/camera.ts'
import { inFakeTime } from '../../../support/in-fake-time.ts'

interface Behavior {
  /** Requests for an image that return none, by their number. */
  isWithout?: (request: number) => boolean
  /** Frames that change nothing, by their number in the video. */
  isStill?: (frame: number) => boolean
}

/** A browser that draws the frames of a video, and the number of times that it drew each of them. */
const startBrowser = ({ isWithout = () => false, isStill = () => false }: Behavior = {}) => {
  const drawn: number[] = []
  let requested = 0
  let content = -1
  const draw: FrameClock['draw'] = async ({ at, screenshot } = {}) => {
    const frame = (at?.frameMs ?? -40) / 40
    const hasDamage = frame !== content && !isStill(frame)
    if (hasDamage) content = frame
    if (frame >= 0) drawn[frame] = (drawn[frame] ?? 0) + 1
    if (!screenshot || isWithout(requested++)) return { hasDamage }
    return { hasDamage, image: Buffer.from(`image ${content}`) }
  }
  return { frames: { draw }, drawn }
}

const record = async (camera: Camera, frames: number) => {
  const shots: (string | undefined)[] = []
  for (let frame = 0; frame < frames; frame++) {
    const { image, isMissing } = await camera.shoot({ frameMs: frame * 40, intervalMs: 40 })
    shots.push(isMissing ? 'missing' : image?.toString())
  }
  return shots
}

const all = (frames: number) => Array.from({ length: frames }, (_, frame) => `image ${frame}`)

test('a camera waits for the first image while a page is replaced', async () => {
  const camera = await openCamera(startBrowser({ isWithout: (request) => request < 30 }).frames)
  expect(await record(camera, 1)).toEqual(all(1))
})

test('a browser that returns no image exceeds a deadline', async () => {
  const { frames } = startBrowser({ isWithout: () => true })
  await expect(inFakeTime(() => openCamera(frames))).rejects.toThrow(DeadlineError)
})

test.each([
  ['is requested again', 1, undefined],
  ['twice is missing, and the next frame has its own', 2, 'missing'],
])('a frame whose image does not come %s', async (_what, without, missing) => {
  // One request for the first image, then one for each frame.
  const isWithout = (request: number) => request >= 11 && request < 11 + without
  const images = await record(await openCamera(startBrowser({ isWithout }).frames), 20)
  expect(images).toEqual(all(20).map((image, frame) => (frame === 10 ? (missing ?? image) : image)))
})
