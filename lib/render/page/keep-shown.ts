import { until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { PageSession } from '../browser/page-session.ts'
import type { StepContext } from './steps/step.ts'

/**
 * Keeps the document of a page that is leaving for a server that does not respond. The browser answers commands to the document only
 * when it stays.
 */
export const keepShown = async (
  { cdp }: Pick<PageSession, 'cdp'>,
  { document, budget }: Pick<StepContext, 'document' | 'budget'>,
): Promise<void> => {
  if (!document.isLeaving()) return
  const arrived = document.reached(['DOMContentLoaded']).then(() => true)
  const isLeft = await until(arrived, Math.min(limitsMs.load.leave, budget.settleMs(Date.now())))
  if (!isLeft) await cdp.send('Page.stopLoading')
}
