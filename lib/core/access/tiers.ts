import * as z from 'zod'
import { type TierFeature, type TierName, tierFeatures, tierNames } from '../../schema/tier-features.ts'

interface Tier {
  /** Renders per calendar month (UTC). */
  quota: number
  requestsPerMinute: number
  /** Renders in progress at the same time. */
  concurrency: number
  /** Renders a day (UTC) that are free although they fail because of their page. */
  freeFailures: number
  /** The most pixels, in millions, that two images may have together when they are compared. */
  compareMegapixels: number
  features: readonly TierFeature[]
}

export type Tiers = Readonly<Record<TierName, Tier>>

export type AccountLimit = Exclude<keyof Tier, 'features'>

/** The limits of a plan, which an account can have instead, and the least value of each. */
export const leastOf: Readonly<Record<AccountLimit, number>> = {
  quota: 0,
  requestsPerMinute: 1,
  concurrency: 1,
  freeFailures: 0,
  compareMegapixels: 1,
}

export const accountLimits = Object.keys(leastOf) as AccountLimit[]

export type AccountLimits = Partial<Pick<Tier, AccountLimit>>

/** An account, as far as its limits depend on it. */
export interface Limited {
  plan: TierName
  limits?: AccountLimits
}

/** Returns the plan of an account, with its own limits. */
export const limitsOf = (tiers: Tiers, { plan, limits }: Limited): Tier => ({ ...tiers[plan], ...limits })

/**
 * The default plans, which the operator can change with `PLANS`. The sizes are in the range of comparable commercial services:
 * 100 a month and 10 a minute for free, 2,000 to 100,000 a month and 30 to 1,000 a minute for paid plans. Each plan can render all of
 * its requests of a minute if a render takes 6 to 12 s.
 */
const sizes: Readonly<Record<TierName, Omit<Tier, 'freeFailures'>>> = {
  free: { quota: 100, requestsPerMinute: 10, concurrency: 2, compareMegapixels: 50, features: [] },
  starter: { quota: 2000, requestsPerMinute: 30, concurrency: 5, compareMegapixels: 100, features: [] },
  growth: { quota: 20_000, requestsPerMinute: 120, concurrency: 20, compareMegapixels: 200, features: [] },
  scale: {
    quota: 200_000,
    requestsPerMinute: 1000,
    concurrency: 100,
    compareMegapixels: 200,
    features: tierFeatures,
  },
}

/** A tenth of the quota of a day: a failure that waits for `timeout` costs ten times as much as an ordinary render. */
const freeFailuresOf = (quota: number): number => Math.max(50, Math.ceil(quota / 30 / 10))

const withFreeFailures = (tier: Omit<Tier, 'freeFailures'> & Partial<Tier>): Tier => ({
  freeFailures: freeFailuresOf(tier.quota),
  ...tier,
})

export const defaultTiers = Object.fromEntries(
  tierNames.map((name) => [name, withFreeFailures(sizes[name])]),
) as Tiers

const integerFrom = (minimum: number) => {
  const error = `must be an integer of at least ${minimum}`
  return z.int({ error }).min(minimum, { error })
}

const featureList = z.array(z.enum(tierFeatures, { error: `must be one of ${tierFeatures.join(', ')}` }), {
  error: `must be an array of ${tierFeatures.join(', ')}`,
})

/** Messages for a value that is not an object, or an object with an unknown key. */
const objectError = (takes: string) => ({
  error: (issue: { code?: string; keys?: unknown }) =>
    issue.code === 'unrecognized_keys' ? `accepts ${takes}, not ${issue.keys}` : 'must be an object',
})

const limitChanges = Object.fromEntries(
  accountLimits.map((name) => [name, integerFrom(leastOf[name]).exactOptional()]),
) as Record<AccountLimit, z.ZodExactOptional<z.ZodInt>>

const TierChange = z.strictObject(
  { ...limitChanges, features: featureList.exactOptional() },
  objectError(`${accountLimits.join(', ')} and features`),
)

const TierChanges = z.strictObject(
  {
    free: TierChange.exactOptional(),
    starter: TierChange.exactOptional(),
    growth: TierChange.exactOptional(),
    scale: TierChange.exactOptional(),
  },
  objectError(tierNames.join(', ')),
)

/**
 * Reads changes to the table of plans, as JSON: `{"free": {"quota": 500}, "growth": {"features": ["tasks"]}}`. Everything else
 * keeps its default.
 * @throws Error that names the invalid entry
 */
export const parseTiers = (text: string): Tiers => {
  if (text.trim() === '') return defaultTiers
  const changes = readChanges(text)
  return Object.fromEntries(
    tierNames.map((name) => [name, withFreeFailures({ ...sizes[name], ...changes[name] })]),
  ) as Tiers
}

const readChanges = (text: string): z.output<typeof TierChanges> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('The value must be JSON, e.g. {"free": {"quota": 500, "requestsPerMinute": 20}}.')
  }
  const result = TierChanges.safeParse(value)
  if (result.success) return result.data
  throw new Error(result.error.issues.map(describe).join(' '))
}

const describe = ({ path, message }: z.core.$ZodIssue): string =>
  `${path.length === 0 ? 'The value' : path.join('.')} ${message}.`

/** Returns the plans that include a feature, as a phrase: "the scale plan", "the growth or scale plan". */
export const tiersWith = (feature: TierFeature, tiers: Tiers): string => {
  const names = tierNames.filter((name) => tiers[name].features.includes(feature))
  return names.length === 0 ? 'a plan that this service does not offer' : `the ${names.join(' or ')} plan`
}
