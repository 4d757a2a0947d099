import * as z from 'zod'
import { type Rule, rejectIf, withRules } from './check.ts'
import { fieldsOf } from './docs.ts'
import { incomplete } from './incomplete.ts'
import { outputNames } from './output-names.ts'
import { renderOperationIds } from './render-operations.ts'
import { ChangeView } from './watch.ts'

const { field, flag } = fieldsOf('list')

const operation = z.enum(renderOperationIds)

const status = z.enum(['queued', 'done', 'failed'])

export type RequestStatus = z.output<typeof status>

/** The last second of the year 9999. A later time was probably meant in milliseconds. */
export const secondsMax = 253_402_300_799

/** Parameters of `GET /v1/requests`. */
const listRequestsShape = z.strictObject({
  status: field(status.optional(), {
    title: 'Status',
    description: 'Only requests in this state.',
    examples: ['failed'],
  }),
  operation: field(operation.optional(), {
    title: 'Operation',
    description: 'Only requests of this operation.',
    examples: ['screenshot'],
  }),
  search: field(z.string().min(1).max(500).optional(), {
    title: 'Search',
    description:
      'Only requests whose `url` or `external_id` contains this text in any case, or whose id begins with it.',
    examples: ['example.com/pricing'],
  }),
  stored: flag(false, {
    title: 'Stored',
    description:
      'Only requests that were asynchronous, runs of a task, or stored their result. Without it, all other requests of the last 7 days are listed too.',
  }),
  task_id: field(z.int().positive().optional(), {
    title: 'Task',
    description: 'Only runs of this task.',
    examples: [244_891_732_049_920],
  }),
  batch_id: field(z.string().min(1).max(64).optional(), {
    title: 'Batch',
    description: 'Only requests of this batch whose turn has come.',
    examples: ['0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3'],
    'x-extension': true,
  }),
  key_id: field(z.string().min(1).max(24).optional(), {
    title: 'Access key',
    description: 'Only requests that were sent with the access key of this id.',
    examples: ['3FaZ0kQ9xW'],
  }),
  from: field(z.int().nonnegative().max(secondsMax).optional(), {
    title: 'From',
    description:
      'Only requests that were created at this time or later, in Unix seconds. A run of a task counts as created at its scheduled minute.',
    examples: [1_893_456_000],
  }),
  to: field(z.int().positive().max(secondsMax).optional(), {
    title: 'To',
    description: 'Only requests that were created before this time, in Unix seconds.',
    examples: [1_893_542_400],
  }),
  limit: field(z.int().min(1).max(100).default(20), {
    title: 'Limit',
    description: 'Maximum number of requests per response.',
    examples: [50],
  }),
  cursor: field(
    z
      .string()
      .min(1)
      .max(100)
      .regex(/^[A-Za-z0-9_-]+$/, 'must be the `cursor` of an earlier response')
      .check(
        rejectIf((text) =>
          readCursor(text) === undefined ? 'must be the `cursor` of an earlier response' : undefined,
        ),
      )
      .optional(),
    {
      title: 'Cursor',
      description: 'The `cursor` of the previous response, to continue the list.',
      examples: ['MDE5OGEzYzItN2QxZS03YTBiLThjNGQtNWU2ZjcwODE5MmEz'],
    },
  ),
})

const spanRule: Rule<{ from?: number | undefined; to?: number | undefined }> = {
  parameters: ['from', 'to'],
  problemOf: ({ from = 0, to = Number.POSITIVE_INFINITY }) =>
    from >= to ? '`from` must be earlier than `to`.' : undefined,
}

export const ListRequestsOptions = withRules(listRequestsShape, [spanRule])

/** Parameters of `GET /v1/tasks/{id}/runs`. */
export const ListRunsOptions = withRules(
  listRequestsShape.pick({ status: true, from: true, to: true, limit: true, cursor: true }),
  [spanRule],
)

/** Parameters of a list of other things, which have no filters. */
export const listOptions = (things: string) =>
  z.strictObject({
    limit: field(listRequestsShape.shape.limit, {
      title: 'Limit',
      description: `Maximum number of ${things} per response.`,
      examples: [50],
    }),
    cursor: listRequestsShape.shape.cursor,
  })

const seconds = z.int().nonnegative()

const webhookAttempt = z.strictObject({
  /** When it began, Unix seconds. */
  time: seconds,
  /** HTTP status of the response, or null if there was none. */
  status: z.int().nullable(),
  duration_ms: z.number().nonnegative(),
  /** Why the attempt failed, or null if it was delivered. */
  error: z.string().nullable(),
})

/** A webhook or an upload in a response. */
export const webhookView = z.strictObject({
  /** With `***` in place of credentials. Only the host in events, and for a key of another scope than `full`. */
  url: z.string(),
  /** `pending` until it is delivered or all attempts have failed. */
  status: z.enum(['pending', 'delivered', 'failed']),
  /** The latest attempts, oldest first. */
  attempts: z.array(webhookAttempt),
  /** When the next attempt is due, Unix seconds. Null unless it is `pending` and the request has ended. */
  next_attempt: seconds.nullable(),
})

/** Where a file is uploaded to. */
export const uploadPlace = {
  /** Without its query. */
  url: z.string(),
  /** Of the storage of the account. Null with `upload_url`. */
  bucket: z.string().nullable(),
  key: z.string().nullable(),
}

/** A request in a response. Fields that do not apply (yet) are null. */
export const RequestView = z.strictObject({
  id: z.string(),
  operation,
  status,
  /** Unix seconds. */
  created: seconds,
  finished: seconds.nullable(),
  /** URL of the result. Null unless it was stored. */
  file: z.url().nullable(),
  /** Unix seconds from which `file` returns 404. */
  expires: seconds.nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** The scheduled task whose run it is. */
  task_id: z.int().positive().nullable(),
  /** The batch that it is a request of. */
  batch_id: z.string().nullable(),
  external_id: z.string().nullable(),
  /** The id of the access key that sent the request. Null for scheduled runs. */
  key_id: z.string().nullable(),
  /** The URL of the page, without credentials. Null for a document that was sent as `html`. */
  url: z.string().nullable(),
  /** The other options that differ from their defaults, without those that may be private, such as cookies and headers. */
  options: z.record(z.string(), z.unknown()),
  /** Names of the options that the request had and that are not kept, because they may be private or are very long. */
  omitted_options: z.array(z.string()),
  /** How long the attempt that ended the request took. */
  duration_ms: z.number().nonnegative().nullable(),
  /** The result. */
  content_type: z.string().nullable(),
  bytes: z.int().nonnegative().nullable(),
  /** Pixels of an image or a video. */
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
  /** Pages of a document. */
  pages: z.int().positive().nullable(),
  /** Seconds of a video. */
  duration: z.number().positive().nullable(),
  /**
   * HTTP status of the page. A page with an error status is rendered like every other. Both are known of background requests, and of
   * others whose response has them.
   */
  page_status: z.int().nullable(),
  page_title: z.string().nullable(),
  /** The parameter that exceeded `timeout`, if the page was rendered nevertheless (`on_timeout=capture`). Null otherwise. */
  timeout: z.string().nullable(),
  /** What the result lacks of the page. Null without a result. */
  incomplete: incomplete.nullable(),
  /** How the run of a task with `watch` differs from the baseline. Null for every other request. */
  change: ChangeView.nullable(),
  /** The files of a snapshot, or null. */
  outputs: z
    .partialRecord(
      z.enum(outputNames),
      z.strictObject({
        file: z.url(),
        content_type: z.string(),
        bytes: z.int().nonnegative(),
        width: z.int().positive().nullable(),
        height: z.int().positive().nullable(),
        pages: z.int().positive().nullable(),
      }),
    )
    .nullable(),
  upload: z.strictObject({ ...webhookView.shape, ...uploadPlace }).nullable(),
  webhook: webhookView.nullable(),
})

export type RequestView = z.output<typeof RequestView>

/** Newest first. */
export const RequestList = z.strictObject({
  requests: z.array(RequestView),
  /** Cursor of the next page, or null on the last page. */
  cursor: z.string().nullable(),
})

export type RequestList = z.output<typeof RequestList>

/** The body of a 202. */
export const Acknowledgement = z.strictObject({
  status: z.literal('Accepted'),
  message: z.string(),
  /** Unix seconds. */
  created: seconds,
  id: z.string(),
  /** `GET /v1/requests/{id}`. */
  url: z.url(),
})

export type Acknowledgement = z.output<typeof Acknowledgement>

/** Returns whether a text has the format of a request id, so it can be looked up. */
export const isRequestId = (text: string): boolean => /^[0-9A-Za-z-]{1,64}$/.test(text)

/** Encodes the id of a request as a list cursor. The cursor is opaque, so its content can change. */
export const toCursor = (id: string): string =>
  btoa(id).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Returns the id in a cursor, or undefined if the text is not a cursor of this service. */
export const readCursor = (cursor: string): string | undefined => {
  const id = decodeBase64Url(cursor)
  return isRequestId(id) && toCursor(id) === cursor ? id : undefined
}

/** Returns the empty string for a text that is not base64url. */
const decodeBase64Url = (text: string): string => {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}
