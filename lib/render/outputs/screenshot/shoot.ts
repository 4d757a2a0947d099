import type { Protocol } from 'puppeteer-core'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { toCaptureClip, toTiles } from '../../../core/plan/capture-area.ts'
import type { PixelSize } from '../../../core/plan/image-size.ts'
import type { Rectangle, ScreenshotPlan } from '../../../core/plan/render-plan.ts'
import { noteIncomplete } from '../../../core/telemetry/render-report.ts'
import { moveWindow } from '../../browser/page-window.ts'
import { awaitResponse, remainingMs } from '../../page/time-limits.ts'
import { captureMasked } from '../../steps/mask.ts'
import { assertImage } from './assert-image.ts'
import type { CaptureContext } from './capture-context.ts'
import { findMissing } from './find-missing.ts'
import { type ChromiumFormat, readImageSize } from './image-header.ts'
import { findScrollStart } from './scroll-start.ts'
import { findTargets, shootSections } from './sections.ts'
import { type Section, survey } from './stop.ts'
import { shootStrips } from './strips.ts'
import { shootThemed } from './themed.ts'

/** Output of Chromium: in the format of the plan if `isFinal`, otherwise png to be joined, cut, scaled and encoded. */
export interface Shot {
  pieces: Buffer[]
  columns: number
  /** Drawn over the pieces. */
  sections: Section[]
  /** The requested size. The pieces together may be a few pixels larger at the right and the bottom. */
  size: PixelSize
  isFinal: boolean
}

/**
 * Chromium uses about 20 bytes per pixel during a capture: 850 MB for 1280 x 30,000 in one piece, 1,450 MB for 60,000, and
 * 500 to 750 MB in tiles for any height. In tiles a png takes as long; a jpeg takes twice as long, because it has to be
 * encoded again; and a page of very many elements is drawn again for each tile.
 */
const finalPixelsMax = 40_000_000
const intermediatePixelsMax = 25_000_000
const tilePixels = 16_000_000

/** Captures the viewport as it is. */
export const shootViewport = async (context: CaptureContext, size: PixelSize): Promise<Shot> => {
  const isFinal = canBeFinal(context.plan)
  const format = formatOf(context.plan, isFinal)
  const piece = (await shootFrame(context, format)) ?? (await captureScreenshot(context, format))
  return { pieces: [piece], columns: 1, sections: [], size, isFinal }
}

/**
 * Captures a region of the document, in device pixels. The page does not notice: its viewport keeps its size, and a launch argument lets
 * the browser draw what lies outside. Chromium's own way (`captureBeyondViewport`) makes the viewport 1 x 1 pixel for a moment.
 */
export const shootRegion = async (context: CaptureContext, region: Rectangle): Promise<Shot> => {
  const [page, start] = await Promise.all([survey(context), findScrollStart(context)])
  const targets = findTargets(context, region, page)
  const shootPiece = createShootPiece(context, start)
  const shoot = (part: Rectangle) => shootPiece(part, { format: 'png', optimizeForSpeed: true })
  // Nothing can be added to what is encoded already.
  const mayBeFinal = targets.length === 0 && !page.scrolled
  const beganMs = Date.now()
  const whole = await shootWhole(context, region, mayBeFinal, shootPiece)
  if (page.scrolled && !hasTimeAfter(context, Date.now() - beganMs)) {
    noteIncomplete(context.report, 'section', 'timeout')
    return whole
  }
  const themed = await shootThemed(context, region, page, shoot)
  const taken = [...themed.areas, ...targets.map(({ area }) => area)]
  const missing = await findMissing(context, region, page, whole, taken)
  const strips = missing ? await shootStrips(context, region, page, missing, shoot) : []
  const sections = await shootSections(context, region, page, targets, shoot)
  return { ...whole, sections: [...strips, ...themed.sections, ...sections] }
}

/** Reading a whole capture takes about half as long as taking it, and encoding it a quarter (88 million pixels on a busy machine). */
const hasTimeAfter = (context: CaptureContext, wholeMs: number) =>
  remainingMs(context) > limitsMs.reserve.sections + wholeMs

const shootWhole = async (
  { plan }: CaptureContext,
  region: Rectangle,
  mayBeFinal: boolean,
  shootPiece: ShootPiece,
): Promise<Shot> => {
  const { deviceScaleFactor } = plan.viewport
  const { delivered } = toCaptureClip(region, deviceScaleFactor)
  const isExact = delivered.width === region.width && delivered.height === region.height
  const pixels = region.width * region.height
  const isFinal = mayBeFinal && canBeFinal(plan) && isExact && pixels <= finalPixelsMax
  const isOnePiece = isFinal || pixels <= intermediatePixelsMax
  const { tiles, columns } = isOnePiece
    ? { tiles: [region], columns: 1 }
    : toTiles(region, deviceScaleFactor, tilePixels)
  const pieces: Buffer[] = []
  for (const tile of tiles) pieces.push(await shootPiece(tile, formatOf(plan, isFinal)))
  return {
    pieces,
    columns,
    sections: [],
    size: { width: region.width, height: region.height },
    isFinal,
  }
}

type ShootPiece = (piece: Rectangle, format: ImageFormatRequest) => Promise<Buffer>

const createShootPiece =
  (context: CaptureContext, start: { x: number; y: number }): ShootPiece =>
  (piece, format) => {
    const { clip } = toCaptureClip(piece, context.plan.viewport.deviceScaleFactor)
    const placed = { ...clip, x: clip.x - start.x, y: clip.y - start.y, scale: 1 }
    return captureScreenshot(context, { ...format, clip: placed })
  }

/** Chromium encodes jpeg and webp at no extra cost. Whether its png is used depends on its bytes, and it supports neither gif nor avif. */
const canBeFinal = ({ format, thumbnail }: ScreenshotPlan) =>
  !thumbnail && (format === 'jpeg' || format === 'webp')

interface ImageFormatRequest {
  format: 'jpeg' | 'webp' | 'png'
  quality?: number
  optimizeForSpeed: boolean
}

/** `optimizeForSpeed` changes no pixels. It sets the compression effort of png and has no effect on jpeg and webp. */
const formatOf = (plan: ScreenshotPlan, isFinal: boolean): ImageFormatRequest =>
  isFinal && (plan.format === 'jpeg' || plan.format === 'webp')
    ? { format: plan.format, quality: plan.quality, optimizeForSpeed: true }
    : { format: 'png', optimizeForSpeed: true }

/** A page's very first frame may have no image. */
const framesMax = 3

/** Returns whether a frame shows the viewport in its scale. */
export const canBeFrame = ({ viewport }: ScreenshotPlan) => viewport.deviceScaleFactor === 1

/** Returns the image of a frame, or undefined if frames would not show the viewport in its scale. */
const shootFrame = async (
  context: CaptureContext,
  format: ImageFormatRequest,
): Promise<Buffer | undefined> => {
  if (!canBeFrame(context.plan)) return undefined
  for (let i = 0; i < framesMax; i++) {
    const draw = () => context.frames.draw({ screenshot: format })
    const { image } = await awaitResponse(context, captureMasked(context, context.plan, draw))
    if (!image) continue
    if (!fitsViewport(image, format.format, context.plan.viewport)) {
      await awaitResponse(context, moveWindow(context.cdp, context.plan.viewport))
      return undefined
    }
    context.report.captureMode = 'frame'
    return assertImage(format.format, image)
  }
  return undefined
}

/** A page that resizes its window (`resizeTo`, `requestFullscreen`) gets frames of that size. */
const fitsViewport = (image: Buffer, format: ChromiumFormat, { width, height }: PixelSize) => {
  const drawn = readImageSize(format, image)
  return drawn === undefined || (drawn.width === width && drawn.height === height)
}

const captureScreenshot = async (
  context: CaptureContext,
  request: Protocol.Page.CaptureScreenshotRequest,
) => {
  context.report.captureMode = 'command'
  const take = () => context.frames.capture(request)
  const image = await awaitResponse(context, captureMasked(context, context.plan, take))
  return assertImage(request.format ?? 'png', image)
}
