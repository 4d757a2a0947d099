import type {
  WebhookChangePayload,
  WebhookErrorPayload,
  WebhookPayload,
} from '../../schema/openapi-webhook.ts'
import { createWebhookSignatures } from './webhook-signature.ts'

export interface WebhookMessageOptions {
  payload: WebhookPayload | WebhookErrorPayload | WebhookChangePayload
  /** Starts at 1 and continues over redeliveries. */
  attempt: number
  /** Unix seconds of this attempt. */
  timestamp: number
  /** If undefined, the message is not signed. */
  secretKey: string | undefined
  externalId: string | undefined
}

/** One call of a webhook: a JSON body, as the bytes that are signed and sent, and its headers. */
export interface WebhookMessage {
  headers: Readonly<Record<string, string>>
  body: Buffer
}

export const createWebhookMessage = (options: WebhookMessageOptions): WebhookMessage => {
  const { attempt, timestamp, secretKey, externalId } = options
  const { id } = options.payload
  const body = Buffer.from(JSON.stringify(toBody(options.payload)))
  const signatures =
    secretKey === undefined ? {} : createWebhookSignatures(secretKey, { id, timestamp, body })
  return {
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Stillframe-Webhook',
      'X-Service-Request-Id': id,
      ...(externalId === undefined ? {} : { 'X-Service-External-Id': externalId }),
      'X-Service-WebHook-Attempt': String(attempt),
      'X-Service-WebHook-Timestamp': String(timestamp),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      ...signatures,
    },
    body,
  }
}

/** Exactly the documented fields, in this order. */
const toBody = (payload: WebhookMessageOptions['payload']) => {
  const { id, created } = payload
  if ('error' in payload) return { id, error: payload.error, created }
  const { file, expires } = payload
  return 'change' in payload
    ? { id, file, expires, created, task_id: payload.task_id, change: payload.change }
    : { id, file, expires, created }
}
