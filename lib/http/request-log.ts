import { randomBytes } from 'node:crypto'
import { finished } from 'node:stream'
import type { MiddlewareObj } from '@middy/core'
import { describeCause } from '../base/describe-cause.ts'
import { toAppError } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import { createRequestId } from '../core/requests/request-id.ts'
import { requestPoints } from '../core/telemetry/metric-points.ts'
import type { Metrics } from '../core/telemetry/metrics-publisher.ts'
import { createRenderReport } from '../core/telemetry/render-report.ts'
import { continueTrace, traceIdOf } from '../core/telemetry/trace-context.ts'
import type { ApiEvent, Call, CallContext } from './call.ts'
import { headerValues } from './read-request.ts'
import { type ApiResponse, bodyLength, streamOf } from './response.ts'

interface Deps {
  log: Logger
  metrics: Metrics
  nowMs: () => number
}

/**
 * Starts the call, and writes its log line and metrics when it ends: for a streamed body, when its last byte is read or it fails.
 * The fields are an allow-list, so the request's content is never logged.
 */
export const requestLog = (
  handler: string,
  { log, metrics, nowMs }: Deps,
): MiddlewareObj<ApiEvent, ApiResponse, Error, CallContext> => {
  let coldEnvironment = true
  return {
    before: ({ context, event }) => {
      const { promise: delivered, resolve: endDelivery } = Promise.withResolvers<void>()
      context.call = {
        requestId: createRequestId(nowMs(), randomBytes(10)),
        traceparent: continueTrace(headerValues(event, 'traceparent'), randomBytes(24)),
        operation: handler,
        startedMs: nowMs(),
        accessMs: 0,
        coldEnvironment,
        account: undefined,
        report: createRenderReport(),
        pending: [],
        delivered,
        endDelivery,
        invocationId: context.awsRequestId,
      }
      coldEnvironment = false
    },
    after: ({ context: { call }, response }) => {
      const fields = {
        ...toFields(call, nowMs()),
        outcome: 'ok',
        status: response?.statusCode ?? 200,
        bytes: response && bodyLength(response.body),
      }
      const succeed = () => {
        log.info(fields, 'request')
        metrics.publish(requestPoints({ ...fields, handler }))
      }
      const stream = response && streamOf(response.body)
      if (!stream) return succeed()
      finished(stream, { writable: false }, (error) => {
        if (!error) return succeed()
        // The response was already sent with a success status, so the outcome has a separate code and counts as a 500.
        const failure = { ...fields, outcome: 'broken_stream' }
        log.error({ ...failure, cause: describeCause(error) }, 'request')
        metrics.publish(requestPoints({ ...failure, status: 500, handler }))
      })
    },
    onError: ({ context: { call }, error }) => {
      const appError = toAppError(error)
      const fields = {
        ...toFields(call, nowMs()),
        outcome: appError.code,
        status: appError.statusCode,
        bytes: JSON.stringify(appError).length,
      }
      if (appError.statusCode >= 500)
        log.error({ ...fields, cause: describeCause(appError.cause ?? appError) }, 'request')
      else if (appError.cause === undefined) log.info(fields, 'request')
      else log.info({ ...fields, cause: describeCause(appError.cause) }, 'request')
      metrics.publish(requestPoints({ ...fields, handler }))
    },
  }
}

const toFields = (call: Call, endedMs: number) => ({
  requestId: call.requestId,
  traceId: traceIdOf(call.traceparent),
  account: call.account?.id,
  key: call.key?.id,
  operation: call.operation,
  totalMs: endedMs - call.startedMs,
  phasesMs: { access: call.accessMs, ...call.report.phasesMs },
  coldEnvironment: call.coldEnvironment,
  coldBrowser: call.report.coldBrowser,
  browser: call.report.browser,
  blockedTargets: call.report.blockedTargets,
  faults: call.report.faults,
  cache: call.cache,
})
