import { createHmac } from 'node:crypto'
import type { AnyWebhookPayload } from '../../schema/openapi-webhook.ts'
import { createSignature } from '../access/signature.ts'

/** The message of an event, whose format decides its body. */
interface EventMessage {
  id: string
  body: object
}

export interface WebhookMessageOptions {
  payload: AnyWebhookPayload | EventMessage
  /** Starts at 1 and continues over redeliveries. */
  attempt: number
  /** Unix seconds of this attempt. */
  timestamp: number
  /** If undefined, the message is not signed. */
  secretKey: string | undefined
  externalId: string | undefined
  traceparent?: string | undefined
}

/** One call of a webhook: a JSON body, as the bytes that are signed and sent, and its headers. */
export interface WebhookMessage {
  headers: Readonly<Record<string, string>>
  body: Buffer
}

export const createWebhookMessage = (options: WebhookMessageOptions): WebhookMessage => {
  const { attempt, timestamp, secretKey, externalId, traceparent } = options
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
      ...(traceparent === undefined ? {} : { traceparent }),
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
  if ('body' in payload) return payload.body
  const { id, created } = payload
  if ('batch' in payload) return { id, batch: payload.batch, created }
  if ('error' in payload) return { id, error: payload.error, created }
  const { file, expires, upload } = payload
  const result = { id, file, expires, created, ...(upload && { upload }) }
  return 'change' in payload ? { ...result, task_id: payload.task_id, change: payload.change } : result
}

interface SignedMessage {
  /** The same for all attempts, so a receiver can detect duplicates. */
  id: string
  /** Unix seconds of this attempt. */
  timestamp: number
  /** The exact bytes that are sent. */
  body: Uint8Array
}

/**
 * Two signatures of one message, both with the UTF-8 bytes of the secret key: ours over the body alone, in hex, and the one of
 * Standard Webhooks (github.com/standard-webhooks, 2023) over `id.timestamp.body`, in base64, which public libraries verify.
 */
const createWebhookSignatures = (
  secretKey: string,
  { id, timestamp, body }: SignedMessage,
): Record<string, string> => {
  const standard = createHmac('sha256', secretKey).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return {
    'X-Service-WebHook-Signature': createSignature(secretKey, body),
    'webhook-signature': `v1,${standard}`,
  }
}
