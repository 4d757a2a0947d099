import { createHmac } from 'node:crypto'
import { createSignature } from '../access/signature.ts'

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
export const createWebhookSignatures = (
  secretKey: string,
  { id, timestamp, body }: SignedMessage,
): Record<string, string> => {
  const standard = createHmac('sha256', secretKey).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return {
    'X-Service-WebHook-Signature': createSignature(secretKey, body),
    'webhook-signature': `v1,${standard}`,
  }
}
