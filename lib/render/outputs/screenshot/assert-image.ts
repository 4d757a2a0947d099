import { InternalError, PageTimeoutError, ResultTooLargeError } from '../../../base/errors.ts'
import { toDevicePixels } from '../../../core/plan/capture-area.ts'
import {
  fittedSize,
  type PixelSize,
  passedCaptureLimits,
  passedImageLimits,
  scaledToCover,
} from '../../../core/plan/image-size.ts'
import type { ImageFormat, ScreenshotPlan } from '../../../core/plan/render-plan.ts'

const signatures: Record<ImageFormat, { offset: number; bytes: string }> = {
  jpeg: { offset: 0, bytes: '\xff\xd8\xff' },
  png: { offset: 0, bytes: '\x89PNG\r\n\x1a\n' },
  webp: { offset: 8, bytes: 'WEBP' },
  gif: { offset: 0, bytes: 'GIF8' },
  avif: { offset: 4, bytes: 'ftypavif' },
}

/** Checks that an image is complete. Chromium returns zero bytes instead of an error if its encoder fails. */
export const assertImage = (format: ImageFormat, body: Buffer): Buffer => {
  const { offset, bytes } = signatures[format]
  if (body.toString('latin1', offset, offset + bytes.length) === bytes) return body
  throw new InternalError('The image could not be created. Send the request again.', {
    cause: new Error(`${body.length} bytes that are not ${format}`),
  })
}

/** @throws ResultTooLargeError with the limits that the capture, or the image made from it, would exceed */
export const assertSize = (plan: ScreenshotPlan, captured: PixelSize): void => {
  if (plan.thumbnail) {
    refuse('The page', captured, passedCaptureLimits(captured))
    const final = fittedSize(captured, plan.thumbnail)
    refuse('The image', final, passedImageLimits(plan.format, final))
    if (plan.thumbnail.fit?.kind === 'cover') assertScaled(scaledToCover(captured, final))
    return
  }
  refuse('The page', captured, passedImageLimits(plan.format, captured))
}

/** The most that Lambda streams: https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html */
const imageBytesMax = 200_000_000

/** @throws ResultTooLargeError for an image that could not be sent whole */
export const assertBytes = (bytes: number): void => {
  if (bytes <= imageBytesMax) return
  throw new ResultTooLargeError(
    `The image has ${Math.ceil(bytes / 1e6)} MB. It can have ${imageBytesMax / 1e6} MB. ${advice}`,
  )
}

/** The largest side of an image that `image_fit=cover` cuts. libvips refuses to scale to more than 33 million pixels per side. */
const scaledSideMax = 10_000_000

const assertScaled = (scaled: PixelSize) => {
  if (Math.max(scaled.width, scaled.height) > scaledSideMax)
    refuse('Before `image_fit=cover` cuts it, the image', scaled, [
      `it can have ${scaledSideMax.toLocaleString('en-US')} pixels per side`,
    ])
}

const refuse = (subject: string, { width, height }: PixelSize, passed: string[]) => {
  if (passed.length === 0) return
  const size = `${subject} would be ${width} by ${height} pixels`
  throw new ResultTooLargeError(`${size}, but ${passed.join(', and ')}. ${advice}`)
}

/** A page of so many pixels can take most of the time of a render on a busy machine. */
const slowPixelsMin = 25_000_000

/** Returns the error of a render of a tall page that did not end in time, which says what takes the time. */
export const explainTimeout = (
  error: unknown,
  { viewport, fullPage, fullPageMaxHeight = Number.POSITIVE_INFINITY }: ScreenshotPlan,
  fullHeight = 0,
): unknown => {
  const region = { x: 0, y: 0, width: viewport.width, height: Math.min(fullHeight, fullPageMaxHeight) }
  const { width, height } = toDevicePixels(region, viewport.deviceScaleFactor)
  if (!(error instanceof PageTimeoutError) || !fullPage || width * height < slowPixelsMin) return error
  const size = `The page is ${width} by ${height} pixels`
  return new ResultTooLargeError(`${size}, which took too long to capture. ${advice}`, { cause: error })
}

const advice = 'Use `full_page_max_height`, `clip_*`, a smaller `device_scale_factor`, or another `format`.'
