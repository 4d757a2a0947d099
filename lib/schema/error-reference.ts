import * as errors from '../base/errors.ts'
import type { AppErrorClass } from './operation-rows.ts'

export interface ErrorEntry {
  statusCode: number
  /** HTTP reason phrase, the `error` field of the body. */
  error: string
  /** Value of the header `X-Service-Error`. */
  code: string
  meaning: string
}

type ErrorName = Exclude<keyof typeof errors, 'AppError' | 'toAppError' | 'urlBlocked'>

const meanings: Readonly<Record<ErrorName, string>> = {
  InvalidParameterError:
    'A parameter is missing or its value is not allowed. The message names each problem and what is allowed.',
  UnknownParameterError:
    'The operation does not have this parameter. The message suggests the closest match.',
  InvalidBodyError:
    'The body is not a JSON object in UTF-8, is larger than 6 MB after JSON escaping (each `"` and `\\` counts as two bytes) or compressed, contains a parameter twice, or has another content type. A body without a content type is read as JSON. On AWS, bytes that are not UTF-8 become U+FFFD instead if the body has no `Content-Length`, or if only the last byte of a letter of four bytes is missing. For malformed JSON, the message contains the line and column.',
  PageTimeoutError:
    'The page did not reach `wait_until`, `wait_for_selector`, `wait_for_function` or the end of an action within `timeout`, or it kept the browser too busy to finish a step of the render. Simplify the request or increase `timeout`.',
  HostNotFoundError: 'The host name of the page cannot be resolved.',
  ConnectionRefusedError: 'The host of the page refused the connection.',
  ConnectionFailedError:
    'The connection to the page was interrupted before its body, its content is not encoded as `Content-Encoding` says, or the server did not respond with HTTP.',
  AddressBlockedError:
    'The URL resolves to an address that is not public, has a port below 1024 other than 80 and 443 or one that browsers block, or led to something other than http and https. The message does not say whether it is the host, the address or the port.',
  TlsError: 'The certificate of the page is not valid, or the TLS handshake failed.',
  TooManyRedirectsError: 'The page redirected too many times.',
  NotAPageError: 'The URL returns a file download or no content instead of a page.',
  SelectorNotFoundError:
    '`click_selector`, `selector`, `scroll_into_view`, `include_selectors` or an action matches no element on the page.',
  ActionFailedError:
    'An action of `actions` failed, for example because its script threw an error or its element is not a field. The message names the index of the action and the reason.',
  PageStatusError: 'The page returned a status that `fail_on_status` lists.',
  RequestStatusError: 'A request of the page returned a status that `fail_on_request` lists.',
  RequestFailedError:
    'A request of the page failed or returned a status from 400 to 599, and `fail_on_failed_request` is set. The message has its URL.',
  ConsoleError:
    'The page reported an error, and `fail_on_console_error` is set. The message has the first error.',
  UnwantedTextError: 'The page shows the text of `fail_if_text`.',
  MissingTextError: 'The page does not show the text of `fail_if_missing_text`.',
  BlankImageError: 'All pixels of the image have the same color, and `fail_if_blank` is set.',
  ResultTooLargeError:
    'The result would be larger than its format or the service allows. The message names the limit.',
  PageCrashedError: 'The page crashed, or used more memory or data than a render is allowed.',
  PageInterferenceError:
    "The page's document or its scripts prevented the render from reading or measuring the page.",
  ProxyFailedError:
    'The proxy refused the connection, failed, or rejected the credentials (407). The message says which. A proxy whose address is not public fails with `address_blocked` instead.',
  StorageRefusedError:
    'The storage did not accept a test object, or its role cannot be assumed. The message has the reason. The storage of the account has not changed.',
  MissingAccessKeyError:
    'The request has no access key in the header `X-Access-Key`, the query string of a GET or DELETE, or the JSON body of a POST, PUT or PATCH. If a key was found elsewhere, the `error_description` in the header `WWW-Authenticate` says so.',
  UnauthorizedError: 'The access key is wrong or has expired, or its account is closed.',
  KeyScopeError:
    'The [scope of the access key](../start/keys.md#scopes) does not include this operation, or it is `links` and the request has no signature. The message says which.',
  MissingSignatureError:
    'The account requires signed requests, and the request has neither the parameter `signature` (GET, DELETE) nor the header `X-Service-Signature` (POST, PUT, PATCH).',
  InvalidSignatureError:
    'The signature is malformed, is given more than once, or does not match this request and the secret key of the account. The message says which.',
  LinkExpiredError: 'The time in `expires` of the signed link or of the change of the account has passed.',
  CrossSiteError:
    'A page of another site sent the request. Only the landing page of the service may render without an access key.',
  PaymentRequiredError: 'The account has an unpaid invoice.',
  PlanRequiredError: 'The operation or the option requires another plan.',
  NotFoundError: 'Nothing exists at this path, or the account has no resource with this id.',
  MethodNotAllowedError:
    'The path does not accept this method. The header `Allow` lists the accepted methods.',
  KeyGenerationError:
    'The `key_generation` of the request is out of date: a key, `signed_requests` or the storage has changed since, or the request repeats one that was executed. Read the account again.',
  RunNotLatestError:
    'The `run` of the request is not the latest run of the task that is done: a later one has ended. List the runs again.',
  RequestInUseError:
    'The request cannot be deleted now: it is being rendered, or it is the run with which a task compares the next one. The message says what to do.',
  QuotaExceededError:
    'The monthly quota is used up. It resets on the first of next month at 00:00 UTC. `GET /v1/usage` shows it.',
  RateLimitedError:
    'The account sent more requests per minute than its plan allows. Wait for the number of seconds in the header `Retry-After`.',
  ConcurrencyLimitedError:
    'As many renders of the account as its plan allows are [in progress](plans.md). Wait for the number of seconds in the header `Retry-After`, or send the request with `async`: it then waits until it can be rendered. Also for a batch while ten batches of the account run, or while the sitemap of another one is read.',
  QueueFullError:
    'As many requests with `async` as the plan of the account [allows](plans.md) are open: they wait or are being rendered. Wait for the number of seconds in the header `Retry-After`, or send many pages as a [batch](../guides/batches.md), whose requests do not count.',
  InternalError: 'The service failed unexpectedly. Retry the request.',
  BrowserLostError: 'The browser exited during the render. Retry the request.',
}

const classes = { ...errors }

/** Returns the public part of an error class: status, reason phrase, code and meaning. */
export const toErrorEntry = (errorClass: AppErrorClass): ErrorEntry => {
  const make = errorClass as new (message: string, allow: string[]) => errors.AppError
  const { statusCode, error, code } = new make('', [])
  const name = errorNames.find((known) => classes[known] === errorClass)
  if (name === undefined) throw new Error(`${errorClass.name} has no entry in lib/schema/error-reference.ts.`)
  return { statusCode, error, code, meaning: meanings[name] }
}

const errorNames = Object.keys(meanings) as ErrorName[]

/** Every error of the service, ordered by status for the reference. */
export const errorReference: readonly ErrorEntry[] = errorNames
  .map((name) => toErrorEntry(classes[name]))
  .sort((left, right) => left.statusCode - right.statusCode)

/** Codes of requests that failed in the background. Only records and webhooks contain them, so they have no status. */
export const recordErrorReference: readonly Pick<ErrorEntry, 'code' | 'meaning'>[] = [
  {
    code: 'expired',
    meaning:
      'The request waited for seven hours without being rendered, because the service was overloaded, or because as many renders of the account as its plan allows were in progress, which counts as a hit. Send it again.',
  },
  { code: 'account_closed', meaning: 'The account was closed before the request was rendered.' },
  { code: 'canceled', meaning: 'The request is being deleted. It was not rendered.' },
]
