import type { Protocol } from 'puppeteer-core'
import { DeadlineError, withDeadline } from '../../../deadline.ts'
import { InvalidParameterError } from '../../../errors.ts'
import { injectMsMax } from '../time-limits.ts'
import { followNavigation } from './follow-navigation.ts'
import type { Step } from './step.ts'

/** Runs the script in the page's own world, as if it were the page's. No content security policy applies. */
export const injectScripts: Step = async ({ cdp }, { scripts }, context) => {
  if (scripts === undefined) return
  const evaluated = cdp.send('Runtime.evaluate', {
    expression: `(async () => {\n${scripts}\n})()`,
    awaitPromise: true,
    userGesture: true,
  })
  try {
    const { exceptionDetails } = await withDeadline(evaluated, injectMsMax, context.signal)
    if (exceptionDetails) throw toScriptError(exceptionDetails)
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error
    context.report.waitsExpired.push('scripts')
  }
  await followNavigation(context)
}

const toScriptError = ({ exception, text }: Protocol.Runtime.ExceptionDetails) => {
  const reason = (exception?.description ?? text).split('\n')[0]?.slice(0, 200)
  return new InvalidParameterError(`\`scripts\` failed: ${reason}`)
}
