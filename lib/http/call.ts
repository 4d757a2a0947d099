import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { RenderReport } from '../render/page/phases.ts'
import type { Account } from '../store/accounts.ts'
import type { RateStatus } from './rate-limit.ts'

/** What is known of one request while it runs; the middlewares fill it in, the request's log line is made of it. */
export interface Call {
  requestId: string
  operation: string
  startedMs: number
  accessMs: number
  coldEnvironment: boolean
  account: Account | undefined
  /** Known as soon as the account is. */
  rate?: RateStatus
  report: RenderReport
  /** How the cache answered, where it was asked. */
  cache?: 'hit' | 'miss'
}

/** The Lambda context with our call in it, which is how middy hands values from a middleware to the handler. */
export type CallContext = Context & { call: Call }

/** The account of a request to an operation that needs a key: the endpoint has opened it. */
export const accountOf = ({ account }: Pick<Call, 'account'>): Account => {
  if (!account) throw new Error('An operation without a key has no account')
  return account
}

export type ApiEvent = APIGatewayProxyEvent

/** What stands in a path at `{id}`. */
export const pathId = ({ pathParameters }: Pick<ApiEvent, 'pathParameters'>): string =>
  pathParameters?.['id'] ?? ''
