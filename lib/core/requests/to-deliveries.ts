import type { DeliveryOptions } from '../../schema/render-options.ts'
import type { NewRequest } from './request-record.ts'

type WebhookOptions = Pick<
  DeliveryOptions,
  'upload_url' | 'webhook_url' | 'webhook_signed' | 'webhook_errors'
>

/** Returns the deliveries of a request with these options, as its record keeps them. */
export const toDeliveries = (options: WebhookOptions): Pick<NewRequest, 'upload' | 'webhook'> => {
  const { upload_url: uploadUrl, webhook_url: url, webhook_signed: signed, webhook_errors: errors } = options
  return {
    upload: uploadUrl === undefined ? undefined : { url: uploadUrl },
    webhook: url === undefined ? undefined : { url, signed, ...(errors && { errors }) },
  }
}
