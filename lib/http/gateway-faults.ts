import {
  type AppError,
  InternalError,
  InvalidBodyError,
  InvalidParameterError,
  NotFoundError,
  RateLimitedError,
} from '../errors.ts'

const busy = 'The service is at capacity. Retry after 1 second.'

/** The responses of API Gateway itself, in the error shape of the service. Other types fall back to the two defaults. */
export const gatewayFaults = {
  // Lambda accepts no more than the service itself.
  REQUEST_TOO_LARGE: new InvalidBodyError('The body must not be larger than 6 MB.'),
  THROTTLED: new RateLimitedError(busy, 1),
  QUOTA_EXCEEDED: new RateLimitedError(busy, 1),
  MISSING_AUTHENTICATION_TOKEN: new NotFoundError('Nothing exists at this path.'),
  RESOURCE_NOT_FOUND: new NotFoundError('Nothing exists at this path.'),
  DEFAULT_4XX: new InvalidParameterError(
    'The request is not well-formed HTTP, or its query string and headers are too long. Send long parameters in the JSON body of a POST.',
  ),
  DEFAULT_5XX: new InternalError('The service failed unexpectedly. Retry the request.'),
} as const satisfies Record<string, AppError>
