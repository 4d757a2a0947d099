import type { PdfPlan } from '../../../core/plan/render-plan.ts'
import type { RenderReport } from '../../../core/telemetry/render-report.ts'
import type { PageSession } from '../../browser/page-session.ts'
import type { CaptureTime } from '../../page/time-limits.ts'
import type { World } from '../../page/world.ts'

/** The data that all parts of one print share. */
export interface PrintContext extends PageSession, CaptureTime {
  plan: PdfPlan
  report: RenderReport
  /** Keeps the document in the page from the first of several prints on. A page may navigate when it is printed. */
  holdDocument?: () => Promise<void>
  /** Whether the page loads nothing. */
  isFrozen?: boolean
  world: World
}

/** CSS pixels of an inch. */
export const pixelsPerInch = 96

/** Returns the content area of a page, in CSS pixels. */
export const contentArea = ({ paper, margins, scale }: PdfPlan) => ({
  width: ((paper.width - margins.left - margins.right) * pixelsPerInch) / scale,
  height: ((paper.height - margins.top - margins.bottom) * pixelsPerInch) / scale,
})
