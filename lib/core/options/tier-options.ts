import { PlanRequiredError } from '../../base/errors.ts'
import type { Operation } from '../../schema/operations.ts'
import { isTierFeature, scaleOnlyUsed, type TierFeature, type TierName } from '../../schema/tier-features.ts'
import { type Tiers, tiersWith } from '../access/tiers.ts'

/** @throws PlanRequiredError for an operation or an option that the account's plan does not include */
export const assertTierAllows = (
  plan: TierName,
  { feature, input }: Pick<Operation, 'feature' | 'input'>,
  options: Readonly<Record<string, unknown>>,
  tiers: Tiers,
) => {
  const used = [...(feature ? [feature] : []), ...scaleOnlyUsed(input, options).filter(isTierFeature)]
  const missing = used.find((name) => !tiers[plan].features.includes(name))
  if (missing === undefined) return
  throw new PlanRequiredError(
    `${subjects[missing]} ${tiersWith(missing, tiers)}; this account is on the ${plan} plan.`,
  )
}

const subjects: Record<TierFeature, string> = {
  tasks: 'Scheduled tasks require',
  gpu_rendering: '`gpu_rendering` requires',
  ip_location: '`ip_location` requires',
}
