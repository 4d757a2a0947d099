import { PageTimeoutError } from '../../base/errors.ts'
import { pause } from '../../base/timers.ts'
import { poll } from '../actions/poll.ts'
import { createPageStage } from '../actions/stage.ts'
import { awaitExpression } from '../actions/wait-action.ts'
import type { Step } from '../page/step.ts'
import { assertSelectors } from './assert-selectors.ts'

export const waitForSelector: Step = async ({ cdp }, { waitForSelector: selector, timeoutMs }, context) => {
  if (selector === undefined) return
  await assertSelectors('wait_for_selector', [selector], context)
  const stage = createPageStage(cdp, context)
  const find = async () => (await context.world.call('hasVisible', selector, false)) || undefined
  if (await poll(stage, stage.leftMs(), find)) return
  throw new PageTimeoutError(
    `\`wait_for_selector\`: no visible element matched "${selector}" within ${timeoutMs / 1000} s.`,
  )
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
