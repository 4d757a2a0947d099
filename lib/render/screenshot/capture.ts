import { toDevicePixels } from '../../core/plan/capture-area.ts'
import type { ScreenshotPlan } from '../../core/plan/render-plan.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { timed } from '../page/phases.ts'
import { awaitResponse } from '../page/time-limits.ts'
import { createWorld, type World } from '../page/world.ts'
import { assertSize } from './assert-image.ts'
import type { CaptureContext, CaptureSession } from './capture-context.ts'
import { type CaptureArea, chooseArea } from './choose-area.ts'
import { type Captured, encode } from './encode.ts'
import { shootRegion, shootViewport } from './shoot.ts'

export interface CaptureLimits {
  signal?: AbortSignal
  /** When capture and encoding must be finished, in Unix milliseconds. */
  endsMs?: number
  world?: World
}

/** Without a budget: about the time that remains for the capture if the page loads quickly. */
const captureMsMax = 30_000

/**
 * Captures a page that is ready, and encodes the image.
 *
 * @throws ResultTooLargeError if the format or the service does not allow an image of this size
 * @throws SelectorNotFoundError if `selector` matches no visible element
 * @throws InvalidParameterError if the clip lies outside the page
 * @throws PageTimeoutError if the page keeps the browser busy until `endsMs`
 */
export const capture = async (
  session: CaptureSession,
  plan: ScreenshotPlan,
  report: RenderReport,
  limits: CaptureLimits = {},
): Promise<Captured> => {
  const context: CaptureContext = {
    page: session.page,
    cdp: session.cdp,
    frames: session.frames,
    plan,
    report,
    world: limits.world ?? createWorld(session.cdp),
    signal: limits.signal,
    endsMs: limits.endsMs ?? Date.now() + captureMsMax,
  }
  const area = await timed(report, 'settle', () => chooseArea(context))
  const shot = await timed(report, 'capture', () => overBackground(context, () => take(context, area)))
  report.tiles = shot.pieces.length
  return timed(report, 'encode', () => encode(context, shot))
}

const take = async (context: CaptureContext, area: CaptureArea | undefined) => {
  const { plan } = context
  const { deviceScaleFactor, width, height } = plan.viewport
  const region = toDevicePixels(area?.region ?? { x: 0, y: 0, width, height }, deviceScaleFactor)
  assertSize(plan, region)
  return area ? shootRegion(context, region, area.isBeyondViewport) : shootViewport(context, region)
}

const transparentFormats: readonly string[] = ['png', 'webp', 'avif']

/** Removes the white background that Chromium draws under a page without one. */
const overBackground = async <T>(context: CaptureContext, work: () => Promise<T>): Promise<T> => {
  const { cdp, plan } = context
  if (!plan.omitBackground || !transparentFormats.includes(plan.format)) return work()
  const setBackground = (background: object) =>
    awaitResponse(context, cdp.send('Emulation.setDefaultBackgroundColorOverride', background))
  await setBackground({ color: { r: 0, g: 0, b: 0, a: 0 } })
  try {
    return await work()
  } finally {
    // The session may be closed with its page. The error of the work says more.
    await setBackground({}).catch(() => undefined)
  }
}
