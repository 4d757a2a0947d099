import type { Protocol } from 'puppeteer-core'
import { InvalidParameterError } from '../../../base/errors.ts'
import { DeadlineError, within } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { noteExpired } from '../../../core/telemetry/render-report.ts'
import { assertSelectors } from './assert-selectors.ts'
import { followNavigation } from './follow-navigation.ts'
import { type Step, tooBusyFor } from './step.ts'

export const injectStyles: Step = async (_session, { styles }, { world, signal }) => {
  if (styles === undefined) return
  await within(world.call('addStyles', styles), limitsMs.page.change, signal, tooBusyFor('styles'))
}

/** Runs the script in the page's own world, as if it were the page's. No content security policy applies. */
export const injectScripts: Step = async ({ cdp }, { scripts }, context) => {
  if (scripts === undefined) return
  const evaluated = cdp.send('Runtime.evaluate', {
    expression: `(async () => {\n${scripts}\n})()`,
    awaitPromise: true,
    userGesture: true,
  })
  try {
    const { exceptionDetails } = await within(evaluated, limitsMs.page.change, context.signal)
    if (exceptionDetails) throw toScriptError(exceptionDetails)
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error
    noteExpired(context.report, 'scripts')
  }
  await followNavigation(context)
}

const toScriptError = ({ exception, text }: Protocol.Runtime.ExceptionDetails) => {
  const reason = (exception?.description ?? text).split('\n')[0]?.slice(0, 200)
  return new InvalidParameterError(`\`scripts\` failed: ${reason}`)
}

export const hideSelectors: Step = async (_session, { hideSelectors: selectors }, context) => {
  if (selectors.length === 0) return
  await assertSelectors('hide_selectors', selectors, context)
  const hidden = context.world.call('hideElements', selectors)
  await within(hidden, limitsMs.page.change, context.signal, tooBusyFor('hide_selectors'))
}
