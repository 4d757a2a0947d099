import { pause } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import { noteExpired } from '../../core/telemetry/render-report.ts'
import type { PageSession } from '../browser/page-session.ts'
import { bestEffort } from './best-effort.ts'
import type { StepContext } from './step.ts'

/** Returns false if the page is still leaving for another document after `ms`. */
const hasArrived = async ({ document }: Pick<StepContext, 'document'>, ms: number, signal?: AbortSignal) => {
  if (!document.isLeaving()) return true
  return (await bestEffort(document.reached(['DOMContentLoaded']), ms, signal)) !== undefined
}

/** A link's navigation is announced within a few ms of the click. */
const announceMs = 60

/** If the previous action makes the page navigate, waits briefly for the new document. */
export const followNavigation = async (context: StepContext): Promise<void> => {
  const { report, signal } = context
  await pause(announceMs, signal)
  if (!(await hasArrived(context, limitsMs.load.navigation, signal))) noteExpired(report, 'navigation')
}

/**
 * Keeps the document of a page that is leaving for a server that does not respond. The browser answers commands to the document only
 * when it stays.
 */
export const keepShown = async (
  { cdp }: Pick<PageSession, 'cdp'>,
  context: Pick<StepContext, 'document' | 'budget'>,
): Promise<void> => {
  const leftMs = Math.min(limitsMs.load.leave, context.budget.readyMs(Date.now()))
  if (!(await hasArrived(context, leftMs))) await cdp.send('Page.stopLoading')
}
