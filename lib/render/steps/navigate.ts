import { ConnectionFailedError } from '../../base/errors.ts'
import { within } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { RenderPlan, WaitUntil } from '../../core/plan/render-plan.ts'
import { bestEffort } from '../page/best-effort.ts'
import { capturedOnTimeout, reachMs, type Step, type StepContext } from '../page/step.ts'
import { pageTimeout } from '../page/time-limits.ts'
import { sourceUrl } from '../proxy/site.ts'

const openUntil: Step = async (_session, plan, context) => {
  const message = `The page did not reach ${plan.waitUntil.join(', ')} within ${plan.timeoutMs / 1000} s (\`timeout\`, \`wait_until\`).`
  await within(open(plan, context), reachMs(context), context.signal, pageTimeout(message))
}

/** Returns whether the page shows the beginning of its document. */
const isShown = async ({ document, world, signal }: StepContext) =>
  document.url() !== '' &&
  (await bestEffort(world.call('hasBody'), limitsMs.load.reason, signal))?.value === true

/** Opens the page and waits until every moment of `wait_until` is reached. */
export const navigate: Step = capturedOnTimeout('wait_until', openUntil, isShown)

/** Opens the page and waits only until its document begins to arrive. */
export const beginNavigation: Step = async (_session, plan, context) => {
  const message = `The page did not respond within ${plan.timeoutMs / 1000} s (\`timeout\`).`
  const begun = context.document.navigate(sourceUrl(plan.source))
  await within(begun, reachMs(context), context.signal, pageTimeout(message))
}

const open = async (plan: RenderPlan, context: StepContext) => {
  await context.document.navigate(sourceUrl(plan.source))
  await Promise.all(plan.waitUntil.map((moment) => reached(moment, context)))
}

const reached = async (moment: WaitUntil, { document, network }: StepContext) => {
  await document.reached([moment === 'load' ? 'load' : 'DOMContentLoaded'])
  if (moment === 'networkidle0') await network.idle(0)
  if (moment === 'networkidle2') await network.idle(2)
}

/**
 * Throws ConnectionFailedError if the document broke off before its body: the connection was interrupted, or `Content-Encoding` is
 * wrong. Chromium reports neither, and never draws a frame.
 */
export const assertBegun = async ({ document, world, signal }: StepContext): Promise<void> => {
  if (!document.isBrokenOff()) return
  const isBegun = await within(
    world.call('hasBody'),
    limitsMs.page.change,
    signal,
    pageTimeout('The page was too busy to be read.'),
  )
  if (isBegun) return
  throw new ConnectionFailedError(
    'The page has no body: the connection was interrupted, or the content is not encoded as `Content-Encoding` says.',
  )
}
