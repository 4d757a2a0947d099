import type * as z from 'zod'
import { docs } from './docs.ts'

/** Names of the parameters that need the scale plan, as their documentation says. */
export const scaleOnly = (input: z.ZodObject): string[] =>
  Object.entries(input.shape)
    .filter(([, field]) => docs.get(field)?.['x-plan'] === 'scale')
    .map(([name]) => name)

/** Those of them that these options use; the edge answers 402 to accounts of other plans. */
export const scaleOnlyUsed = (input: z.ZodObject, options: Readonly<Record<string, unknown>>): string[] =>
  scaleOnly(input).filter((name) => options[name] !== undefined && options[name] !== false)
