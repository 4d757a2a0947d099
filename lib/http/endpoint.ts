import middy, { type MiddlewareObj } from '@middy/core'
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse'
import { MethodNotAllowedError, toAppError } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import { within } from '../base/timers.ts'
import { dashboardRate } from '../core/access/rate-limit.ts'
import type { Tiers } from '../core/access/tiers.ts'
import { type ReadRules, readOptions } from '../core/options/read-options.ts'
import { assertTierAllows } from '../core/options/tier-options.ts'
import { teardownMs } from '../core/plan/budgets.ts'
import { recognizable, toSubject } from '../core/requests/request-subject.ts'
import type { Metrics } from '../core/telemetry/metrics-publisher.ts'
import type { Operation, OptionsOf, RenderOperationId } from '../schema/operations.ts'
import type { Account, AccountStore } from '../store/accounts.ts'
import type { RequestStore } from '../store/requests.ts'
import type { UsageStore } from '../store/usage.ts'
import { assertPaid, assertScope, authenticate } from './access.ts'
import { admitRequest, rateLimitHeaders, readRate } from './admit-request.ts'
import type { ApiEvent, Call, CallContext } from './call.ts'
import { checkSignature, withoutSigning } from './check-signature.ts'
import { gatewayResponse } from './gateway-response.ts'
import { readIdempotencyKey } from './read-idempotency-key.ts'
import { type ApiRequest, headerValues, readRequest } from './read-request.ts'
import { recordRequests } from './record-requests.ts'
import { requestLog } from './request-log.ts'
import { type ApiResponse, jsonResponse } from './response.ts'

export interface EndpointDeps {
  accounts: Pick<AccountStore, 'find'>
  usage: Pick<UsageStore, 'admit' | 'read'>
  /** Has a log of the requests that render. Absent in functions that do not. */
  requests?: Pick<RequestStore, 'putLogged'>
  tiers: Tiers
  /** Rules for options that depend on the operator's settings. */
  rules: ReadRules
  log: Logger
  metrics: Metrics
  nowMs: () => number
  /** The deadline of the handler, if it is earlier than the function's timeout. The rest of the timeout is for sending the response. */
  deadlineMs?: number
  /**
   * Is awaited after the response has been written and before the invocation ends, where Lambda stops the environment. `mayExit` is
   * whether the process may also end: a large response would break off, because Lambda still passes it on.
   */
  settled?: (mayExit: boolean) => Promise<void>
}

interface RunContext {
  call: Call
  event: ApiEvent
  signal: AbortSignal
  /** The caller's key, which only an operation that creates something accepts. */
  idempotencyKey: string | undefined
}

/** Runs an operation with validated options. */
export type Run<O extends Operation> = (options: OptionsOf<O>, context: RunContext) => Promise<ApiResponse>

/** An operation with its handler. `run` is a method, because it accepts only the options that its own operation has validated. */
export interface Route {
  operation: Operation
  run(...args: Parameters<Run<Operation>>): Promise<ApiResponse>
}

/** Pairs an operation with a handler of its options. */
export const route = <O extends Operation>(operation: O, run: Run<O>): Route => ({ operation, run })

/** Returns a Lambda handler for a path with a single operation. */
export const endpoint = <O extends Operation>(operation: O, run: Run<O>, deps: EndpointDeps) =>
  endpoints([route(operation, run)], deps)

/** Returns a Lambda handler for all operations of a path. The order of the checks is: method, key, scope, payment, signature, rate, parameters, plan. */
export const endpoints = (routes: readonly [Route, ...Route[]], deps: EndpointDeps) =>
  createHandler(routes[0].operation.functionName, deps, async (event, call, signal) => {
    const { operation, run } = chooseRoute(routes, event.httpMethod)
    call.operation = operation.id
    const request = readRequest(event, hasParameters(operation))
    const note = (options: Record<string, unknown>) => {
      if (isRender(operation)) call.subject = toSubject(operation, options)
    }
    const isSigned = operation.keyRequired && (await openAccount(operation, { event, request, call }, deps))
    note({})
    const source = operation.signed ? withoutSigning(request.source(), isSigned, operation) : request.source()
    note(recognizable(source))
    const options: OptionsOf<Operation> = readOptions(operation, source, deps.rules)
    note(options)
    const idempotencyKey = readIdempotencyKey(event, operation, options)
    if (call.account) assertTierAllows(call.account.plan, operation, options, deps.tiers)
    return run(options, { call, event, signal, idempotencyKey })
  })

const isRender = (operation: Operation): operation is Operation & { id: RenderOperationId } =>
  operation.renders

const hasParameters = ({ input }: Operation) => Object.keys(input.shape).length > 0

const chooseRoute = (routes: readonly [Route, ...Route[]], method: string): Route => {
  const found = routes.find(({ operation }) => operation.methods.some((known) => known === method))
  if (found) return found
  const methods = routes.flatMap(({ operation }) => operation.methods)
  throw new MethodNotAllowedError(
    `${routes[0].operation.path} does not accept ${method}. It accepts ${methods.join(', ')}.`,
    methods,
  )
}

interface Opening {
  event: ApiEvent
  request: ApiRequest
  call: Call
}

/** Checks key, scope, payment, signature and rate. Returns whether the request is signed. */
const openAccount = async (
  operation: Operation,
  { event, request, call }: Opening,
  deps: EndpointDeps,
): Promise<boolean> => {
  const startedMs = deps.nowMs()
  try {
    const { account, key } = await authenticate(request, deps.accounts, startedMs)
    Object.assign(call, { account, key })
    const isSigned = await checkBeforeRate(account, call, deps, () => {
      assertScope(key, operation, event.httpMethod)
      assertPaid(account)
      return (
        operation.signed && checkSignature(event, operation, { ...account, scope: key.scope }, deps.nowMs())
      )
    })
    const rate = isPageRead(event, operation) ? 'dashboard' : 'api'
    await admitRequest({ ...account, keyId: key.id }, call, { ...deps, rate })
    return isSigned
  } finally {
    call.accessMs = deps.nowMs() - startedMs
  }
}

/** A search may read thousands of items. */
const isPageRead = (event: ApiEvent, { renders }: Operation): boolean =>
  !renders &&
  event.httpMethod === 'GET' &&
  event.multiValueQueryStringParameters?.['search'] === undefined &&
  headerValues(event, dashboardRate.header).includes(dashboardRate.client)

const checkBeforeRate = async <T>(
  account: Account,
  call: Call,
  deps: Pick<EndpointDeps, 'usage' | 'log'>,
  check: () => T,
) => {
  try {
    return check()
  } catch (error) {
    await readRate(account, call, deps)
    throw error
  }
}

type HeaderValues = Readonly<Record<string, string | undefined>>

const smallBytes = 100_000

/** Such a response is with the client by the end of its invocation. 200 KB arrived complete when the process ended, 9 MB did not. */
const isSmall = ({ headers }: { headers: HeaderValues }) =>
  Number(headers['Content-Length'] ?? 0) <= smallBytes

type HandlerDeps = Pick<EndpointDeps, 'requests' | 'log' | 'metrics' | 'nowMs' | 'deadlineMs' | 'settled'>

/** The outermost middlewares, which every response passes through. */
export const createHandler = (
  name: string,
  { settled, requests, ...deps }: HandlerDeps,
  decide: (event: ApiEvent, call: Call, signal: AbortSignal) => Promise<ApiResponse>,
) =>
  middy<ApiEvent, ApiResponse, Error, CallContext>({
    executionMode: executionModeStreamifyResponse,
    timeoutEarlyInMillis: teardownMs,
    async requestEnd({ context, response }) {
      const { call } = context as CallContext
      call.endDelivery()
      await Promise.all(call.pending)
      await settled?.(isSmall(response as { headers: HeaderValues }))
    },
  })
    .use(gatewayResponse())
    .use(rateLimitHeaders(deps.nowMs))
    .use(errorResponse())
    .use(requestLog(name, deps))
    .use(requests ? [recordRequests({ ...deps, requests })] : [])
    .handler((event: ApiEvent, context: CallContext, { signal }: { signal: AbortSignal }) =>
      deps.deadlineMs === undefined
        ? decide(event, context.call, signal)
        : runWithin(deps.deadlineMs, signal, (either) => decide(event, context.call, either)),
    )

/** Runs work with a signal that aborts after `ms` or with `outer`. After `ms` rejects, even if the work ignores its signal. */
const runWithin = <T>(ms: number, outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => {
  const over = new AbortController()
  return within(work(AbortSignal.any([outer, over.signal])), ms, undefined, (error) => {
    over.abort(error)
    return error
  })
}

/**
 * Converts a thrown value into an error response. The `onError` hooks run in reverse order: the request log before this one, and those
 * that complete the response after it.
 */
const errorResponse = (): MiddlewareObj<ApiEvent, ApiResponse, Error, CallContext> => ({
  onError: (request) => {
    const error = toAppError(request.error)
    const response = jsonResponse(error, error.statusCode)
    request.response = {
      ...response,
      headers: { ...response.headers, ...error.headers, 'X-Service-Error': error.code },
    }
  },
})
