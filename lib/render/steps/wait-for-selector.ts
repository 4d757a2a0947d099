import { PageTimeoutError } from '../../errors.ts'
import { DeadlineError, withDeadline } from '../deadline.ts'
import { waitForElement } from '../in-page/wait-for-element.ts'
import { assertSelectors } from './assert-selectors.ts'
import type { Step } from './step.ts'
import { reachMs } from './step.ts'

export const waitForSelector: Step = async (_session, { waitForSelector: selector, timeoutMs }, context) => {
  if (selector === undefined) return
  await assertSelectors('wait_for_selector', [selector], context)
  try {
    await withDeadline(context.world.call(waitForElement, selector), reachMs(context), context.signal)
  } catch (cause) {
    if (!(cause instanceof DeadlineError)) throw cause
    const message = `\`wait_for_selector\`: nothing visible matched "${selector}" within ${timeoutMs / 1000} s.`
    throw new PageTimeoutError(message, { cause })
  }
}
