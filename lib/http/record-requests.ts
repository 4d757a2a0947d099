import { setImmediate } from 'node:timers/promises'
import type { MiddlewareObj } from '@middy/core'
import { describeCause } from '../base/describe-cause.ts'
import { toAppError } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import type { RequestError, SentFile } from '../core/requests/request-record.ts'
import type { RequestSubject } from '../core/requests/request-subject.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { RequestStore } from '../store/requests.ts'
import type { ApiEvent, Call, CallContext } from './call.ts'
import { type ApiResponse, bodyLength } from './response.ts'

interface Deps {
  requests: Pick<RequestStore, 'putLogged'>
  log: Pick<Logger, 'warn'>
  nowMs: () => number
}

type End = { sent: SentFile } | { error: RequestError }

/**
 * Adds a synchronous render to the log of requests unless it has a record. The response does not wait for the write, and a request does
 * not fail if the write does.
 */
export const recordRequests = ({
  requests,
  log,
  nowMs,
}: Deps): MiddlewareObj<ApiEvent, ApiResponse, Error, CallContext> => {
  const write = async (call: Call, subject: RequestSubject, end: End) => {
    const { account, key, requestId, startedMs } = call
    const endedMs = nowMs()
    // Preparing the write takes 0.8 ms of processor time, which would delay the response.
    await setImmediate()
    try {
      await requests.putLogged({
        ...subject,
        ...end,
        accountId: account?.id ?? '',
        id: requestId,
        keyId: key?.id,
        created: toSeconds(startedMs),
        finished: toSeconds(endedMs),
        durationMs: endedMs - startedMs,
      })
    } catch (error) {
      log.warn({ requestId, account: account?.id, cause: describeCause(error) }, 'request not recorded')
    }
  }
  const record = (call: Call, end: End) => {
    const { subject, report, pending } = call
    if (subject && !report.isRecorded) pending.push(write(call, subject, end))
  }
  return {
    after: ({ context: { call }, response }) => {
      if (!response || response.statusCode === accepted) return
      const { 'Content-Type': contentType = '' } = response.headers
      const { facts } = call
      record(call, { sent: { contentType, bytes: bodyLength(response.body), ...(facts && { facts }) } })
    },
    onError: ({ context: { call }, error }) => {
      const { code, message } = toAppError(error)
      record(call, { error: { code, message } })
    },
  }
}

/** A request that is accepted for later has a record. */
const accepted = 202
