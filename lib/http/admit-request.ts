import type { MiddlewareObj } from '@middy/core'
import { describeCause } from '../base/describe-cause.ts'
import { RateLimitedError } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import type { Account } from '../store/accounts.ts'
import type { Payer, UsageStore } from '../store/usage.ts'
import type { Rate } from '../store/usage-item.ts'
import type { ApiEvent, Call, CallContext } from './call.ts'
import type { ApiResponse } from './response.ts'

/**
 * Counts one request of an account.
 * @throws RateLimitedError if the rate limit is exceeded
 */
export const admitRequest = async (
  account: Payer,
  call: Pick<Call, 'rate'>,
  {
    usage,
    nowMs,
    rate,
  }: { usage: Pick<UsageStore, 'admit'>; nowMs: () => number; rate: Exclude<Rate, 'daily'> },
) => {
  const { limit, remaining, resetSeconds, retryAfterSeconds } = await usage.admit(account, rate)
  call.rate = { limit, remaining, resetMs: nowMs() + resetSeconds * 1000 }
  if (retryAfterSeconds === undefined) return
  const allowing =
    rate === 'api' ? 'The plan of this account allows' : 'The dashboard of this account may send'
  throw new RateLimitedError(
    `${allowing} ${limit} requests per minute. Retry after ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  )
}

/**
 * Reads the rate for the response to a request that was refused before it was counted. If this fails, the response lacks the headers: a
 * failure must not replace the reason of the refusal.
 */
export const readRate = async (
  account: Account,
  call: Pick<Call, 'rate' | 'requestId'>,
  { usage, log }: { usage: Pick<UsageStore, 'read'>; log: Pick<Logger, 'warn'> },
) => {
  try {
    const { limit, remaining, reset } = (await usage.read(account)).concurrency
    call.rate = { limit, remaining, resetMs: reset * 1000 }
  } catch (error) {
    log.warn({ requestId: call.requestId, cause: describeCause(error) }, 'rate not read')
  }
}

/** Adds the rate limit headers to every response to a known account. Seconds count from the response, which may come a minute after the request. */
export const rateLimitHeaders = (
  nowMs: () => number,
): MiddlewareObj<ApiEvent, ApiResponse, Error, CallContext> => {
  const addHeaders = (request: { context: CallContext; response: unknown }) => {
    const { rate } = request.context.call
    if (!rate) return
    const response = request.response as ApiResponse
    request.response = {
      ...response,
      headers: {
        ...response.headers,
        'RateLimit-Limit': String(rate.limit),
        'RateLimit-Remaining': String(rate.remaining),
        'RateLimit-Reset': String(Math.max(0, Math.ceil((rate.resetMs - nowMs()) / 1000))),
      },
    }
  }
  return { after: addHeaders, onError: addHeaders }
}
