import type { z } from 'zod'
import { PlanRequiredError } from '../errors.ts'
import { scaleOnlyUsed } from '../schema/scale-only.ts'
import type { PlanName } from './plans.ts'

/** @throws PlanRequiredError for an option that the account's plan does not have */
export const assertPlanAllows = (
  plan: PlanName,
  input: z.ZodObject,
  options: Readonly<Record<string, unknown>>,
) => {
  if (plan === 'scale') return
  const [name] = scaleOnlyUsed(input, options)
  if (name !== undefined)
    throw new PlanRequiredError(`\`${name}\` needs the scale plan; this account is on the ${plan} plan.`)
}
