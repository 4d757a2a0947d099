import { limitsMs } from '../../core/plan/budgets.ts'
import { aim, click } from '../actions/click.ts'
import { runActions } from '../actions/run-actions.ts'
import { createPageStage } from '../actions/stage.ts'
import { bestEffort } from '../page/best-effort.ts'
import type { Step } from '../page/step.ts'
import { assertSelectors } from './assert-selectors.ts'

/** Runs the actions of `actions` in order. In a video, they are recorded instead. */
export const act: Step = async ({ cdp }, { actions }, context) => {
  if (actions === undefined || context.needs.isRecorded) return
  // A dialog would cover what they act on.
  await context.declineConsent()
  await runActions(createPageStage(cdp, context), actions)
}

/** Clicks as a visitor does. An element that is covered by another one is clicked by script. */
export const clickSelector: Step = async ({ cdp }, { clickSelector: selector }, context) => {
  if (selector === undefined) return
  await assertSelectors('click_selector', [selector], context)
  await click(createPageStage(cdp, context), { selector, label: '`click_selector`' })
}

export const scrollIntoView: Step = async ({ cdp }, { scrollIntoView: selector }, context) => {
  if (selector === undefined) return
  await assertSelectors('scroll_into_view', [selector], context)
  const label = '`scroll_into_view`'
  await aim(createPageStage(cdp, context), { selector, label, excludesHidden: true, block: 'center' })
}

/** Closes pickers, which no image shows. Only a click or a script of the caller can open one. */
export const closePickers: Step = async (_session, plan, { world, signal }) => {
  if (plan.clickSelector === undefined && plan.actions === undefined && plan.scripts === undefined) return
  await bestEffort(world.call('closeOpenPickers'), limitsMs.page.pickers, signal)
}
