import { InvalidParameterError } from '../../base/errors.ts'
import { within } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import { inTime } from '../page/best-effort.ts'
import { runScript } from '../page/evaluate.ts'
import { followNavigation } from '../page/leaving.ts'
import { type Step, tooBusyFor } from '../page/step.ts'
import { assertSelectors } from './assert-selectors.ts'

export const injectStyles: Step = async (_session, { styles }, { world, signal }) => {
  if (styles === undefined) return
  await within(world.call('addStyles', styles), limitsMs.page.change, signal, tooBusyFor('styles'))
}

export const injectScripts: Step = async ({ cdp }, { scripts }, context) => {
  if (scripts === undefined) return
  const ended = await inTime('scripts', runScript(cdp, scripts), limitsMs.page.change, context)
  if (ended?.value !== undefined) throw new InvalidParameterError(`\`scripts\` failed: ${ended.value}`)
  await followNavigation(context)
}

export const hideSelectors: Step = async (_session, { hideSelectors: selectors }, context) => {
  if (selectors.length === 0) return
  await assertSelectors('hide_selectors', selectors, context)
  const hidden = context.world.call('hideElements', selectors)
  await within(hidden, limitsMs.page.change, context.signal, tooBusyFor('hide_selectors'))
}
