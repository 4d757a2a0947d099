import type { CDPSession, Page } from 'puppeteer-core'
import type { ScreenshotPlan } from '../../core/plan/render-plan.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import type { CaptureTime } from '../page/time-limits.ts'
import type { World } from '../page/world.ts'

/** `cdp` is the session on which the device metrics were set: Chromium captures with those of the asking session. */
export interface CaptureSession {
  page: Pick<Page, 'on' | 'off'>
  cdp: Pick<CDPSession, 'send'>
}

/** What the parts of one capture share. */
export interface CaptureContext extends CaptureSession, CaptureTime {
  plan: ScreenshotPlan
  report: RenderReport
  world: World
}

/** Notes in the report that a best-effort wait ran out. */
export const noteExpired = ({ report }: CaptureContext, wait: string): void => {
  if (!report.waitsExpired.includes(wait)) report.waitsExpired.push(wait)
}
