import * as z from 'zod'

/** The body of `GET /v1/usage`: the renders of this month (UTC), and the requests of this minute; `reset` in Unix seconds. */
export const UsageReport = z.strictObject({
  hits: z.strictObject({
    quota: z.int().min(0),
    used: z.int().min(0),
    remaining: z.int().min(0),
  }),
  concurrency: z.strictObject({
    limit: z.int().min(1),
    remaining: z.int().min(0),
    reset: z.int(),
  }),
})
export type UsageReport = z.output<typeof UsageReport>
