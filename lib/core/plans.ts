import * as z from 'zod'

/** The plans of the service. The order is from the smallest to the largest. */
export const planNames = ['free', 'starter', 'growth', 'scale'] as const

export type PlanName = (typeof planNames)[number]

export const isPlanName = (text: string): text is PlanName => planNames.some((name) => name === text)

/** What not every plan has: scheduled tasks, and the options of these names. */
export const planFeatures = ['tasks', 'gpu_rendering', 'ip_location'] as const

export type PlanFeature = (typeof planFeatures)[number]

export interface Plan {
  /** Renders a calendar month, UTC. */
  quota: number
  requestsPerMinute: number
  features: readonly PlanFeature[]
}

export type Plans = Readonly<Record<PlanName, Plan>>

/**
 * What each plan gives, unless the operator says otherwise in `PLANS`. Sizes are in the range of the services that are sold for
 * this: 100 a month and 10 a minute for nothing, 2,000 to 100,000 a month and 30 to 1,000 a minute for money.
 */
export const defaultPlans: Plans = {
  free: { quota: 100, requestsPerMinute: 10, features: [] },
  starter: { quota: 2000, requestsPerMinute: 30, features: [] },
  growth: { quota: 20_000, requestsPerMinute: 120, features: [] },
  scale: { quota: 200_000, requestsPerMinute: 1000, features: planFeatures },
}

const wholeNumber = (minimum: number) =>
  z
    .int({ error: `must be a whole number from ${minimum} up` })
    .min(minimum, { error: `must be a whole number from ${minimum} up` })

const PlanChange = z.strictObject({
  quota: wholeNumber(0).optional(),
  requestsPerMinute: wholeNumber(1).optional(),
  features: z
    .array(z.enum(planFeatures), { error: `must be a list of ${planFeatures.join(', ')}` })
    .optional(),
})

const PlanChanges = z.partialRecord(z.enum(planNames), PlanChange)

/**
 * Reads changes to the table of plans, as JSON: `{"free": {"quota": 500}, "growth": {"features": ["tasks"]}}`. What is not named
 * keeps its default.
 * @throws Error with a sentence that names the wrong entry
 */
export const parsePlans = (text: string): Plans => {
  if (text.trim() === '') return defaultPlans
  const changes = readChanges(text)
  const changed = (name: PlanName): Plan => ({
    ...defaultPlans[name],
    ...(changes[name] as Partial<Plan> | undefined),
  })
  return {
    free: changed('free'),
    starter: changed('starter'),
    growth: changed('growth'),
    scale: changed('scale'),
  }
}

const readChanges = (text: string): z.output<typeof PlanChanges> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('must be JSON, e.g. {"free": {"quota": 500, "requestsPerMinute": 20}}.')
  }
  const result = PlanChanges.safeParse(value)
  if (result.success) return result.data
  throw new Error(result.error.issues.map(describe).join(' '))
}

const describe = (issue: z.core.$ZodIssue): string => {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return `${[path, issue.keys[0]].filter((part) => part !== '').join('.')} is not known: a plan has quota, requestsPerMinute and features.`
  if (issue.code === 'invalid_key') return `${path} is not a plan: the plans are ${planNames.join(', ')}.`
  if (issue.code === 'invalid_value') return `${path} must be one of ${planFeatures.join(', ')}.`
  if (issue.code === 'invalid_type' && issue.expected !== 'array' && issue.expected !== 'int')
    return `${path === '' ? 'it' : path} must be an object.`
  return `${path} ${issue.message}.`
}

/** The plans that have a feature, as a phrase: "the scale plan", "the growth or scale plan". */
export const plansWith = (feature: PlanFeature, plans: Plans): string => {
  const names = planNames.filter((name) => plans[name].features.includes(feature))
  return names.length === 0 ? 'a plan that this service does not offer' : `the ${names.join(' or ')} plan`
}
