import * as z from 'zod'
import { type Rule, rejectIf, withRules } from './check.ts'
import { described, docs, fieldsOf } from './docs.ts'
import { deliveryShape } from './fields/delivery.ts'
import { httpUrl, urlProblem } from './http-url.ts'
import { renderOperationIds } from './render-operations.ts'
import { listOptions, webhookView } from './requests.ts'

const { field } = fieldsOf('batch')

/** The most requests of one batch that are sent in the body. */
export const batchRequestsMax = 1_000

/** The most batches of an account that run at the same time. */
export const runningBatchesMax = 10

/** The most URLs of one batch that a sitemap names. */
export const sitemapUrlsMax = 10_000

const operation = z.enum(renderOperationIds)

const parameters = z.record(z.string().max(100), z.unknown())

const shape = {
  operation: field(operation, {
    title: 'Operation',
    description: 'The operation that renders each request.',
    examples: ['screenshot'],
  }),
  options: field(parameters.default({}), {
    title: 'Options',
    description:
      'Parameters of the operation that all requests share. Must not contain `access_key`, `signature` or `expires`; `async` is always true. A `webhook_url` here is called for each request. An `upload_url` belongs to one request and is not allowed here.',
    examples: [{ format: 'webp', full_page: true }],
    'x-private': true,
    'x-values': 'a JSON object with parameters of the operation',
  }),
  requests: field(
    z.array(described(parameters, 'The parameters of one request.')).min(1).max(batchRequestsMax).optional(),
    {
      title: 'Requests',
      description:
        'The parameters of each request, at most 1,000. They take the place of those in `options` with the same name. `external_id` tells the requests apart.',
      examples: [
        [{ url: 'https://example.com/', external_id: 'home' }, { url: 'https://example.com/pricing' }],
      ],
      'x-private': true,
    },
  ),
  sitemap: field(
    z
      .string()
      .max(8192)
      .check(rejectIf((text) => urlProblem(text)))
      .regex(httpUrl, 'must begin with http:// or https://')
      .optional(),
    {
      title: 'Sitemap',
      description:
        'URL of a sitemap or sitemap index, also compressed with gzip, instead of `requests`. Each URL of the same site is rendered, at most 10,000, except those that its robots.txt disallows.',
      examples: ['https://example.com/sitemap.xml'],
    },
  ),
  max_concurrency: field(z.int().min(1).max(100).optional(), {
    title: 'Concurrency',
    description:
      'The most requests of the batch that are rendered at the same time. The plan of the account limits it too: a batch leaves one place for other requests.',
    examples: [4],
  }),
  webhook_url: copyOf(deliveryShape.webhook_url, {
    description:
      'HTTPS URL that receives one POST when all requests have ended. Any response other than 2xx is retried.',
  }),
  webhook_signed: copyOf(deliveryShape.webhook_signed, {}),
}

/** Returns a parameter of renders as one of batches. */
function copyOf<Schema extends z.ZodType>(parameter: Schema, doc: { description?: string }): Schema {
  const copy = parameter.clone() as Schema
  const first = docs.get(parameter as z.ZodType)
  if (first) docs.add(copy as z.ZodType, { ...first, ...doc, 'x-group': 'batch' })
  return copy
}

const oneSource: Rule<{ requests?: unknown; sitemap?: unknown }> = {
  parameters: ['requests', 'sitemap'],
  problemOf({ requests, sitemap }) {
    if (requests === undefined && sitemap === undefined) return 'One of `requests` and `sitemap` is required.'
    return requests !== undefined && sitemap !== undefined
      ? '`requests` and `sitemap` must not be used together.'
      : undefined
  },
}

const ownUpload: Rule<{ options: Record<string, unknown> }> = {
  parameters: ['options'],
  problemOf: ({ options }) =>
    'upload_url' in options
      ? '`options` must not contain `upload_url`: every request would replace the file of the one before. Give each of `requests` its `upload_url`.'
      : undefined,
}

/** Parameters of `POST /v1/batches`. `lib/core/requests/batch-items.ts` validates the requests. */
export const BatchOptions = withRules(z.strictObject(shape), [oneSource, ownUpload])

export type BatchOptions = z.output<typeof BatchOptions>

/** Parameters of `GET /v1/batches`. */
export const ListBatchesOptions = listOptions('batches')

const seconds = z.int().nonnegative()
const count = z.int().nonnegative()

/** A batch in a response. */
export const BatchView = z.strictObject({
  id: z.string(),
  operation,
  /** `running` until every request has ended. */
  status: z.enum(['running', 'ended']),
  /** Unix seconds. */
  created: seconds,
  finished: seconds.nullable(),
  total: count,
  queued: count,
  done: count,
  failed: count,
  /** The number of failed requests by error code. */
  codes: z.record(z.string(), count),
  /** Share of the requests that have ended, from 0 to 1. */
  progress: z.number().min(0).max(1),
  /** At the mean pace so far, Unix seconds. Null before the first request has ended, and when all have. */
  estimated_end: seconds.nullable(),
  max_concurrency: z.int().positive(),
  sitemap: z.string().nullable(),
  key_id: z.string().nullable(),
  webhook: webhookView.nullable(),
})

export type BatchView = z.output<typeof BatchView>

/** Newest first. */
export const BatchList = z.strictObject({ batches: z.array(BatchView), cursor: z.string().nullable() })

export type BatchList = z.output<typeof BatchList>
