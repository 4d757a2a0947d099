import { hideElements } from '../../in-page/hide-elements.ts'
import { injectMsMax, inTime } from '../time-limits.ts'
import { assertSelectors } from './assert-selectors.ts'
import { busyMessage, type Step } from './step.ts'

export const hideSelectors: Step = async (_session, { hideSelectors: selectors }, context) => {
  if (selectors.length === 0) return
  await assertSelectors('hide_selectors', selectors, context)
  const hidden = context.world.call(hideElements, selectors)
  await inTime(hidden, injectMsMax, context.signal, busyMessage('hide_selectors'))
}
