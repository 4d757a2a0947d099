import { DeadlineError, untilDeadline, withDeadline } from '../../../deadline.ts'
import { SelectorNotFoundError } from '../../../errors.ts'
import type { PageSession } from '../../browser/page-session.ts'
import { findClickPoint } from '../../in-page/elements.ts'
import { injectMsMax } from '../time-limits.ts'
import { assertSelectors } from './assert-selectors.ts'
import { followNavigation } from './follow-navigation.ts'
import { reachMs, type Step, type StepContext } from './step.ts'

/** A selector that matches nothing must not use up the whole `timeout`. */
const findMsMax = 5_000

/** Clicks as a user does. An element that is covered by another one is clicked by script. */
export const clickSelector: Step = async (session, { clickSelector: selector }, context) => {
  if (selector === undefined) return
  await assertSelectors('click_selector', [selector], context)
  const point = await find(selector, context)
  if (point !== null) {
    const clicked = click(session, point).then(() => true)
    // The page received the click, but handling it takes longer.
    if (!(await untilDeadline(clicked, injectMsMax, context.signal)))
      context.report.waitsExpired.push('click')
  }
  await followNavigation(context)
}

const find = async (selector: string, context: StepContext) => {
  const waitMs = Math.min(findMsMax, reachMs(context))
  try {
    const found = context.world.call(findClickPoint, selector)
    return await withDeadline(found, waitMs, context.signal)
  } catch (cause) {
    if (!(cause instanceof DeadlineError)) throw cause
    const message = `\`click_selector\`: no visible element matched "${selector}" within ${(waitMs / 1000).toFixed(1)} s.`
    throw new SelectorNotFoundError(message, { cause })
  }
}

const click = async ({ cdp }: PageSession, { x, y }: { x: number; y: number }) => {
  const button = { x, y, button: 'left', clickCount: 1 } as const
  await Promise.all([
    cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }),
    cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button }),
    cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button }),
  ])
}
