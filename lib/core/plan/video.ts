import { intersect, toDevicePixels } from './capture-area.ts'
import type { Rectangle, ScreencastPlan, VideoFormat } from './render-plan.ts'

/** The region of each frame to keep, and the size of the video, in pixels. */
export interface VideoSize {
  crop: Rectangle
  width: number
  height: number
}

/**
 * H.264 codecs require even sides of at least 16 pixels, so the last row and column of a smaller or odd frame are repeated.
 * @returns undefined if the clip lies outside the viewport
 */
export const decideVideoSize = ({ format, viewport, clip }: ScreencastPlan): VideoSize | undefined => {
  const { deviceScaleFactor, width, height } = viewport
  const frame = { x: 0, y: 0, width, height }
  const region = clip ? intersect(clip, frame) : frame
  if (!region) return undefined
  const crop = toDevicePixels(region, deviceScaleFactor)
  if (!isH264(format)) return { crop, width: crop.width, height: crop.height }
  return { crop, width: evenSide(crop.width), height: evenSide(crop.height) }
}

/**
 * Returns the limits that a video of this size exceeds, for an error message. Level 5.2 of H.264 has 36,864 blocks of 16 by 16 pixels
 * (ITU-T H.264, table A-1), and the encoder rejects more. A gif contains each changed pixel of each frame.
 */
export const passedVideoLimits = (
  { width, height }: Pick<VideoSize, 'width' | 'height'>,
  { format, frames }: { format: VideoFormat; frames: number },
): string[] => {
  const passed: string[] = []
  if (Math.max(width, height) > sideMax) passed.push(`a video can have ${grouped(sideMax)} pixels per side`)
  if (width * height > pixelsMax) passed.push(`a video can have ${grouped(pixelsMax)} pixels per frame`)
  if (format === 'gif' && width * height * frames > gifPixelsMax)
    passed.push(`a gif can have ${grouped(gifPixelsMax / 1e6)} million pixels in all its ${frames} frames`)
  return passed
}

/** The most that Lambda streams to a caller. A worker has the packets and the file in memory. */
export const videoBytesMax = 200_000_000

/**
 * A limit that only pages in motion reach. At 0.24 their PSNR is 43.4 dB instead of 45.2, and areas that came to rest have visible blocks.
 * Without a limit it is 46.0 (bench/screencast/quality.ts).
 */
const bitsPerPixel = 0.4

/** The share of the largest file that the bitrate aims at. The encoder may exceed it for a while. */
const targetShare = 0.9

/** Returns the highest bitrate of a video, in bits a second. The largest file limits that of a large or long one. */
export const bitrateOf = (
  { width, height }: Pick<VideoSize, 'width' | 'height'>,
  { fps, frames }: { fps: number; frames: number },
): number =>
  Math.round(fps * Math.min(width * height * bitsPerPixel, (8 * videoBytesMax * targetShare) / frames))

const sideMax = 5_000
const pixelsMax = 4096 * 2304
const gifPixelsMax = 100_000_000

const grouped = (value: number) => value.toLocaleString('en-US')

const isH264 = (format: VideoFormat) => format === 'mp4' || format === 'mov' || format === 'avi'

const evenSide = (pixels: number) => Math.max(16, pixels + (pixels % 2))

/**
 * Returns the time in ms to encode a frame that repeats the previous one. On a slow machine, 320 by 240 pixels take 2.4 ms, and 1280 by 1080
 * pixels 6.3 ms in mp4 and 9.7 ms in webm. In a gif, the duration of the previous frame is extended instead.
 */
export const repeatMs = (
  format: VideoFormat,
  { width, height }: Pick<VideoSize, 'width' | 'height'>,
): number => (format === 'gif' ? 0 : 2 + (5 * width * height) / 1e6)

/** The colors of a video: how its planes come from red, green and blue. */
type ColorMatrix = 'bt709' | 'smpte170m'

/** Players expect BT.709 in HD and BT.601 below it, if they do not read what the file says. */
const hdLines = 720

/** Returns the color matrix of a video. */
export const colorMatrix = ({ height }: Pick<VideoSize, 'height'>): ColorMatrix =>
  height >= hdLines ? 'bt709' : 'smpte170m'

/** Durations of frames so far and the remaining time, in milliseconds. */
interface VideoProgress {
  framesLeft: number
  msLeft: number
  /** Duration of a captured frame. */
  shotMs: number
  /** Duration of a frame that only advances the page's clock. */
  skippedMs: number
}

/**
 * Returns the share of the remaining frames that can be captured, from 0 to 1. If time runs short, fewer frames are captured and the
 * others repeat the previous one, so a video always has its full length.
 */
export const shareOfShots = ({ framesLeft, msLeft, shotMs, skippedMs }: VideoProgress): number => {
  if (framesLeft <= 0 || framesLeft * shotMs <= msLeft) return 1
  const share = (msLeft / framesLeft - skippedMs) / (shotMs - skippedMs)
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}
