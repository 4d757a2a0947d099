import * as errors from '../errors.ts'
import type { AppErrorClass } from './operations.ts'

export interface ErrorEntry {
  statusCode: number
  /** HTTP reason phrase, the `error` field of the body. */
  error: string
  /** Value of the header `X-Service-Error`. */
  code: string
  meaning: string
}

const meanings: readonly (readonly [AppErrorClass, string])[] = [
  [
    errors.InvalidParameterError,
    'A parameter is missing or its value is not allowed. The message names each one and what is allowed.',
  ],
  [
    errors.UnknownParameterError,
    'The operation has no such parameter. The message names the nearest one that it has.',
  ],
  [
    errors.InvalidBodyError,
    'The body is not a JSON object in UTF-8, is larger than 6 MB or compressed, names a parameter twice or has another content type. The message names line and column of a fault in the JSON.',
  ],
  [
    errors.PageTimeoutError,
    'The page did not reach `wait_until` or `wait_for_selector` within `timeout`, or it kept the browser too busy for a step of the render. Ask for less, or give more time.',
  ],
  [errors.HostNotFoundError, 'The host name of the page does not exist.'],
  [errors.ConnectionRefusedError, 'The host of the page refused the connection.'],
  [errors.ConnectionFailedError, 'The connection to the page broke, or what answered was not HTTP.'],
  [
    errors.AddressBlockedError,
    'The address is not a public one. Private, local and reserved addresses are never loaded.',
  ],
  [errors.TlsError, 'The certificate of the page is not valid, or no secure connection could be agreed on.'],
  [errors.TooManyRedirectsError, 'The page redirects without end.'],
  [errors.NotAPageError, 'The address offers a file to download, or nothing, instead of a page.'],
  [
    errors.SelectorNotFoundError,
    '`click_selector`, `selector` or `include_selectors` matches nothing on the page.',
  ],
  [errors.PageStatusError, 'The page answered with a status that `fail_on_status` lists.'],
  [
    errors.ResultTooLargeError,
    'The result would be larger than its format or the service allows. The message names the limit.',
  ],
  [errors.PageCrashedError, 'The page crashed, or used more memory or data than one render may.'],
  [
    errors.PageInterferenceError,
    "The page's document or its scripts prevented the render from reading or measuring the page.",
  ],
  [
    errors.ProxyFailedError,
    'The proxy refused, failed, or asked for other credentials (407); the message says which. A proxy at an address that is not public is `address_blocked`.',
  ],
  [
    errors.MissingAccessKeyError,
    'The request has no access key in the header `X-Access-Key`, the query string of a GET or DELETE, or the JSON body of a POST or PATCH. If a key was found elsewhere, the `error_description` in the header `WWW-Authenticate` says so.',
  ],
  [errors.UnauthorizedError, 'The access key is wrong, or its account is closed.'],
  [
    errors.MissingSignatureError,
    'The account requires signed requests, and the request has neither the parameter `signature` (GET, DELETE) nor the header `X-Service-Signature` (POST, PATCH).',
  ],
  [
    errors.InvalidSignatureError,
    'The signature is malformed, is given more than once, or does not match this request and the secret key of the account. The message says which.',
  ],
  [errors.LinkExpiredError, 'The time in `expires` of the signed link has passed.'],
  [errors.PaymentRequiredError, 'The account has an unpaid invoice.'],
  [errors.PlanRequiredError, 'The operation or the option needs another plan.'],
  [errors.NotFoundError, 'Nothing exists at this path, or the account has nothing with this id.'],
  [
    errors.MethodNotAllowedError,
    'The path does not accept this method. The header `Allow` lists those that it accepts.',
  ],
  [
    errors.QuotaExceededError,
    'The monthly quota is used up. It resets on the first of next month at 00:00 UTC. `GET /v1/usage` shows it.',
  ],
  [
    errors.RateLimitedError,
    'More requests per minute than the plan allows. Wait as many seconds as the header `Retry-After` says. An account that continues is blocked for longer.',
  ],
  [errors.InternalError, 'Something went wrong in the service. You can repeat the request.'],
  [
    errors.BrowserLostError,
    'The browser of the service ended during the render. You can repeat the request.',
  ],
]

/** What the wire shows of an error class. */
export const toErrorEntry = (errorClass: AppErrorClass): ErrorEntry => {
  const meaning = meanings.find(([known]) => known === errorClass)?.[1]
  if (meaning === undefined)
    throw new Error(`${errorClass.name} has no entry in lib/schema/error-reference.ts`)
  const example = new (errorClass as new (message: string, allow: string[]) => errors.AppError)('', [])
  return { statusCode: example.statusCode, error: example.error, code: example.code, meaning }
}

/** Every error of the service by status, in the order of the reference. */
export const errorReference: readonly ErrorEntry[] = meanings
  .map(([errorClass]) => toErrorEntry(errorClass))
  .sort((left, right) => left.statusCode - right.statusCode)
