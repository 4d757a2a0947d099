import { UnavailableFeatureError } from '../errors.ts'

interface DeliveryOptions {
  async?: unknown
}

/**
 * Features that are validated but not performed yet: asking for one is refused rather than ignored.
 * @throws UnavailableFeatureError
 */
export const assertAvailable = (options: DeliveryOptions): void => {
  const asked = [...(options.async === true ? ['async=true'] : [])]
  if (asked.length === 0) return
  throw new UnavailableFeatureError(
    `Not available in this version yet: ${asked.join(', ')}. Send the request without it and take the result from the answer.`,
  )
}
