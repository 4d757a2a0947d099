import type { CDPSession, Page } from 'puppeteer-core'
import type { ScreenshotPlan } from '../../core/plan/render-plan.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { inTime } from '../page/deadline.ts'
import type { World } from '../page/world.ts'

/** `cdp` is the session on which the device metrics were set: Chromium captures with those of the asking session. */
export interface CaptureSession {
  page: Pick<Page, 'on' | 'off'>
  cdp: Pick<CDPSession, 'send'>
}

/** What the parts of one capture share. */
export interface CaptureContext extends CaptureSession {
  plan: ScreenshotPlan
  report: RenderReport
  world: World
  signal: AbortSignal | undefined
  /** When picture and encoding have to be done; Unix ms. */
  endsMs: number
}

type Deadline = Pick<CaptureContext, 'endsMs' | 'signal'>

export const remainingMs = ({ endsMs }: Pick<Deadline, 'endsMs'>): number => Math.max(0, endsMs - Date.now())

/** Gives what the browser answers; a page that keeps it from answering until the render's end is a timeout. */
export const answered = <T>(context: Deadline, asked: Promise<T>): Promise<T> =>
  inTime(asked, remainingMs(context), context.signal, 'The page was too busy to be captured in time.')

/** Notes in the report that a best-effort wait ran out. */
export const noteExpired = ({ report }: CaptureContext, wait: string): void => {
  if (!report.waitsExpired.includes(wait)) report.waitsExpired.push(wait)
}
