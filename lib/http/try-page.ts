import {
  CrossSiteError,
  InvalidParameterError,
  MethodNotAllowedError,
  NotFoundError,
  RateLimitedError,
} from '../base/errors.ts'
import { findLinksKey } from '../core/access/account-keys.ts'
import { signAddress } from '../core/access/signature.ts'
import { clientAddressHeader, toClientGroup } from '../core/network/client-address.ts'
import { readOptions } from '../core/options/read-options.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { operations } from '../schema/operations.ts'
import type { AccountStore } from '../store/accounts.ts'
import type { UsageStore } from '../store/usage.ts'
import type { ApiEvent } from './call.ts'
import { assertUtf8, headerValues } from './read-request.ts'
import type { ApiResponse } from './response.ts'

const tryPath = '/v1/try'

interface Deps {
  /** The account that pays, with a key of the scope `links`. Undefined if visitors cannot render pages. */
  accountId: string | undefined
  accounts: Pick<AccountStore, 'find'>
  usage: Pick<UsageStore, 'admit'>
  nowMs: () => number
}

/** Everything but the URL. A visitor who asks for the same page twice receives the stored image. */
const fixed = { format: 'webp', cache: 'true', cache_ttl: '600', timeout: '10' }

/** Browsers follow the redirect immediately. Until it expires, a link can be repeated from any address, and no visitor's rate counts that. */
const linkSeconds = 10

/**
 * Returns the handler of `GET /v1/try?url=…`, with which a visitor of the landing page renders a page without a key. It leads to a signed
 * link to a screenshot, so all visitors share the rate, the quota and the egress policy of the account. In addition, each group of
 * client addresses has the rate of the plan `free`, and a limit per day.
 */
export const createTryPage =
  ({ accountId, accounts, usage, nowMs }: Deps) =>
  async (event: ApiEvent): Promise<ApiResponse> => {
    const url = readUrl(event)
    assertUtf8(event)
    assertSameOrigin(event)
    if (accountId === undefined) throw new SwitchedOffError()
    await admitVisitor(event, usage)
    const account = await accounts.find(accountId)
    const accessKey = account && account.closed === undefined ? findLinksKey(account) : undefined
    if (!account || accessKey === undefined) throw new SwitchedOffError()
    const link = new URL(operations.screenshot.path, 'https://service.invalid')
    link.search = new URLSearchParams({ access_key: accessKey, url, ...fixed }).toString()
    const expires = toSeconds(nowMs()) + linkSeconds
    const signed = signAddress(link.href, account.secretKey, { expires, version: 2 })
    return {
      statusCode: 302,
      // Without a host, because the visitor may know the service under another name.
      headers: {
        Location: signed.slice(link.origin.length),
        'Cache-Control': 'no-store',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
      body: '',
    }
  }

class SwitchedOffError extends NotFoundError {
  constructor() {
    super('This service renders pages only for its accounts.')
  }
}

const readUrl = ({ httpMethod, multiValueQueryStringParameters }: ApiEvent): string => {
  if (httpMethod !== 'GET')
    throw new MethodNotAllowedError(`${tryPath} does not accept ${httpMethod}. It accepts GET.`, ['GET'])
  const { url: [url, ...more] = [], ...others } = multiValueQueryStringParameters ?? {}
  if (url && more.length + Object.keys(others).length === 0) {
    // An invalid one must not use up the visitor's rate, and its error is not one of the account's renders.
    readOptions(operations.screenshot, { kind: 'body', value: { url } })
    return url
  }
  throw new InvalidParameterError(
    `${tryPath} takes one parameter, \`url\`. A screenshot with other parameters requires an access key.`,
  )
}

/** Other sites would use the page as an image host, or make the service on a visitor's machine render. Only browsers send the header. */
const assertSameOrigin = (event: ApiEvent) => {
  if (headerValues(event, 'sec-fetch-site').every((site) => site === 'same-origin')) return
  throw new CrossSiteError(
    `${tryPath} renders only for the landing page of this service. Other pages require an access key or a signed link.`,
  )
}

/** Requests that the first refuses do not count against the second. */
const visitorRates = [
  ['api', 'minute'],
  ['daily', 'day'],
] as const

const admitVisitor = async (event: ApiEvent, usage: Deps['usage']) => {
  const [address = ''] = headerValues(event, clientAddressHeader)
  // Ids of accounts have no `#`.
  const visitor = { id: `try#${toClientGroup(address)}`, plan: 'free' } as const
  for (const [rate, unit] of visitorRates) {
    const { limit, retryAfterSeconds } = await usage.admit(visitor, rate)
    if (retryAfterSeconds !== undefined)
      throw new RateLimitedError(
        `Without an access key, ${limit} pages per ${unit} can be rendered. Retry after ${retryAfterSeconds} seconds.`,
        retryAfterSeconds,
      )
  }
}
