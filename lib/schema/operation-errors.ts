import * as errors from '../errors.ts'

/** What any request can meet. */
export const everyError = [errors.InvalidParameterError, errors.UnknownParameterError, errors.InternalError]

/** What any request with a key can meet. */
export const accessErrors = [
  errors.MissingAccessKeyError,
  errors.UnauthorizedError,
  errors.PaymentRequiredError,
  errors.RateLimitedError,
]

/** What an operation can return that an account may require to be signed. */
export const signatureErrors = [
  errors.MissingSignatureError,
  errors.InvalidSignatureError,
  errors.LinkExpiredError,
]

/** What a render can meet beside them. */
export const renderErrors = [
  errors.InvalidBodyError,
  errors.PageTimeoutError,
  errors.HostNotFoundError,
  errors.ConnectionRefusedError,
  errors.ConnectionFailedError,
  errors.AddressBlockedError,
  errors.TlsError,
  errors.TooManyRedirectsError,
  errors.NotAPageError,
  errors.SelectorNotFoundError,
  errors.PageStatusError,
  errors.ResultTooLargeError,
  errors.PageCrashedError,
  errors.ProxyFailedError,
  errors.PlanRequiredError,
  errors.QuotaExceededError,
  errors.BrowserLostError,
]
