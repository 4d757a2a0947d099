import * as z from 'zod'
import { rejectIf } from './check.ts'
import { docs } from './docs.ts'
import { readCursor } from './request-cursor.ts'

const operation = z.enum(['screenshot', 'scrape', 'screencast', 'pdf'])

const status = z.enum(['queued', 'done', 'failed'])

/** What `GET /v1/requests` takes. */
export const ListRequestsOptions = z.strictObject({
  status: status.optional().register(docs, {
    title: 'Status',
    description: 'Only requests in this state.',
    examples: ['failed'],
    'x-group': 'list',
  }),
  operation: operation.optional().register(docs, {
    title: 'Operation',
    description: 'Only requests of this operation.',
    examples: ['screenshot'],
    'x-group': 'list',
  }),
  limit: z
    .int()
    .min(1)
    .max(100)
    .default(20)
    .register(docs, {
      title: 'Limit',
      description: 'How many requests one answer holds at most.',
      examples: [50],
      'x-group': 'list',
    }),
  cursor: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be the `cursor` of an earlier response')
    .check(
      rejectIf((text) =>
        readCursor(text) === undefined ? 'must be the `cursor` of an earlier response' : undefined,
      ),
    )
    .optional()
    .register(docs, {
      title: 'Cursor',
      description: 'Where to go on: `cursor` of the answer before.',
      examples: ['MDE5OGEzYzItN2QxZS03YTBiLThjNGQtNWU2ZjcwODE5MmEz'],
      'x-group': 'list',
    }),
})

const seconds = z.int().nonnegative()

const webhookAttempt = z.strictObject({
  /** When it began, Unix seconds. */
  time: seconds,
  /** HTTP status of the answer; null where there was none. */
  status: z.int().nullable(),
  duration_ms: z.number().nonnegative(),
  /** What went wrong; null for a delivery. */
  error: z.string().nullable(),
})

/** One request in an answer. What does not apply (yet) is null. */
export const RequestView = z.strictObject({
  id: z.string(),
  operation,
  status,
  /** Unix seconds. */
  created: seconds,
  finished: seconds.nullable(),
  /** Address of the result. */
  file: z.url().nullable(),
  /** Unix seconds from which `file` answers 404. */
  expires: seconds.nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** The scheduled task whose run it is. */
  task_id: z.int().positive().nullable(),
  external_id: z.string().nullable(),
  webhook: z
    .strictObject({
      /** With `***` in place of credentials. */
      url: z.string(),
      /** `pending` until it is delivered or given up. */
      status: z.enum(['pending', 'delivered', 'failed']),
      /** The latest ones, oldest first. */
      attempts: z.array(webhookAttempt),
    })
    .nullable(),
})

export type RequestView = z.output<typeof RequestView>

/** Newest first. */
export const RequestList = z.strictObject({
  requests: z.array(RequestView),
  /** For the next page; null where there is none. */
  cursor: z.string().nullable(),
})

export type RequestList = z.output<typeof RequestList>

/** The body of a 202. */
export const Acknowledgement = z.strictObject({
  status: z.literal('Accepted'),
  message: z.string(),
  /** Unix seconds. */
  created: seconds,
})

export type Acknowledgement = z.output<typeof Acknowledgement>
