import { intersect, toDevicePixels } from './capture-area.ts'
import type { FilmFormat, Rectangle, ScreencastPlan } from './render-plan.ts'

/** What of each picture is wanted, and the size of the film; pixels. */
export interface FilmSize {
  crop: Rectangle
  width: number
  height: number
}

/**
 * The codecs of H.264 take even sides of at least 16 pixels: a smaller or odd picture gets its last row and column repeated.
 * @returns undefined when the clip has nothing of the viewport
 */
export const decideFilmSize = ({ format, viewport, clip }: ScreencastPlan): FilmSize | undefined => {
  const { deviceScaleFactor, width, height } = viewport
  const picture = { x: 0, y: 0, width, height }
  const region = clip ? intersect(clip, picture) : picture
  if (!region) return undefined
  const crop = toDevicePixels(region, deviceScaleFactor)
  if (!isH264(format)) return { crop, width: crop.width, height: crop.height }
  return { crop, width: evenSide(crop.width), height: evenSide(crop.height) }
}

const isH264 = (format: FilmFormat) => format === 'mp4' || format === 'mov' || format === 'avi'

const evenSide = (pixels: number) => Math.max(16, pixels + (pixels % 2))
