import * as z from 'zod'
import { planFeatures, planNames } from './plan-features.ts'

/** The body of `GET /v1/account`. */
export const AccountReport = z.strictObject({
  id: z.string(),
  plan: z.strictObject({
    name: z.enum(planNames),
    /** Renders per calendar month (UTC). */
    quota: z.int().min(0),
    requests_per_minute: z.int().min(1),
    /** The features that not every plan includes. */
    features: z.array(z.enum(planFeatures)),
  }),
  /** Unix seconds. */
  created: z.int().nonnegative(),
  /** Whether the account requires signed requests. */
  signed_requests: z.boolean(),
  /** What its signatures cover. */
  signature_version: z.literal([1, 2]),
  /** While it is unpaid, every request returns 402, this one included. */
  invoice: z.enum(['paid', 'unpaid']),
  /** The first characters of the access key. The service stores only a hash of the whole. */
  access_key_start: z.string(),
  /** Increases by one with every change of a key or of `signed_requests`. */
  key_generation: z.int().min(0),
})
export type AccountReport = z.output<typeof AccountReport>
