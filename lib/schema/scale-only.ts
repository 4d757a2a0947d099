import type * as z from 'zod'
import { docs } from './docs.ts'

/** Names of the parameters that require the scale plan. */
export const scaleOnly = (input: z.ZodObject): string[] =>
  Object.entries(input.shape)
    .filter(([, field]) => docs.get(field)?.['x-plan'] === 'scale')
    .map(([name]) => name)

/** Returns those of them that these options use. Accounts on other plans receive 402. */
export const scaleOnlyUsed = (input: z.ZodObject, options: Readonly<Record<string, unknown>>): string[] =>
  scaleOnly(input).filter((name) => options[name] !== undefined && options[name] !== false)
