import { type AppError, PageTimeoutError } from '../../base/errors.ts'
import type { Budget } from '../../core/plan/budgets.ts'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import { noteExpired, type RenderReport } from '../../core/telemetry/render-report.ts'
import type { PageSession } from '../browser/page-session.ts'
import type { Needs } from '../use.ts'
import type { MainDocument } from './main-document.ts'
import type { NetworkActivity } from './network-activity.ts'
import type { SentDocument } from './sent-document.ts'
import { pageTimeout } from './time-limits.ts'
import type { World } from './world.ts'

/** The state and settings that the steps of one render share. */
export interface StepContext {
  report: RenderReport
  budget: Budget
  /** When the page was opened; `timeout` counts from here. Unix ms. */
  openedMs: number
  signal: AbortSignal
  document: MainDocument
  network: NetworkActivity
  world: World
  /** Returns the error of the first request of the page that failed as `fail_on_request` or `fail_on_failed_request` says. */
  failedRequest: () => AppError | undefined
  /** Returns the first error that the page reported, if `fail_on_console_error` is set. */
  consoleError: () => string | undefined
  /** Returns the document as its server sent it, if the plan wants it. Throws ResultTooLargeError. */
  sentDocument: () => SentDocument | undefined
  /** Waits until a consent dialog is declined. In a page that is recorded meanwhile, for at most `recordingMs`. */
  declineConsent: (recordingMs?: number) => Promise<void>
  /** What the use of the page implies. */
  needs: Needs
}

/** One action on the page. Returns immediately if the plan does not include it. */
export type Step = (session: PageSession, plan: RenderPlan, context: StepContext) => Promise<void>

/**
 * Returns the step as one that ends when it exceeds `timeout`, if the plan wants the page as it is then, and the report names it.
 * @param isUsable whether there is a page to render; otherwise the step fails
 */
export const capturedOnTimeout =
  (
    parameter: string,
    step: Step,
    isUsable: (context: StepContext) => Promise<boolean> = async () => true,
  ): Step =>
  async (session, plan, context) => {
    try {
      await step(session, plan, context)
    } catch (error) {
      if (!plan.isCapturedOnTimeout || !(error instanceof PageTimeoutError)) throw error
      if (!(await isUsable(context))) throw error
      context.report.timeout ??= parameter
      noteExpired(context.report, parameter)
    }
  }

/** A step that only sends commands, because all of them are sent together before the page is opened. */
export type EmulationStep = (
  session: Pick<PageSession, 'page' | 'cdp' | 'scripts'>,
  plan: RenderPlan,
) => Promise<void>

/** For `within`: what a step fails with that the page left no time for. */
export const tooBusyFor = (parameter: string) =>
  pageTimeout(`\`${parameter}\` could not be applied because the page kept the browser busy.`)

/** Returns the remaining time of `timeout`. */
export const reachMs = ({ budget, openedMs }: StepContext) => budget.reachMs(openedMs, Date.now())
