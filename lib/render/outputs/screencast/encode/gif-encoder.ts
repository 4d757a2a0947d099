import sharp from 'sharp'
import { changedArea, type RawImage } from '../../../../core/plan/changed-area.ts'
import type { VideoSize } from '../../../../core/plan/video.ts'
import type { Encoder } from './encoder.ts'
import { type GifFrame, readIndexedImage, writeGif } from './gif-file.ts'

const channels = 3

/**
 * Creates a GIF encoder. Each frame has its own palette and contains only the changes since the previous frame. sharp can join
 * frames into an animation only if all of them are in memory. This encoder keeps one (docs/decisions/0006-video-encoded-by-chromium.md).
 */
export const createGifEncoder = ({ crop, fps }: VideoSize & { fps: number }): Encoder => {
  const frames: GifFrame[] = []
  let before: RawImage | undefined
  let count = 0
  // Delays are hundredths of a second: rounding the times, not the delays, keeps the video's length.
  const startOf = (index: number) => Math.round((index * 100) / fps)
  const append = async (image: Buffer) => {
    const now = await decode(image, crop)
    const area = before ? changedArea(before, now, channels) : { x: 0, y: 0, ...sizeOf(now) }
    before = now
    if (!area) return
    const { x: left, y: top, width, height } = area
    const still = await sharp(now.data, { raw: { ...sizeOf(now), channels } })
      .extract({ left, top, width, height })
      .gif({ effort: 1, dither: 0 })
      .toBuffer()
    frames.push({ ...readIndexedImage(still), left, top, width, height, delay: 0 })
  }
  return {
    async add(image) {
      const duration = startOf(count + 1) - startOf(count)
      count++
      if (image) await append(image)
      const last = frames.at(-1)
      if (last) last.delay += duration
    },
    finish: async () => writeGif(crop.width, crop.height, frames),
    [Symbol.asyncDispose]: async () => undefined,
  }
}

const sizeOf = ({ width, height }: RawImage) => ({ width, height })

const decode = async (
  image: Buffer,
  { x: left, y: top, width, height }: VideoSize['crop'],
): Promise<RawImage> => {
  const { data } = await sharp(image)
    .extract({ left, top, width, height })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width, height, data }
}
