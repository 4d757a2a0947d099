import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { NotFoundError } from '../base/errors.ts'
import type { CallerKey } from '../core/access/account-keys.ts'
import type { ArtifactFacts } from '../core/plan/artifact.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import type { RequestSubject } from '../core/requests/request-subject.ts'
import type { RenderReport } from '../core/telemetry/render-report.ts'
import { isRequestId } from '../schema/requests.ts'
import type { Account } from '../store/accounts.ts'
import type { Payer } from '../store/usage.ts'

/** The state of an account's rate limit, for the response headers. */
interface RateStatus {
  limit: number
  remaining: number
  /** Unix milliseconds at which the count restarts. */
  resetMs: number
}

/** The state of a request. The middlewares fill it in, and the request's log line is written from it. */
export interface Call {
  requestId: string
  /** Our part of the caller's trace, or of a new one (W3C Trace Context). */
  traceparent: string
  operation: string
  startedMs: number
  accessMs: number
  coldEnvironment: boolean
  account: Account | undefined
  /** The key of the request. Set together with the account. */
  key?: CallerKey
  /** Set together with the account. */
  rate?: RateStatus
  /** For a render that was counted against the rate: what the log says about its parameters. */
  subject?: RequestSubject | undefined
  /** The size of the result. */
  facts?: ArtifactFacts | undefined
  report: RenderReport
  /** The result of the cache lookup, if there was one. */
  cache?: 'hit' | 'miss'
  /** Work for which the response does not wait, but the end of the invocation does. It never rejects. */
  pending: Promise<void>[]
  /** Settles when the response has been delivered, or broke off. */
  delivered: Promise<void>
  endDelivery: () => void
  /** The id of the invocation. */
  invocationId: string
}

/** The Lambda context with our call, which is how middy passes values from a middleware to the handler. */
export type CallContext = Context & { call: Call }

/** Returns the account of a request to an operation that requires a key. The endpoint has already looked it up. */
export const accountOf = ({ account }: Pick<Call, 'account'>): Account => {
  if (!account) throw new Error('An operation without a key has no account.')
  return account
}

/** Returns such an account with the key and the trace of the request. */
export const payerOf = ({
  account,
  key,
  traceparent,
}: Pick<Call, 'account' | 'key' | 'traceparent'>): Account & Payer => ({
  ...accountOf({ account }),
  traceparent,
  ...(key && { keyId: key.id }),
})

/** Returns whether the key of such a request must not learn what tasks log in with, and which URLs permit to write to a channel. */
export const isMaskedFor = ({ key }: Pick<Call, 'key'>): boolean => key?.scope !== 'full'

export type ApiEvent = APIGatewayProxyEvent

/** Returns the id of the key of such a request. */
export const keyIdOf = ({ key }: Pick<Call, 'key'>): string => key?.id ?? ''

/** Returns the value of `{id}` in the path. */
export const pathId = ({ pathParameters }: Pick<ApiEvent, 'pathParameters'>): string =>
  pathParameters?.['id'] ?? ''

/** Returns how to read the key of a record from a path. It throws for an id that is not in the form of one. */
export const keyReader =
  (notFound: () => NotFoundError, toPartition = (accountId: string) => accountId) =>
  (call: Call, event: ApiEvent): RequestKey => {
    const id = pathId(event)
    if (!isRequestId(id)) throw notFound()
    return { accountId: toPartition(accountOf(call).id), id }
  }
