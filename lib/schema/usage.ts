import * as z from 'zod'
import { fieldsOf } from './docs.ts'
import { renderOperationIds } from './render-operations.ts'

const { field } = fieldsOf('list')

/** The body of `GET /v1/usage`: the renders of this month (UTC), the requests of this minute (`reset` in Unix seconds) and the renders in progress. */
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
  renders: z.strictObject({
    limit: z.int().min(1),
    in_progress: z.int().min(0),
  }),
})
export type UsageReport = z.output<typeof UsageReport>

/** The days that `GET /v1/usage/history` returns at most. */
export const historyDaysMax = 90

/** Parameters of `GET /v1/usage/history`. */
export const UsageHistoryOptions = z.strictObject({
  days: field(z.int().min(1).max(historyDaysMax).default(30), {
    title: 'Days',
    description: 'Number of days (UTC), including today.',
    examples: [7],
  }),
})

/** The hits of each operation. Unlike `z.record`, an object names its members in JSON Schema. */
const HitsByOperation = z.strictObject(
  Object.fromEntries(renderOperationIds.map((id) => [id, z.int().min(0)])) as Record<
    (typeof renderOperationIds)[number],
    z.ZodInt
  >,
)

/** The body of `GET /v1/usage/history`: every day, the oldest first, with the hits of each operation, and the hits of each key. */
export const UsageHistory = z.strictObject({
  days: z.array(
    z.strictObject({
      /** In UTC. */
      date: z.iso.date(),
      hits: HitsByOperation,
    }),
  ),
  /**
   * The hits of each access key in each calendar month (UTC) that has one of the days, the most first. Scheduled runs have no key.
   */
  keys: z.array(z.strictObject({ month: z.string(), id: z.string(), hits: z.int().min(1) })),
})
export type UsageHistory = z.output<typeof UsageHistory>
