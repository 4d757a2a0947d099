import { aim } from '../../actions/click.ts'
import { createPageStage } from '../../actions/stage.ts'
import { assertSelectors } from './assert-selectors.ts'
import type { Step } from './step.ts'

export const scrollIntoView: Step = async ({ cdp }, { scrollIntoView: selector }, context) => {
  if (selector === undefined) return
  await assertSelectors('scroll_into_view', [selector], context)
  const label = '`scroll_into_view`'
  await aim(createPageStage(cdp, context), { selector, label, excludesHidden: true, block: 'center' })
}
