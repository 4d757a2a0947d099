import { type PixelSize, passedCaptureLimit, passedImageLimit } from '../../core/image-limits.ts'
import type { ScreenshotPlan } from '../../core/render-plan.ts'
import { thumbnailSize } from '../../core/thumbnail-size.ts'
import { ResultTooLargeError } from '../../errors.ts'

/** @throws ResultTooLargeError naming the limit that the capture, or the picture made of it, would pass */
export const assertSize = (plan: ScreenshotPlan, captured: PixelSize): void => {
  const passed = passedCaptureLimit(captured)
  if (passed) throw new ResultTooLargeError(`${sizeOf('The page', captured)}; ${passed}. ${advice}`)
  const final = plan.thumbnail ? thumbnailSize(captured, plan.thumbnail) : captured
  const passedByFinal = passedImageLimit(plan.format, final)
  if (!passedByFinal) return
  const subject = plan.thumbnail ? 'The picture' : 'The page'
  throw new ResultTooLargeError(`${sizeOf(subject, final)}; ${passedByFinal}. ${advice}`)
}

const advice = 'Use `full_page_max_height`, `clip_*`, a smaller `device_scale_factor`, or another `format`.'

const sizeOf = (subject: string, { width, height }: PixelSize) =>
  `${subject} would be ${width} × ${height} pixels`
