import type { CDPSession, Page } from 'puppeteer-core'
import type { ScreenshotPlan } from '../../../core/plan/render-plan.ts'
import type { RenderReport } from '../../../core/telemetry/render-report.ts'
import type { FrameClock } from '../../browser/frame-clock.ts'
import type { Scripts } from '../../browser/scripts.ts'
import type { CaptureTime } from '../../page/time-limits.ts'
import type { World } from '../../page/world.ts'

/** `cdp` is the session on which the device metrics were set: Chromium captures with the metrics of the calling session. */
export interface CaptureSession {
  page: Pick<Page, 'on' | 'off'>
  cdp: Pick<CDPSession, 'send'>
  scripts: Pick<Scripts, 'core'>
  frames: FrameClock
}

/** The data that all parts of one capture share. */
export interface CaptureContext extends CaptureSession, CaptureTime {
  plan: ScreenshotPlan
  report: RenderReport
  world: World
}
