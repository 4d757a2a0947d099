import type {
  WebhookBatchPayload,
  WebhookChangePayload,
  WebhookErrorPayload,
  WebhookPayload,
} from './operations.ts'
import { createHmac } from './signature.ts'

export type WebhookEvent = WebhookPayload | WebhookChangePayload | WebhookErrorPayload | WebhookBatchPayload

export interface ReceivedWebhook {
  /** The body exactly as it arrived, before it is parsed. */
  body: string | Uint8Array
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  secretKey: string
  /** How many seconds the clocks may differ, and a message may be late. Default: 300. */
  toleranceSeconds?: number
}

/** The message does not come from the service, or is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/**
 * Returns the message of a webhook whose signature is right (Standard Webhooks). Compare its `id` with those that you have processed: a
 * message can arrive twice.
 * @throws WebhookError
 */
export const verifyWebhook = async ({
  body,
  headers,
  secretKey,
  toleranceSeconds = 300,
}: ReceivedWebhook): Promise<WebhookEvent> => {
  const given = new Headers(
    headers instanceof Headers
      ? headers
      : Object.entries(headers).map(([name, value]) => [name, String(value ?? '')] as [string, string]),
  )
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => given.get(name) ?? '',
  )
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp || Number.NaN))
  if (!(ageSeconds <= toleranceSeconds))
    throw new WebhookError('The message has no `webhook-timestamp` of the last minutes.')
  const hmac = await createHmac(secretKey, `${id}.${timestamp}.${text}`)
  const expected = `v1,${btoa(String.fromCharCode(...hmac))}`
  if (!signatures?.split(' ').some((signature) => isSame(signature, expected)))
    throw new WebhookError('The message is not signed with the secret key.')
  return JSON.parse(text)
}

/** Compares in a time that does not depend on where they differ. */
const isSame = (given: string, expected: string): boolean => {
  if (given.length !== expected.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index += 1)
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index)
  return difference === 0
}
