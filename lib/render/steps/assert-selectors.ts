import { InvalidParameterError } from '../../base/errors.ts'
import { until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import { reachMs, type StepContext } from '../page/step.ts'

/** Checks selectors in the browser. Throws InvalidParameterError that names the parameter and the selector. */
export const assertSelectors = async (parameter: string, selectors: string[], context: StepContext) => {
  const checked = context.world.call('findInvalidSelector', selectors)
  const invalid = await until(checked, Math.max(limitsMs.page.selectors, reachMs(context)), context.signal)
  if (invalid === undefined || invalid === null) return
  throw new InvalidParameterError(`\`${parameter}\`: "${invalid}" is not a valid CSS selector.`)
}
