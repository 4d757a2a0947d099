import { InvalidParameterError, UnavailableFeatureError } from '../errors.ts'

interface DeliveryOptions {
  cache?: unknown
  async?: unknown
  webhook_url?: unknown
}

/**
 * Features that are validated but not performed yet: asking for one is refused rather than ignored.
 * @throws UnavailableFeatureError
 */
export const assertAvailable = (options: DeliveryOptions): void => {
  const asked = [
    ...(options.cache === true ? ['cache=true'] : []),
    ...(options.async === true ? ['async=true'] : []),
    ...(options.webhook_url === undefined ? [] : ['webhook_url']),
  ]
  if (asked.length === 0) return
  throw new UnavailableFeatureError(
    `Not available in this version yet: ${asked.join(', ')}. Send the request without it and take the result from the answer.`,
  )
}

/**
 * A webhook is told over HTTPS; `http:` is for hosts that the operator's egress allowances name.
 * @throws InvalidParameterError
 */
export const assertWebhookScheme = (
  options: DeliveryOptions,
  isAllowedHost: (hostname: string) => boolean,
): void => {
  if (typeof options.webhook_url !== 'string') return
  const { protocol, hostname } = new URL(options.webhook_url)
  if (protocol !== 'https:' && !isAllowedHost(hostname))
    throw new InvalidParameterError('`webhook_url` must begin with https://.')
}
