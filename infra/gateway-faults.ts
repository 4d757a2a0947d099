import {
  type AppError,
  InternalError,
  InvalidBodyError,
  InvalidParameterError,
  NotFoundError,
  RateLimitedError,
} from '../lib/base/errors.ts'

const busy = 'The service is at capacity. Retry after 1 second.'

/** Lambda's throttling reaches callers with this response too, so they should wait. */
class UnavailableError extends InternalError {
  override readonly headers = { 'Retry-After': '1' }
}

/** The responses of API Gateway itself, in the error shape of the service. Other types fall back to the two defaults. */
export const gatewayFaults = {
  // Lambda receives the body as a string in a JSON event of at most 6 MB.
  REQUEST_TOO_LARGE: new InvalidBodyError(
    'The body is too large. It must not exceed 6 MB after JSON escaping (each `"` and `\\` counts as two bytes).',
  ),
  THROTTLED: new RateLimitedError(busy, 1),
  QUOTA_EXCEEDED: new RateLimitedError(busy, 1),
  MISSING_AUTHENTICATION_TOKEN: new NotFoundError('Nothing exists at this path.'),
  RESOURCE_NOT_FOUND: new NotFoundError('Nothing exists at this path.'),
  INVALID_API_KEY: new NotFoundError('Nothing exists at this URL. Use the public URL of the service.'),
  WAF_FILTERED: new RateLimitedError('Too many requests from this IP address. Retry after 5 minutes.', 300),
  DEFAULT_4XX: new InvalidParameterError(
    'The request is not well-formed HTTP, or its query string and headers are too long. Send long parameters in the JSON body of a POST.',
  ),
  DEFAULT_5XX: new UnavailableError('The service failed unexpectedly. Retry after 1 second.'),
} as const satisfies Record<string, AppError>
