import { timed, until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { toDevicePixels } from '../../../core/plan/capture-area.ts'
import type { PixelSize } from '../../../core/plan/image-size.ts'
import type { Rectangle, ScreenshotPlan } from '../../../core/plan/render-plan.ts'
import type { RenderReport } from '../../../core/telemetry/render-report.ts'
import { assertAreas, fitAreas, ignoredAreasMax, toImageAreas } from '../../../core/watch/ignored-areas.ts'
import { awaitResponse } from '../../page/time-limits.ts'
import { createWorld, type World } from '../../page/world.ts'
import { finishAgain } from '../../steps/finish-animations.ts'
import { maskAgain } from '../../steps/mask.ts'
import { assertSize } from './assert-image.ts'
import type { CaptureContext, CaptureSession } from './capture-context.ts'
import { type CaptureArea, chooseArea } from './choose-area.ts'
import { type Captured, encode } from './encode.ts'
import { shootRegion, shootViewport } from './shoot.ts'
import { takeStable } from './take-stable.ts'

export interface CaptureLimits {
  signal?: AbortSignal
  /** When capture and encoding must be finished, in Unix milliseconds. */
  endsMs?: number
  world?: World
  /** Selectors of elements whose areas are reported. */
  ignored?: readonly string[] | undefined
}

export interface CapturedImage extends Captured {
  /** Areas of the elements of `ignored`, in pixels of the image. */
  ignored?: Rectangle[]
}

/** A caret blinks, and its 30 pixels are as many as a changed digit. It is inherited by the inside of fields and by shadow roots. */
const hiddenCaret = '* { caret-color: transparent !important }'

/**
 * Captures a page that is ready, and encodes the image.
 *
 * @throws ResultTooLargeError if the format or the service does not allow an image of this size
 * @throws SelectorNotFoundError if `selector` matches no visible element
 * @throws InvalidParameterError if the clip lies outside the page, or `ignored` matches too many elements
 * @throws PageTimeoutError if the page keeps the browser busy until `endsMs`
 */
export const capture = async (
  session: CaptureSession,
  plan: ScreenshotPlan,
  report: RenderReport,
  limits: CaptureLimits = {},
): Promise<CapturedImage> => {
  const context: CaptureContext = {
    page: session.page,
    cdp: session.cdp,
    scripts: session.scripts,
    frames: session.frames,
    plan,
    report,
    world: limits.world ?? createWorld(session),
    signal: limits.signal,
    endsMs: limits.endsMs ?? Date.now() + limitsMs.capture.all,
  }
  const area = await timed(report, 'settle', () => chooseArea(context))
  if (plan.stable || limits.ignored)
    await awaitResponse(context, context.world.call('addStyles', hiddenCaret))
  await awaitResponse(context, finishAgain(context, plan))
  await awaitResponse(context, maskAgain(context, plan))
  const takeUntil = async (endsMs: number) => {
    const limited = { ...context, endsMs }
    const current = plan.stable ? await findAgain(area) : area
    const taken = await take(limited, current)
    const ignored = await findIgnored(limited, current, taken.size, limits.ignored)
    return { shot: taken, ignored, region: current?.region }
  }
  const { shot, ignored } = await timed(report, 'capture', () =>
    overBackground(context, () => (plan.stable ? takeStable(context, takeUntil) : takeUntil(context.endsMs))),
  )
  // What a page does after its capture must not discard it.
  context.frames.time.stop()
  report.tiles = shot.pieces.length
  const image = await timed(report, 'encode', () => encode(context, shot))
  const fitted = { from: shot.size, to: image, fit: plan.thumbnail?.fit }
  return { ...image, ...(limits.ignored && { ignored: fitAreas(ignored, fitted) }) }
}

/** An element that has moved leaves an empty place, which would be the same in each capture. */
const findAgain = async (area: CaptureArea | undefined): Promise<CaptureArea | undefined> =>
  area?.find ? { ...area, region: await area.find() } : area

/** Returns the areas of ignored elements, in pixels of a capture. */
const findIgnored = async (
  { world, plan, ...time }: CaptureContext,
  area: CaptureArea | undefined,
  size: PixelSize,
  selectors: readonly string[] = [],
): Promise<Rectangle[]> => {
  if (selectors.length === 0) return []
  const boxes = await awaitResponse(
    time,
    world.call('findAreas', [...selectors], area !== undefined, ignoredAreasMax + 1),
  )
  assertAreas(boxes)
  const { deviceScaleFactor } = plan.viewport
  return toImageAreas(boxes, { region: { ...regionOf(plan, area), ...size }, deviceScaleFactor })
}

/** Returns what is captured, in device pixels. */
const regionOf = ({ viewport }: ScreenshotPlan, area: CaptureArea | undefined) => {
  const { deviceScaleFactor, width, height } = viewport
  return toDevicePixels(area?.region ?? { x: 0, y: 0, width, height }, deviceScaleFactor)
}

const take = async (context: CaptureContext, area: CaptureArea | undefined) => {
  const { plan } = context
  const region = regionOf(plan, area)
  assertSize(plan, region)
  return area ? shootRegion(context, region) : shootViewport(context, region)
}

/** Removes the white background that Chromium draws under a page without one. */
const overBackground = async <T>(context: CaptureContext, work: () => Promise<T>): Promise<T> => {
  const { cdp, plan } = context
  if (!plan.omitBackground) return work()
  const setBackground = (background: object) =>
    awaitResponse(context, cdp.send('Emulation.setDefaultBackgroundColorOverride', background))
  await setBackground({ color: { r: 0, g: 0, b: 0, a: 0 } })
  try {
    return await work()
  } finally {
    // The session may be closed with its page, or the browser busy. The work's result or error says more.
    await until(setBackground({}), limitsMs.capture.restore).catch(() => undefined)
  }
}
