import {
  type AppError,
  InternalError,
  InvalidBodyError,
  InvalidParameterError,
  NotFoundError,
  RateLimitedError,
} from '../errors.ts'

/** What API Gateway says by itself, in the service's error shape; the rest of its types fall back to the two defaults. */
export const gatewayFaults = {
  // The body is more than Lambda takes, which is what the service itself allows.
  REQUEST_TOO_LARGE: new InvalidBodyError('The body must not be larger than 6 MB.'),
  THROTTLED: new RateLimitedError('The service has too much to do. Try again in a second.', 1),
  QUOTA_EXCEEDED: new RateLimitedError('The service has too much to do. Try again in a second.', 1),
  MISSING_AUTHENTICATION_TOKEN: new NotFoundError('There is nothing at this path.'),
  RESOURCE_NOT_FOUND: new NotFoundError('There is nothing at this path.'),
  DEFAULT_4XX: new InvalidParameterError('The request is not well-formed HTTP.'),
  DEFAULT_5XX: new InternalError('Something went wrong on our side.'),
} as const satisfies Record<string, AppError>
