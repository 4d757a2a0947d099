import * as z from 'zod'
import { type PlanFeature, type PlanName, planFeatures, planNames } from '../../schema/plan-features.ts'

interface Plan {
  /** Renders per calendar month (UTC). */
  quota: number
  requestsPerMinute: number
  features: readonly PlanFeature[]
}

export type Plans = Readonly<Record<PlanName, Plan>>

/**
 * The default plans, which the operator can change with `PLANS`. The sizes are in the range of comparable commercial services:
 * 100 a month and 10 a minute for free, 2,000 to 100,000 a month and 30 to 1,000 a minute for paid plans.
 */
export const defaultPlans: Plans = {
  free: { quota: 100, requestsPerMinute: 10, features: [] },
  starter: { quota: 2000, requestsPerMinute: 30, features: [] },
  growth: { quota: 20_000, requestsPerMinute: 120, features: [] },
  scale: { quota: 200_000, requestsPerMinute: 1000, features: planFeatures },
}

const integerFrom = (minimum: number) => {
  const error = `must be an integer of at least ${minimum}`
  return z.int({ error }).min(minimum, { error })
}

const featureList = z.array(z.enum(planFeatures, { error: `must be one of ${planFeatures.join(', ')}` }), {
  error: `must be an array of ${planFeatures.join(', ')}`,
})

/** Messages for a value that is not an object, or an object with an unknown key. */
const objectError = (takes: string) => ({
  error: (issue: { code?: string; keys?: unknown }) =>
    issue.code === 'unrecognized_keys' ? `accepts ${takes}, not ${issue.keys}` : 'must be an object',
})

const PlanChange = z.strictObject(
  {
    quota: integerFrom(0).exactOptional(),
    requestsPerMinute: integerFrom(1).exactOptional(),
    features: featureList.exactOptional(),
  },
  objectError('quota, requestsPerMinute and features'),
)

const PlanChanges = z.strictObject(
  {
    free: PlanChange.exactOptional(),
    starter: PlanChange.exactOptional(),
    growth: PlanChange.exactOptional(),
    scale: PlanChange.exactOptional(),
  },
  objectError(planNames.join(', ')),
)

/**
 * Reads changes to the table of plans, as JSON: `{"free": {"quota": 500}, "growth": {"features": ["tasks"]}}`. Everything else
 * keeps its default.
 * @throws Error that names the invalid entry
 */
export const parsePlans = (text: string): Plans => {
  if (text.trim() === '') return defaultPlans
  const changes = readChanges(text)
  return {
    free: { ...defaultPlans.free, ...changes.free },
    starter: { ...defaultPlans.starter, ...changes.starter },
    growth: { ...defaultPlans.growth, ...changes.growth },
    scale: { ...defaultPlans.scale, ...changes.scale },
  }
}

const readChanges = (text: string): z.output<typeof PlanChanges> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('The value must be JSON, e.g. {"free": {"quota": 500, "requestsPerMinute": 20}}.')
  }
  const result = PlanChanges.safeParse(value)
  if (result.success) return result.data
  throw new Error(result.error.issues.map(describe).join(' '))
}

const describe = ({ path, message }: z.core.$ZodIssue): string =>
  `${path.length === 0 ? 'The value' : path.join('.')} ${message}.`

/** Returns the plans that include a feature, as a phrase: "the scale plan", "the growth or scale plan". */
export const plansWith = (feature: PlanFeature, plans: Plans): string => {
  const names = planNames.filter((name) => plans[name].features.includes(feature))
  return names.length === 0 ? 'a plan that this service does not offer' : `the ${names.join(' or ')} plan`
}
