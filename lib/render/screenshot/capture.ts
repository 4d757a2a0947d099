import { toDevicePixels } from '../../core/plan/capture-area.ts'
import type { ScreenshotPlan } from '../../core/plan/render-plan.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { timed } from '../page/phases.ts'
import { answered } from '../page/time-limits.ts'
import { createWorld, type World } from '../page/world.ts'
import { assertSize } from './assert-image.ts'
import type { CaptureContext, CaptureSession } from './capture-context.ts'
import { type CaptureArea, chooseArea } from './choose-area.ts'
import { type Captured, encode } from './encode.ts'
import { shootRegion, shootViewport } from './shoot.ts'

export interface CaptureLimits {
  signal?: AbortSignal
  /** When picture and encoding have to be done; Unix ms. */
  endsMs?: number
  world?: World
}

/** Without a budget: about what decisions 11 leaves after a page that was reached quickly. */
const captureMsMax = 30_000

/**
 * Takes the picture of a page that is ready, and encodes it.
 *
 * @throws ResultTooLargeError when format or service do not allow a picture of this size
 * @throws SelectorNotFoundError when `selector` matches nothing visible
 * @throws InvalidParameterError when a clip has nothing of the page
 * @throws PageTimeoutError when the page keeps the browser from answering until `endsMs`
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

/** Removes the white that Chromium draws under a page without a background. */
const overBackground = async <T>(context: CaptureContext, work: () => Promise<T>): Promise<T> => {
  const { cdp, plan } = context
  if (!plan.omitBackground || !transparentFormats.includes(plan.format)) return work()
  const setBackground = (background: object) =>
    answered(context, cdp.send('Emulation.setDefaultBackgroundColorOverride', background))
  await setBackground({ color: { r: 0, g: 0, b: 0, a: 0 } })
  try {
    return await work()
  } finally {
    // The session may be gone with its page; the work's own error tells more.
    await setBackground({}).catch(() => undefined)
  }
}
