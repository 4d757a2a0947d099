import * as z from 'zod'
import * as errors from '../base/errors.ts'
import { accountOperations } from './account-operations.ts'
import { batchOperations } from './batch-operations.ts'
import { BatchView } from './batches.ts'
import { CompareOptions } from './compare.ts'
import { DeviceList } from './devices.ts'
import { eventOperations } from './event-operations.ts'
import {
  type AppErrorClass,
  everyError,
  json,
  noContent,
  noOptions,
  rendering,
  signed,
  unsigned,
} from './operation-rows.ts'
import { Overview } from './overview.ts'
import { PdfOptions } from './pdf.ts'
import { Acknowledgement, ListRequestsOptions, RequestList, RequestView } from './requests.ts'
import { ScrapeOptions } from './scrape.ts'
import { ScreencastOptions } from './screencast.ts'
import { ScreenshotOptions } from './screenshot.ts'
import { SnapshotOptions } from './snapshot.ts'
import { SnapshotDocument } from './snapshot-document.ts'
import { taskOperations } from './task-operations.ts'
import type { TierFeature } from './tier-features.ts'
import { UsageHistory, UsageHistoryOptions, UsageReport } from './usage.ts'
import { ChangeView } from './watch.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Returns whether the parameters of a request are in its body, not in its query. */
export const sendsBody = (method: string): boolean =>
  method === 'POST' || method === 'PUT' || method === 'PATCH'

/**
 * One operation of the API. Routes, validation, OpenAPI, reference pages and the access tests are generated from these rows. To add an
 * operation, add a row and its entry point.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject> {
  /** Its name in the table. */
  id: string
  /** Entry point `functions/api/<functionName>.ts`. Rows with the same path share it. */
  functionName: string
  methods: readonly [Method, ...Method[]]
  /** May contain a segment `{id}`, which `pathParameter` then describes. */
  path: string
  pathParameter?: { description: string; example: string }
  summary: string
  description: string
  input: Input
  /** Status of a successful response. */
  success: 200 | 201 | 202 | 204
  /** Content types of a successful response, empty if it has no body. A JSON response also has `output`. */
  produces: readonly string[]
  output?: z.ZodType
  errors: readonly AppErrorClass[]
  /** Renders a page in the browser. */
  renders: boolean
  /** Available only to accounts whose plan includes it. */
  feature?: TierFeature
  keyRequired: boolean
  /**
   * Accounts that require signed requests must sign it. True for everything that uses quota or reveals what the account rendered.
   * An operation without a key cannot be signed.
   */
  signed: boolean
  /** Every account must sign it. */
  alwaysSigned?: true
  /** It only reads, although it is a POST. */
  reads?: true
}

const request = {
  functionName: 'request',
  path: '/v1/requests/{id}',
  pathParameter: {
    description: 'The `X-Service-Request-Id` of the response to the request.',
    example: '0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3',
  },
} as const

type Rows = Readonly<Record<string, Omit<Operation, 'id'>>>

/** Gives each row its name as id. */
const withIds = <const Named extends Rows>(rows: Named) =>
  Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, { id, ...row }])) as {
    readonly [Id in keyof Named & string]: Named[Id] & { readonly id: Id }
  }

export const operations = withIds({
  screenshot: {
    functionName: 'screenshot',
    methods: ['GET', 'POST'],
    path: '/v1/screenshot',
    summary: 'Take a screenshot',
    description: 'Renders a web page or an HTML document and returns an image.',
    input: ScreenshotOptions,
    produces: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
    ...rendering(errors.BlankImageError),
  },
  scrape: {
    functionName: 'scrape',
    methods: ['GET', 'POST'],
    path: '/v1/scrape',
    summary: 'Scrape a page',
    description: 'Renders a web page and returns its content as HTML or Markdown.',
    input: ScrapeOptions,
    produces: ['text/html; charset=utf-8', 'text/markdown; charset=utf-8'],
    ...rendering(),
  },
  screencast: {
    functionName: 'screencast',
    methods: ['GET', 'POST'],
    path: '/v1/screencast',
    summary: 'Record a screencast',
    description: 'Renders a web page and returns a video of it, either without scrolling or while scrolling.',
    input: ScreencastOptions,
    produces: ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-msvideo', 'image/gif'],
    ...rendering(),
  },
  pdf: {
    functionName: 'pdf',
    methods: ['GET', 'POST'],
    path: '/v1/pdf',
    summary: 'Create a PDF',
    description: 'Renders a web page or an HTML document and returns a PDF document.',
    input: PdfOptions,
    produces: ['application/pdf'],
    ...rendering(),
  },
  snapshot: {
    functionName: 'snapshot',
    methods: ['POST'],
    path: '/v1/snapshot',
    summary: 'Take a snapshot',
    description:
      'Renders a web page or an HTML document once and returns several outputs of it: images, a PDF, its content, links and metadata. Stores each as a file and returns JSON that names them. One hit.',
    input: SnapshotOptions,
    produces: ['application/json'],
    output: SnapshotDocument,
    ...rendering(),
  },
  devices: {
    functionName: 'devices',
    methods: ['GET'],
    path: '/v1/devices',
    summary: 'List devices',
    description: 'Returns the devices that `viewport_device` accepts. Does not count against the quota.',
    input: noOptions,
    ...json(DeviceList),
    ...unsigned,
  },
  usage: {
    functionName: 'usage',
    methods: ['GET'],
    path: '/v1/usage',
    summary: 'Get usage',
    description:
      'Returns the number of renders in this month (UTC) and of requests in this minute, with what is left of both limits. Does not count against the quota.',
    input: noOptions,
    ...json(UsageReport),
    ...unsigned,
  },
  usage_history: {
    functionName: 'usage-history',
    methods: ['GET'],
    path: '/v1/usage/history',
    summary: 'Get the usage of past days',
    description:
      'Returns the number of renders of each day (UTC) and operation, and of each month and access key. If dozens of keys are replaced in a month, further ones count together as `other`. Failed renders and cache hits do not count. Does not count against the quota.',
    input: UsageHistoryOptions,
    ...json(UsageHistory),
    ...unsigned,
  },
  overview: {
    functionName: 'overview',
    methods: ['GET'],
    path: '/v1/overview',
    summary: 'Get an overview',
    description:
      'Returns the account, its usage, its latest requests, the failures of the last 7 days and its tasks in one response, which the first page of the dashboard shows. Does not count against the quota.',
    input: noOptions,
    ...json(Overview),
    ...signed(),
  },
  list_requests: {
    functionName: 'requests',
    methods: ['GET'],
    path: '/v1/requests',
    summary: 'List requests',
    description:
      'Returns the requests of the account that render, newest first: asynchronous requests, runs of tasks and requests that stored a result for 30 days, and all other requests for 7 days, including failed ones. Requests that were refused before they began, for their key, signature, rate or quota, are not kept. With filters, a page can have fewer requests than `limit`, or none, although more follow: the list ends where `cursor` is null. Does not count against the quota.',
    input: ListRequestsOptions,
    ...json(RequestList),
    ...signed(),
  },
  get_request: {
    ...request,
    methods: ['GET'],
    summary: 'Get a request',
    description:
      'Returns the status of a request, the URL of its file, or the reason why it failed. A synchronous request can be read for 7 days, from a moment after its response on. Does not count against the quota.',
    input: noOptions,
    ...json(RequestView),
    ...signed(errors.NotFoundError),
  },
  delete_request: {
    ...request,
    methods: ['DELETE'],
    summary: 'Delete a request',
    description:
      'Deletes the request, its files and their entry in the cache. Other requests that were answered with the same file from the cache lose it too. A request that waits is canceled, and its hit is refunded. A webhook that was not delivered is not sent. Requires a key of the scope `full`. Does not count against the quota.',
    input: noOptions,
    ...noContent,
    ...signed(errors.NotFoundError, errors.RequestInUseError),
  },
  repeat_webhook: {
    functionName: 'request-webhook',
    methods: ['POST'],
    path: '/v1/requests/{id}/webhook',
    pathParameter: {
      description: 'The id of a finished request that had a `webhook_url`.',
      example: '0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3',
    },
    summary: 'Redeliver a webhook',
    description:
      'Sends the webhook of a request again, whether it was delivered or all attempts failed. The first attempt is made immediately. If it fails, the full retry schedule follows. Returns the request. Does not count against the quota.',
    input: noOptions,
    ...json(RequestView, 202),
    ...signed(errors.NotFoundError),
  },
  compare: {
    functionName: 'compare',
    methods: ['POST'],
    path: '/v1/compare',
    summary: 'Compare two results',
    description:
      'Compares the files of two requests as a task with `watch` compares its runs: the pixels of images without differences of anti-aliasing, or the lines of texts. Stores an image or a patch of the differences, which expires with the file of `after` and is deleted with either request. A repetition replaces it. Images must have at most 50 MB, texts 4 MB, and a result can differ from at most 100 others. A comparison that succeeds is one hit of the operation of `after`, and a render in progress. The plan limits the pixels of both images together (402 `plan_required`).',
    input: CompareOptions,
    reads: true,
    ...json(ChangeView),
    ...signed(
      errors.NotFoundError,
      errors.PlanRequiredError,
      errors.QuotaExceededError,
      errors.ConcurrencyLimitedError,
    ),
  },
  ...batchOperations,
  ...taskOperations,
  ...accountOperations,
  ...eventOperations,
  openapi: {
    functionName: 'openapi',
    methods: ['GET'],
    path: '/v1/openapi.json',
    summary: 'Describe the service',
    description:
      'Returns the OpenAPI 3.1 document, which is generated from the schemas that validate the requests.',
    input: noOptions,
    ...json(z.looseObject({ openapi: z.string() })),
    errors: everyError,
    renders: false,
    keyRequired: false,
    signed: false,
  },
})

/** Validated options of an operation. */
export type OptionsOf<O extends Operation> = z.output<O['input']>

export type OperationId = keyof typeof operations

/** The operations that render. */
export type RenderOperationId = {
  [Id in OperationId]: (typeof operations)[Id]['renders'] extends true ? Id : never
}[OperationId]

/** Whether it creates a batch, a task or a run, so a repeat needs an idempotency key. A render does with `async`. */
export const createsObject = ({
  methods,
  success,
  output,
  pathParameter,
}: Pick<Operation, 'methods' | 'success' | 'output' | 'pathParameter'>): boolean =>
  methods.includes('POST') &&
  (success === 201 || output === Acknowledgement || (output === BatchView && !pathParameter))
