import type { NewRequest } from './request-record.ts'

interface WebhookOptions {
  webhook_url?: string | undefined
  webhook_signed: boolean
  webhook_errors: boolean
}

/** Returns the webhook of a request with these options, as its record keeps it. */
export const toWebhook = (options: WebhookOptions): NewRequest['webhook'] => {
  const { webhook_url: url, webhook_signed: signed, webhook_errors: errors } = options
  return url === undefined ? undefined : { url, signed, ...(errors && { errors }) }
}
