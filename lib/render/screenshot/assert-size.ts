import { type PixelSize, passedCaptureLimits, passedImageLimits } from '../../core/plan/image-limits.ts'
import type { ScreenshotPlan } from '../../core/plan/render-plan.ts'
import { thumbnailSize } from '../../core/plan/thumbnail-size.ts'
import { ResultTooLargeError } from '../../errors.ts'

/** @throws ResultTooLargeError naming the limits that the capture, or the picture made of it, would pass */
export const assertSize = (plan: ScreenshotPlan, captured: PixelSize): void => {
  if (plan.thumbnail) {
    refuse('The page', captured, passedCaptureLimits(captured))
    const final = thumbnailSize(captured, plan.thumbnail)
    refuse('The picture', final, passedImageLimits(plan.format, final))
    return
  }
  refuse('The page', captured, passedImageLimits(plan.format, captured))
}

const refuse = (subject: string, { width, height }: PixelSize, passed: string[]) => {
  if (passed.length === 0) return
  const size = `${subject} would be ${width} × ${height} pixels`
  throw new ResultTooLargeError(`${size}; ${passed.join(', and ')}. ${advice}`)
}

const advice = 'Use `full_page_max_height`, `clip_*`, a smaller `device_scale_factor`, or another `format`.'
