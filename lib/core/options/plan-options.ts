import { PlanRequiredError } from '../../errors.ts'
import type { Operation } from '../../schema/operations.ts'
import { isPlanFeature, type PlanFeature, type PlanName, scaleOnlyUsed } from '../../schema/plan-features.ts'
import { type Plans, plansWith } from '../access/plans.ts'

/** @throws PlanRequiredError for an operation or an option that the account's plan does not include */
export const assertPlanAllows = (
  plan: PlanName,
  { feature, input }: Pick<Operation, 'feature' | 'input'>,
  options: Readonly<Record<string, unknown>>,
  plans: Plans,
) => {
  const used = [...(feature ? [feature] : []), ...scaleOnlyUsed(input, options).filter(isPlanFeature)]
  const missing = used.find((name) => !plans[plan].features.includes(name))
  if (missing === undefined) return
  throw new PlanRequiredError(
    `${subjects[missing]} ${plansWith(missing, plans)}; this account is on the ${plan} plan.`,
  )
}

const subjects: Record<PlanFeature, string> = {
  tasks: 'Scheduled tasks require',
  gpu_rendering: '`gpu_rendering` requires',
  ip_location: '`ip_location` requires',
}
