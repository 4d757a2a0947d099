import {
  InvalidParameterError,
  MethodNotAllowedError,
  NotFoundError,
  RateLimitedError,
} from '../base/errors.ts'
import { findLinksKey } from '../core/access/account-keys.ts'
import { signAddress } from '../core/access/signature.ts'
import { clientAddressHeader, toClientGroup } from '../core/network/client-address.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { operations } from '../schema/operations.ts'
import type { AccountStore } from '../store/accounts.ts'
import type { UsageStore } from '../store/usage.ts'
import type { ApiEvent } from './call.ts'
import { headerValues } from './read-request.ts'
import type { ApiResponse } from './response.ts'

export const tryPath = '/v1/try'

interface Deps {
  /** The account that pays, with a key of the scope `links`. Undefined if visitors cannot render pages. */
  accountId: string | undefined
  accounts: Pick<AccountStore, 'find'>
  usage: Pick<UsageStore, 'admit'>
  nowMs: () => number
}

/** Everything but the URL. A visitor who asks for the same page twice receives the stored image. */
const fixed = { format: 'webp', cache: 'true', cache_ttl: '600' }

/** A link is for one redirect. */
const linkSeconds = 60

/**
 * Returns the handler of `GET /v1/try?url=…`, with which a visitor of the landing page renders a page without a key. It leads to a signed
 * link to a screenshot, so all visitors share the rate, the quota and the egress policy of the account. In addition, each group of
 * client addresses has the rate of the plan `free`.
 */
export const createTryPage =
  ({ accountId, accounts, usage, nowMs }: Deps) =>
  async (event: ApiEvent): Promise<ApiResponse> => {
    const url = readUrl(event)
    if (accountId === undefined) throw new SwitchedOffError()
    await admitVisitor(event, usage)
    const account = await accounts.find(accountId)
    const accessKey = account && account.closed === undefined ? findLinksKey(account) : undefined
    if (!account || accessKey === undefined) throw new SwitchedOffError()
    const { secretKey, signatureVersion } = account
    const link = new URL(operations.screenshot.path, 'https://service.invalid')
    link.search = new URLSearchParams({ access_key: accessKey, url, ...fixed }).toString()
    const signed = signAddress(link.href, secretKey, {
      expires: toSeconds(nowMs()) + linkSeconds,
      ...(signatureVersion && { version: signatureVersion }),
    })
    return {
      statusCode: 302,
      // Without a host, because the visitor may know the service under another name.
      headers: { Location: signed.slice(link.origin.length), 'Cache-Control': 'no-store' },
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
  if (url && more.length + Object.keys(others).length === 0) return url
  throw new InvalidParameterError(
    `${tryPath} takes one parameter, \`url\`. A screenshot with other parameters requires an access key.`,
  )
}

const admitVisitor = async (event: ApiEvent, usage: Deps['usage']) => {
  const [address = ''] = headerValues(event, clientAddressHeader)
  // Ids of accounts have no `#`.
  const { limit, retryAfterSeconds } = await usage.admit({
    id: `try#${toClientGroup(address)}`,
    plan: 'free',
  })
  if (retryAfterSeconds === undefined) return
  throw new RateLimitedError(
    `Without an access key, ${limit} pages per minute can be rendered. Retry after ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  )
}
