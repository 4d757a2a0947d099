import type * as z from 'zod'
import { docs } from './docs.ts'

/** The plans of the service. The order is from the smallest to the largest. */
export const tierNames = ['free', 'starter', 'growth', 'scale'] as const

export type TierName = (typeof tierNames)[number]

/** Features that not every plan includes: scheduled tasks, and the options with these names. */
export const tierFeatures = ['tasks', 'gpu_rendering', 'ip_location'] as const

export type TierFeature = (typeof tierFeatures)[number]

export const isTierFeature = (name: string): name is TierFeature =>
  tierFeatures.some((feature) => feature === name)

/** Names of the parameters that require the scale plan. */
export const scaleOnly = (input: z.ZodObject): string[] =>
  Object.entries(input.shape)
    .filter(([, field]) => docs.get(field)?.['x-plan'] === 'scale')
    .map(([name]) => name)

/** Returns those of them that these options use. Accounts on other plans receive 402. */
export const scaleOnlyUsed = (input: z.ZodObject, options: Readonly<Record<string, unknown>>): string[] =>
  scaleOnly(input).filter((name) => options[name] !== undefined && options[name] !== false)
