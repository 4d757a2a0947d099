import type { DeliveryOptions } from '../../schema/render-options.ts'
import type { NewRequest } from './request-record.ts'

type WebhookOptions = Pick<DeliveryOptions, 'webhook_url' | 'webhook_signed' | 'webhook_errors'>

/** Returns the webhook of a request with these options, as its record keeps it. */
export const toWebhook = (options: WebhookOptions): NewRequest['webhook'] => {
  const { webhook_url: url, webhook_signed: signed, webhook_errors: errors } = options
  return url === undefined ? undefined : { url, signed, ...(errors && { errors }) }
}
