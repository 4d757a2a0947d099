import * as errors from '../base/errors.ts'

/** Errors that every request can return. */
export const everyError = [
  errors.InvalidParameterError,
  errors.UnknownParameterError,
  errors.InvalidBodyError,
  errors.InternalError,
]

/** Errors that every request with a key can return. */
export const accessErrors = [
  errors.MissingAccessKeyError,
  errors.UnauthorizedError,
  errors.PaymentRequiredError,
  errors.RateLimitedError,
]

/** Errors of operations that an account may require to be signed. */
export const signatureErrors = [
  errors.MissingSignatureError,
  errors.InvalidSignatureError,
  errors.LinkExpiredError,
]

/** Additional errors of operations that render. */
export const renderErrors = [
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
  errors.BrowserLostError,
]
