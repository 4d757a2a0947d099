import type { Protocol } from 'puppeteer-core'
import { toCaptureClip, toTiles } from '../../core/plan/capture-area.ts'
import type { PixelSize } from '../../core/plan/image-size.ts'
import type { Rectangle, ScreenshotPlan } from '../../core/plan/render-plan.ts'
import { answered } from '../page/time-limits.ts'
import { assertImage } from './assert-image.ts'
import type { CaptureContext } from './capture-context.ts'

/** What Chromium drew: in the plan's own format when `isFinal`, else as png to be joined, cut, scaled and encoded. */
export interface Shot {
  pieces: Buffer[]
  columns: number
  /** The wanted pixels; the pieces together may hold a few more to the right and below. */
  size: PixelSize
  isFinal: boolean
}

/**
 * Chromium holds some 20 bytes a pixel while it captures: 850 MB for 1280 × 30,000 in one piece, 1,450 MB for 60,000, and
 * 500 to 750 MB in tiles for any height. In tiles a png takes as long; a jpeg takes twice as long, because it has to be
 * encoded again; and a page of very many elements is drawn again for each tile.
 */
const finalPixelsMax = 40_000_000
const intermediatePixelsMax = 25_000_000
const tilePixels = 16_000_000

/** The viewport as it is: one call. */
export const shootViewport = async (context: CaptureContext, size: PixelSize): Promise<Shot> => {
  const isFinal = canBeFinal(context.plan)
  const piece = await captureScreenshot(context, formatOf(context.plan, isFinal))
  return { pieces: [piece], columns: 1, size, isFinal }
}

/** A region of the document in device pixels. */
export const shootRegion = async (
  context: CaptureContext,
  region: Rectangle,
  isBeyondViewport: boolean,
): Promise<Shot> => {
  const { plan } = context
  const { deviceScaleFactor } = plan.viewport
  const { delivered } = toCaptureClip(region, deviceScaleFactor)
  const isExact = delivered.width === region.width && delivered.height === region.height
  const pixels = region.width * region.height
  const isFinal = canBeFinal(plan) && isExact && pixels <= finalPixelsMax
  const isOnePiece = isFinal || pixels <= intermediatePixelsMax
  const { tiles, columns } = isOnePiece
    ? { tiles: [region], columns: 1 }
    : toTiles(region, deviceScaleFactor, tilePixels)
  const pieces: Buffer[] = []
  for (const tile of tiles) {
    const { clip } = toCaptureClip(tile, deviceScaleFactor)
    pieces.push(
      await captureScreenshot(context, {
        ...formatOf(plan, isFinal),
        clip: { ...clip, scale: 1 },
        captureBeyondViewport: isBeyondViewport,
      }),
    )
  }
  return { pieces, columns, size: { width: region.width, height: region.height }, isFinal }
}

/** Chromium's own jpeg and webp cost nothing extra; its png is slow and large, and gif and avif it does not know. */
const canBeFinal = ({ format, thumbnail }: ScreenshotPlan) =>
  !thumbnail && (format === 'jpeg' || format === 'webp')

/** `optimizeForSpeed` changes no pixel: it is the effort of png's compression, and nothing for jpeg and webp. */
const formatOf = (plan: ScreenshotPlan, isFinal: boolean): Protocol.Page.CaptureScreenshotRequest =>
  isFinal && (plan.format === 'jpeg' || plan.format === 'webp')
    ? { format: plan.format, quality: plan.quality, optimizeForSpeed: true }
    : { format: 'png', optimizeForSpeed: true }

const captureScreenshot = async (
  context: CaptureContext,
  request: Protocol.Page.CaptureScreenshotRequest,
) => {
  const { data } = await answered(context, context.cdp.send('Page.captureScreenshot', request))
  return assertImage(request.format ?? 'png', Buffer.from(data, 'base64'))
}
