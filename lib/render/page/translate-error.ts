import {
  AddressBlockedError,
  type AppError,
  ConnectionFailedError,
  ConnectionRefusedError,
  HostNotFoundError,
  InvalidParameterError,
  NotAPageError,
  PageCrashedError,
  PageInterferenceError,
  PageTimeoutError,
  ProxyFailedError,
  TlsError,
  TooManyRedirectsError,
  toAppError,
  urlBlocked,
} from '../../base/errors.ts'
import { DeadlineError } from '../../base/timers.ts'
import { withAdvice } from '../../core/network/address-policy.ts'
import type { EgressFailure } from '../../egress/egress-error.ts'
import {
  InPageError,
  isContextLost,
  isInvalidLocale,
  isInvalidTimezone,
  isPrintingFailed,
} from '../browser/protocol-errors.ts'
import type { Egress } from '../proxy/egress.ts'
import { NavigationError } from './main-document.ts'

/*
 * Translates errors of Chromium and puppeteer. Unknown errors stay unchanged, because a programming error must be logged and returned as
 * a 500, not reported as the caller's fault.
 */

type Build = (cause: unknown, egress: Pick<Egress, 'advice'>) => AppError

/** A page can redirect the browser to another host, so the message names the host that failed. */
const hostOf = (cause: unknown, otherwise = 'The host of the page') =>
  cause instanceof NavigationError && URL.canParse(cause.url)
    ? `\`${new URL(cause.url).hostname}\``
    : otherwise

const overBudget = (cause: unknown) =>
  new PageCrashedError('The page exceeded the data limit of a render.', { cause })

const builders: Record<EgressFailure, Build> = {
  address_blocked: (cause, egress) => new AddressBlockedError(withAdvice(urlBlocked, egress), { cause }),
  host_not_found: (cause) => new HostNotFoundError(`${hostOf(cause)} was not found.`, { cause }),
  connection_refused: (cause) =>
    new ConnectionRefusedError(`${hostOf(cause)} refused the connection.`, { cause }),
  connection_failed: (cause) =>
    new ConnectionFailedError(`The connection to ${hostOf(cause, 'the page')} failed or was interrupted.`, {
      cause,
    }),
  proxy_failed: (cause) =>
    new ProxyFailedError('The proxy refused the connection or could not be reached.', { cause }),
  proxy_unauthorized: (cause) =>
    new ProxyFailedError(
      'The proxy rejected the credentials (407). Check the user and password in `proxy`.',
      {
        cause,
      },
    ),
  proxy_blocked: (cause, egress) =>
    new AddressBlockedError(
      withAdvice(
        'The address of the proxy is not allowed. `proxy` must be reachable from the internet at a public address.',
        egress,
      ),
      { cause },
    ),
  site_failed: (cause) => toAppError(cause),
  over_budget: overBudget,
}

const tls: Build = (cause) =>
  new TlsError('The page has no valid certificate, or the TLS connection failed.', { cause })
const notAPage: Build = (cause) =>
  new NotAPageError('The URL returned a file download or no content instead of a page.', { cause })
const blocked: Build = (cause) =>
  new NotAPageError('The page was blocked by `block_ressources`, `block_requests` or `block_annoyance`.', {
    cause,
  })
const notHttp: Build = (cause) =>
  new AddressBlockedError(
    'The page led to a URL that is not allowed. It must begin with http:// or https://.',
    {
      cause,
    },
  )
const timeout: Build = (cause) => new PageTimeoutError('The page did not respond in time.', { cause })

/** Chromium's net error list: chromium/src/net/base/net_error_list.h. */
const byCode: readonly (readonly [RegExp, Build])[] = [
  [/^net::ERR_(CERT_|SSL_|BAD_SSL|ECH_)/, tls],
  [
    /^net::ERR_TOO_MANY_REDIRECTS$/,
    (cause) => new TooManyRedirectsError('The page redirected too many times.', { cause }),
  ],
  [/^net::ERR_ABORTED$/, notAPage],
  [/^net::ERR_BLOCKED_BY_CLIENT$/, blocked],
  [/^net::ERR_(TIMED_OUT|CONNECTION_TIMED_OUT)$/, timeout],
  [/^net::ERR_NAME_(NOT_RESOLVED|RESOLUTION_FAILED)$/, builders.host_not_found],
  [/^net::ERR_CONNECTION_REFUSED$/, builders.connection_refused],
  [/^net::ERR_UNSAFE_PORT$/, builders.address_blocked],
  [
    /^net::ERR_(UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|ACCESS_DENIED|INVALID_URL|BLOCKED_BY_)/,
    notHttp,
  ],
  [/^net::ERR_/, builders.connection_failed],
]

type FailedEgress = Pick<Egress, 'failure' | 'overBudget' | 'advice'>

/** Returns the error for the caller, or the thrown value if the page is not at fault. */
export const translateError = (thrown: unknown, egress: FailedEgress): unknown => {
  if (thrown instanceof NavigationError) return translateNavigation(thrown, egress)
  if (isContextLost(thrown) || isPrintingFailed(thrown))
    return new PageTimeoutError('The page kept navigating and did not settle.', { cause: thrown })
  if (thrown instanceof InPageError)
    return new PageInterferenceError('The document or its scripts prevented the page from being read.', {
      cause: thrown,
    })
  if (thrown instanceof DeadlineError)
    return new PageTimeoutError('The page was too busy to be rendered in time.', { cause: thrown })
  if (isInvalidTimezone(thrown))
    return new InvalidParameterError(
      'The browser does not support this `timezone`. It must be an IANA time zone name such as Europe/Berlin.',
      {
        cause: thrown,
      },
    )
  if (isInvalidLocale(thrown))
    return new InvalidParameterError(
      'The browser does not support this `locale`. It must be a BCP 47 language tag such as de-DE.',
      {
        cause: thrown,
      },
    )
  return thrown
}

const translateNavigation = (error: NavigationError, egress: FailedEgress): unknown => {
  if (egress.overBudget) return overBudget(error)
  if (error.isDownload) return notAPage(error, egress)
  const failure = failureOf(error.url, egress)
  if (failure !== undefined && !isDecidedByBrowser(error.code)) return builders[failure](error, egress)
  return byCode.find(([pattern]) => pattern.test(error.code))?.[1](error, egress) ?? error
}

/** Returns whether the failure is unrelated to reaching the host. */
const isDecidedByBrowser = (code: string) =>
  /^net::ERR_(CERT_|SSL_|TOO_MANY_REDIRECTS|BLOCKED_BY_CLIENT)/.test(code)

/** Throws if more than the data limit arrived, because the rest of the page was cut off. */
export const assertInBudget = (egress: Pick<Egress, 'overBudget'>): void => {
  if (egress.overBudget) throw overBudget(undefined)
}

const failureOf = (url: string, egress: Pick<Egress, 'failure'>) => {
  if (!URL.canParse(url)) return undefined
  const { hostname, port, protocol } = new URL(url)
  const standardPort = protocol === 'https:' ? '443' : '80'
  return egress.failure(`${hostname}:${port || standardPort}`) ?? egress.failure(hostname)
}
