/**
 * The only error hierarchy. An error owns its wire form: `toJSON` is the response body, `code` the value of the
 * `X-Service-Error` header. `message` is public and says what failed and what is allowed. `cause` is private and logged.
 */
export abstract class AppError extends Error {
  abstract readonly statusCode: number
  /** HTTP reason phrase. */
  abstract readonly error: string
  /** Stable machine-readable reason, documented in docs/reference/errors.md. */
  abstract readonly code: string
  /** Response headers that belong to this error, e.g. `Retry-After`. */
  readonly headers: Readonly<Record<string, string>> = {}

  toJSON() {
    const { statusCode, error, message, code } = this
    return { statusCode, error, message, code }
  }
}

/** HTTP reason phrases. */
const phrases = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  423: 'Locked',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
}

/** Returns a class to extend. Its errors have this status and code. */
const errorOf = <Code extends string>(statusCode: keyof typeof phrases, code: Code) =>
  class extends AppError {
    override readonly statusCode = statusCode
    override readonly error = phrases[statusCode]
    override readonly code = code
  }

/** A parameter's value is missing or wrong. The caller corrects the request. */
export class InvalidParameterError extends errorOf(400, 'invalid_parameter') {}

/** The operation does not have this parameter. */
export class UnknownParameterError extends errorOf(400, 'unknown_parameter') {}

/** The body is not JSON, not an object, too large, or of another content type. */
export class InvalidBodyError extends errorOf(400, 'invalid_body') {}

/** The page did not reach `wait_until`, or a selector that was waited for, within `timeout`. */
export class PageTimeoutError extends errorOf(400, 'page_timeout') {}

export class HostNotFoundError extends errorOf(400, 'host_not_found') {}

export class ConnectionRefusedError extends errorOf(400, 'connection_refused') {}

/** The connection was interrupted or reset before the body of the page, or the response was not HTTP or could not be decoded. */
export class ConnectionFailedError extends errorOf(400, 'connection_failed') {}

/** The service does not load the URL. */
export class AddressBlockedError extends errorOf(400, 'address_blocked') {}

/** For every host, address and port that is refused. It does not say which of them, so it cannot be used to explore a network. */
export const urlBlocked =
  'This URL is not allowed. It must have a public host and address, and port 80, 443, or one above 1023 that browsers do not block.'

export class TlsError extends errorOf(400, 'tls_error') {}

export class TooManyRedirectsError extends errorOf(400, 'too_many_redirects') {}

/** The URL returns a file download, or no content (204), instead of a page. */
export class NotAPageError extends errorOf(400, 'not_a_page') {}

/** `click_selector`, `selector`, or the selector of an action matched nothing. */
export class SelectorNotFoundError extends errorOf(400, 'selector_not_found') {}

/** An action of `actions` failed in the page. The message names its index and the reason. */
export class ActionFailedError extends errorOf(400, 'action_failed') {}

/** The page returned a status that `fail_on_status` lists. */
export class PageStatusError extends errorOf(400, 'page_status') {}

/** A request of the page returned a status that `fail_on_request` lists. */
export class RequestStatusError extends errorOf(400, 'request_status') {}

/** A request of the page failed, and `fail_on_failed_request` is set. */
export class RequestFailedError extends errorOf(400, 'request_failed') {}

/** The page reported an error, and `fail_on_console_error` is set. */
export class ConsoleError extends errorOf(400, 'console_error') {}

/** The page shows the text of `fail_if_text`. */
export class UnwantedTextError extends errorOf(400, 'text_found') {}

/** The page does not show the text of `fail_if_missing_text`. */
export class MissingTextError extends errorOf(400, 'text_missing') {}

/** All pixels of the image have the same color, and `fail_if_blank` is set. */
export class BlankImageError extends errorOf(400, 'image_blank') {}

/** The result would be larger than the format or the service allows. */
export class ResultTooLargeError extends errorOf(400, 'result_too_large') {}

/** The page crashed its renderer, or used more memory or bytes than a render is allowed. */
export class PageCrashedError extends errorOf(400, 'page_crashed') {}

/** The page's document or scripts prevented reading or measuring the page. The cause says where. */
export class PageInterferenceError extends errorOf(400, 'page_interference') {}

/** The caller's proxy or the country exit refused the connection, failed, or rejected the credentials. */
export class ProxyFailedError extends errorOf(400, 'proxy_failed') {}

/** The storage of the account did not accept a test object, or its role cannot be assumed. */
export class StorageRefusedError extends errorOf(400, 'storage_refused') {}

/** How a request sends the access key: as the API documents it, or as a bearer token to `/mcp`. */
type AuthenticationScheme = 'AccessKey' | 'Bearer'

/** RFC 9110, 15.5.2: every 401 says how to authenticate. The hint must not have quotes. */
const challenge = (code: string, hint?: string, scheme: AuthenticationScheme = 'AccessKey') => ({
  'WWW-Authenticate': `${scheme} realm="stillframe", error="${code}"${hint ? `, error_description="${hint}"` : ''}`,
})

/** The access key is wrong or has expired, or its account is closed. */
export class UnauthorizedError extends errorOf(401, 'invalid_access_key') {
  override readonly headers: Readonly<Record<string, string>>
  constructor(scheme?: AuthenticationScheme) {
    super('Invalid access key')
    // RFC 6750, 3.1 names the error of a wrong bearer token.
    this.headers = challenge(scheme === 'Bearer' ? 'invalid_token' : this.code, undefined, scheme)
  }
}

/** The request has no access key in an accepted place. The message is the same as for a wrong key. The hint is in `WWW-Authenticate`. */
export class MissingAccessKeyError extends errorOf(401, 'missing_access_key') {
  override readonly headers: Readonly<Record<string, string>>
  constructor(hint?: string, scheme?: AuthenticationScheme) {
    super('Invalid access key')
    this.headers = challenge('missing_access_key', hint, scheme)
  }
}

/** The account requires signed requests, and this one has no signature. The caller signs the request. */
export class MissingSignatureError extends errorOf(401, 'missing_signature') {
  override readonly headers = challenge('missing_signature')
}

/** The signature does not match this request and account. The message says how to create it, never the expected value. */
export class InvalidSignatureError extends errorOf(403, 'invalid_signature') {}

/** A signed link or a signed change of the account is past its `expires`. */
export class LinkExpiredError extends errorOf(403, 'link_expired') {}

/** The scope of the access key does not include this request. */
export class KeyScopeError extends errorOf(403, 'key_scope') {}

/** A page of another site sent the request, which only a page of the service may send. */
export class CrossSiteError extends errorOf(403, 'cross_site') {}

/** The account has an unpaid invoice. */
export class PaymentRequiredError extends errorOf(402, 'payment_required') {}

/** The operation or option requires another plan. */
export class PlanRequiredError extends errorOf(402, 'plan_required') {}

export class NotFoundError extends errorOf(404, 'not_found') {}

export class MethodNotAllowedError extends errorOf(405, 'method_not_allowed') {
  override readonly headers: Readonly<Record<string, string>>
  constructor(message: string, allow: readonly string[]) {
    super(message)
    this.headers = { Allow: allow.join(', ') }
  }
}

/** The account's keys or settings were changed since the caller read `key_generation`, maybe by this very request. */
export class KeyGenerationError extends errorOf(409, 'key_generation_changed') {}

/** A run that the caller has not seen has become the latest one of its task. */
export class RunNotLatestError extends errorOf(409, 'run_not_latest') {}

/** The request is being rendered, or a task needs its file. */
export class RequestInUseError extends errorOf(409, 'request_in_use') {}

/** The monthly quota is used up. It resets with the next calendar month in UTC; a larger plan raises it immediately. */
export class QuotaExceededError extends errorOf(423, 'quota_exceeded') {
  constructor(options?: ErrorOptions) {
    super(
      'The monthly quota is used up. It resets on the first of next month at 00:00 UTC. GET /v1/usage shows it.',
      options,
    )
  }
}

/** Most renders take one to five seconds, so a place is often free by then. When one will be is not known. */
const placeSeconds = 3

/** Renders of the account end all the time, and each makes room for one request. */
const queueSeconds = 10

/** Returns the class of errors after which the caller waits for the time in `Retry-After`. */
const waitError = (code: string) =>
  class extends errorOf(429, code) {
    override readonly headers: Readonly<Record<string, string>>
    constructor(message: string, retryAfterSeconds: number) {
      super(message)
      this.headers = { 'Retry-After': String(retryAfterSeconds) }
    }
  }

/** More requests per minute than the plan allows. */
export class RateLimitedError extends waitError('rate_limited') {}

/** As many renders or batches of the account as are allowed are in progress. The caller waits until one of them has ended. */
export class ConcurrencyLimitedError extends waitError('concurrency_limited') {
  constructor(
    message = `As many renders of this account as its plan allows are in progress. Retry after ${placeSeconds} seconds, or send the request with \`async\`.`,
    retryAfterSeconds = placeSeconds,
  ) {
    super(message, retryAfterSeconds)
  }
}

/** As many requests of the account as its plan allows wait in the background, or are rendered there. */
export class QueueFullError extends waitError('queue_full') {
  constructor() {
    super(
      `As many requests of this account as its plan allows wait. Retry after ${queueSeconds} seconds, or send a batch.`,
      queueSeconds,
    )
  }
}

/** The service itself failed. `cause` contains the reason. */
export class InternalError extends errorOf(500, 'internal_error') {}

/** The browser could not be started, or exited during the render. The same render can be retried. */
export class BrowserLostError extends errorOf(500, 'browser_lost') {}

export const toAppError = (thrown: unknown): AppError =>
  thrown instanceof AppError
    ? thrown
    : new InternalError('The service failed unexpectedly. Retry the request.', { cause: thrown })
