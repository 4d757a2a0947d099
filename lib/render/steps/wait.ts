import { PageTimeoutError } from '../../base/errors.ts'
import { pause, within } from '../../base/timers.ts'
import { poll } from '../actions/poll.ts'
import { createPageStage } from '../actions/stage.ts'
import { awaitExpression } from '../actions/wait-action.ts'
import { reachMs, type Step } from '../page/step.ts'
import { pageTimeout } from '../page/time-limits.ts'
import { assertSelectors } from './assert-selectors.ts'

export const waitForSelector: Step = async (
  { cdp },
  { waitForSelector: selector, timeoutMs, scriptsDisabled },
  context,
) => {
  if (selector === undefined) return
  await assertSelectors('wait_for_selector', [selector], context)
  const message = `\`wait_for_selector\`: no visible element matched "${selector}" within ${timeoutMs / 1000} s.`
  const { world, signal } = context
  if (!scriptsDisabled)
    return within(world.call('waitForElement', selector), reachMs(context), signal, pageTimeout(message))
  // Without the scripts of the page, ours have no timers.
  const stage = createPageStage(cdp, context)
  const find = async () => (await world.call('hasVisible', selector)) || undefined
  if (!(await poll(stage, stage.leftMs(), find))) throw new PageTimeoutError(message)
}

export const waitForFunction: Step = async ({ cdp }, { waitForFunction: expression, timeoutMs }, context) => {
  if (expression === undefined) return
  const stage = createPageStage(cdp, context)
  const { isTrue, reason } = await awaitExpression(stage, expression, stage.leftMs())
  if (isTrue) return
  throw new PageTimeoutError(
    `\`wait_for_function\`: the expression did not become true within ${timeoutMs / 1000} s${reason}.`,
  )
}

export const waitDelay: Step = async (_session, { delayMs }, { signal }) => {
  if (delayMs === 0) return
  await pause(delayMs, signal)
}
