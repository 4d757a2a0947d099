import { click } from '../../actions/click.ts'
import { createPageStage } from '../../actions/stage.ts'
import { assertSelectors } from './assert-selectors.ts'
import type { Step } from './step.ts'

/** Clicks as a visitor does. An element that is covered by another one is clicked by script. */
export const clickSelector: Step = async ({ cdp }, { clickSelector: selector }, context) => {
  if (selector === undefined) return
  await assertSelectors('click_selector', [selector], context)
  await click(createPageStage(cdp, context), { selector, label: '`click_selector`' })
}
