import * as z from 'zod'
import { BatchView } from './batches.ts'
import { EventPayload } from './events.ts'
import type { Json } from './openapi-request.ts'
import { toJsonSchema } from './openapi-responses.ts'
import { ChangeView } from './watch.ts'

const seconds = (description: string, example: number) => z.int().meta({ description, examples: [example] })

/** The body of a webhook for a result. */
export const WebhookPayload = z.strictObject({
  id: z
    .string()
    .meta({ description: 'Id of the request.', examples: ['0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3'] }),
  file: z.url().meta({
    description: 'URL of the result.',
    examples: ['https://api.example.com/cache/5d5d139563c95b5967b9bd9a8c9b233a.jpg'],
  }),
  expires: seconds('When the file expires, in Unix seconds.', 1_893_628_800),
  created: seconds('When the request was made, in Unix seconds.', 1_893_456_000),
  upload: z
    .strictObject({
      url: z.string().meta({
        description:
          'URL of the object: the `upload_url` without its query, or in the storage of the account.',
        examples: ['https://bucket.s3.eu-central-1.amazonaws.com/front-page.png'],
      }),
      status: z
        .enum(['delivered', 'failed'])
        .meta({ description: 'Whether the storage has accepted the file.' }),
      bucket: z
        .string()
        .optional()
        .meta({
          description: 'The bucket of the storage of the account. Absent with `upload_url`.',
          examples: ['my-screenshots'],
        }),
      key: z
        .string()
        .optional()
        .meta({
          description: 'The key of the object in the bucket. Absent with `upload_url`.',
          examples: ['2030-01-31/0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3.png'],
        }),
    })
    .optional()
    .meta({
      description: 'The outcome of the upload. Absent without `upload_url` and a storage of the account.',
    }),
})

export type WebhookPayload = z.output<typeof WebhookPayload>

/** The body of a webhook for a failed request, sent with `webhook_errors`. */
export const WebhookErrorPayload = z.strictObject({
  id: WebhookPayload.shape.id,
  error: z
    .strictObject({
      code: z.string().meta({ description: 'A code of the error reference.', examples: ['host_not_found'] }),
      message: z.string().meta({ description: 'What went wrong.', examples: ['The host does not exist.'] }),
    })
    .meta({ description: 'Why the request failed.' }),
  created: WebhookPayload.shape.created,
})

export type WebhookErrorPayload = z.output<typeof WebhookErrorPayload>

/** The body of a webhook for a run of a task with `watch`. `file` is the file after the change. */
export const WebhookChangePayload = z.strictObject({
  ...WebhookPayload.shape,
  task_id: z.int().meta({ description: 'Id of the task.', examples: [244_891_732_049_920] }),
  change: ChangeView.meta({
    description: 'How the run differs from the baseline, as in `GET /v1/requests/{id}`.',
  }),
})

export type WebhookChangePayload = z.output<typeof WebhookChangePayload>

/** The body of the webhook of a batch. */
export const WebhookBatchPayload = z.strictObject({
  id: z
    .string()
    .meta({ description: 'Id of the batch.', examples: ['0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3'] }),
  batch: BatchView.pick({ total: true, queued: true, done: true, failed: true, codes: true }).meta({
    description: 'How the requests have ended, as in `GET /v1/batches/{id}`.',
  }),
  created: seconds('When the batch was created, in Unix seconds.', 1_893_456_000),
})

export type AnyWebhookPayload =
  | WebhookPayload
  | WebhookErrorPayload
  | WebhookChangePayload
  | z.output<typeof WebhookBatchPayload>

const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header',
  description,
  required,
  schema: { type: 'string' },
})

const unlessUnsigned = 'Absent with `webhook_signed=false`.'

const parameters = [
  header('X-Service-Request-Id', 'Id of the request.'),
  header('X-Service-External-Id', 'The `external_id` of the request.', false),
  header('X-Service-WebHook-Attempt', 'Number of the attempt, starting at 1.'),
  header('X-Service-WebHook-Timestamp', 'When the attempt began, in Unix seconds.'),
  header(
    'X-Service-WebHook-Signature',
    `Lowercase hex HMAC-SHA256 of the bytes of the body, made with the secret key of the account. ${unlessUnsigned}`,
    false,
  ),
  header('traceparent', 'Trace of the request (W3C Trace Context). Absent for the run of a task.', false),
  header('webhook-id', 'Id of the request, the same for all attempts.'),
  header('webhook-timestamp', 'As `X-Service-WebHook-Timestamp`.'),
  header(
    'webhook-signature',
    `\`v1,\` and the base64 HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\`, made with the same key (Standard Webhooks). ${unlessUnsigned}`,
    false,
  ),
]

interface Webhook {
  operationId: string
  summary: string
  when: string
  payload: z.ZodType
}

const webhook = ({ operationId, summary, when, payload }: Webhook): Json => ({
  post: {
    operationId,
    summary,
    description: `${when} An attempt fails if no 2xx response arrives within 15 seconds, or no connection within 5 seconds. The service makes eight attempts over 27 h 35 min.`,
    // The signature proves the sender, and a receiver has no key to check.
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(payload) } } },
    responses: {
      '2XX': { description: 'Acknowledged. The webhook is not sent again.' },
      410: { description: 'Rejected for good. The service makes no further attempt.' },
      default: { description: 'Retried later. `Retry-After` delays the next attempt by up to an hour.' },
    },
  },
})

/** The webhooks that the service sends, for the OpenAPI document. */
export const webhooks: Json = {
  rendered: webhook({
    operationId: 'rendered',
    summary: 'A result is ready',
    when: 'Sent to the `webhook_url` of a request when its file is ready.',
    payload: WebhookPayload,
  }),
  failed: webhook({
    operationId: 'failed',
    summary: 'A request failed',
    when: 'Sent to the `webhook_url` of a request with `webhook_errors=true` when the request has failed.',
    payload: WebhookErrorPayload,
  }),
  changed: webhook({
    operationId: 'changed',
    summary: 'A watched page has changed',
    when: 'Sent to the `webhook_url` of a task with `watch` when a run has changed, and with `notify` always after every run that is done. It takes the place of the webhook for a result.',
    payload: WebhookChangePayload,
  }),
  batchEnded: webhook({
    operationId: 'batchEnded',
    summary: 'A batch has ended',
    when: 'Sent to the `webhook_url` of a batch when all its requests have ended.',
    payload: WebhookBatchPayload,
  }),
  event: webhook({
    operationId: 'event',
    summary: 'An event of the account',
    when: 'Sent to the `webhook_url` of a subscription with `format` json when an event of one of its topics has happened. It is always signed.',
    payload: EventPayload,
  }),
}
