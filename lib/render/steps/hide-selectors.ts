import { withDeadline } from '../deadline.ts'
import { hideElements } from '../in-page/hide-elements.ts'
import { assertSelectors } from './assert-selectors.ts'
import { injectMsMax } from './inject-scripts.ts'
import type { Step } from './step.ts'

export const hideSelectors: Step = async (_session, { hideSelectors: selectors }, context) => {
  if (selectors.length === 0) return
  await assertSelectors('hide_selectors', selectors, context)
  await withDeadline(context.world.call(hideElements, selectors), injectMsMax, context.signal)
}
