import * as z from 'zod'
import * as errors from '../base/errors.ts'

/** Makes an error of one class; used to read its status and code. */
export type AppErrorClass = new (...args: never[]) => errors.AppError

/** Errors that every request can return. */
export const everyError = [
  errors.InvalidParameterError,
  errors.UnknownParameterError,
  errors.InvalidBodyError,
  errors.InternalError,
]

/** Errors that every request with a key can return. */
const accessErrors = [
  errors.MissingAccessKeyError,
  errors.UnauthorizedError,
  errors.KeyScopeError,
  errors.PaymentRequiredError,
  errors.RateLimitedError,
]

/** Errors of operations that an account may require to be signed. */
const signatureErrors = [errors.MissingSignatureError, errors.InvalidSignatureError, errors.LinkExpiredError]

/** Additional errors of operations that render. */
const renderErrors = [
  errors.PageTimeoutError,
  errors.HostNotFoundError,
  errors.ConnectionRefusedError,
  errors.ConnectionFailedError,
  errors.AddressBlockedError,
  errors.TlsError,
  errors.TooManyRedirectsError,
  errors.NotAPageError,
  errors.SelectorNotFoundError,
  errors.ActionFailedError,
  errors.PageStatusError,
  errors.RequestStatusError,
  errors.RequestFailedError,
  errors.ConsoleError,
  errors.UnwantedTextError,
  errors.MissingTextError,
  errors.ResultTooLargeError,
  errors.PageCrashedError,
  errors.PageInterferenceError,
  errors.ProxyFailedError,
  errors.PlanRequiredError,
  errors.QuotaExceededError,
  errors.ConcurrencyLimitedError,
  errors.QueueFullError,
  errors.BrowserLostError,
]

/** The shared part of the rows of operations with a key that an account cannot be required to sign. */
export const unsigned = {
  errors: [...everyError, ...accessErrors],
  renders: false,
  keyRequired: true,
  signed: false,
} as const

/** The shared part of the rows of operations with a key that use quota or reveal what the account rendered. */
export const signed = (...own: AppErrorClass[]) =>
  ({
    errors: [...everyError, ...accessErrors, ...signatureErrors, ...own],
    renders: false,
    keyRequired: true,
    signed: true,
  }) as const

/** The shared part of the rows of operations that render. */
export const rendering = (...own: AppErrorClass[]) =>
  ({
    ...signed(...renderErrors, ...own),
    success: 200,
    renders: true,
  }) as const

/** The input of operations without parameters. */
export const noOptions = z.strictObject({})

/** A successful JSON response. */
export const json = <Output extends z.ZodType, const Status extends number = 200>(
  output: Output,
  success = 200 as Status,
) => ({ success, produces: ['application/json'], output }) as const

/** A successful response without a body. */
export const noContent = { success: 204, produces: [] } as const
