import type { RequestError, RequestKey, RequestRecord } from '../core/requests/request-record.ts'
import { attemptsMax, retryAfterSeconds, toTerms } from '../core/requests/request-terms.ts'
import { describeCause } from '../core/telemetry/describe-cause.ts'
import { toAppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { AccountStore } from '../store/accounts.ts'
import type { InputStore } from '../store/inputs.ts'
import type { Claim, RequestStore } from '../store/requests.ts'
import { type ConcludeDeps, concludeRequest, failRequest } from './conclude-request.ts'
import {
  type Produced,
  type ProduceResult,
  type RenderingContext,
  toStoringRequest,
} from './produce-result.ts'

export interface PerformDeps extends ConcludeDeps {
  requests: Pick<RequestStore, 'find' | 'claim' | 'release' | 'finish' | 'fail' | 'settle'>
  inputs: Pick<InputStore, 'get' | 'delete'>
  accounts: Pick<AccountStore, 'find'>
  produce: ProduceResult
  log: Pick<Logger, 'warn'>
}

export interface PerformContext extends RenderingContext {
  /** Time that the worker has left. */
  remainingMs(): number
  /** Keeps the message from other workers for so long. */
  hold(seconds: number): Promise<void>
}

/** What became of a worker's work on a request. */
export interface Performed {
  /** One word: done, failed, retry, ended, superseded, leased, postponed, absent. */
  outcome: string
  /** The message has to come again after so long. */
  retrySeconds?: number | undefined
  record?: RequestRecord | undefined
  /** From the cache, without a render. */
  isCached?: boolean
  /** What went wrong on our side. */
  cause?: unknown
}

/** Of a request that no worker lived to end. */
export const workersLost: RequestError = {
  code: 'internal_error',
  message: 'The request could not be rendered. The service stopped during each attempt.',
}

const inputLost: RequestError = {
  code: 'internal_error',
  message: 'The parameters of the request are no longer available.',
}

const accountClosed: RequestError = {
  code: 'account_closed',
  message: 'The account was closed before the request was rendered.',
}

/**
 * Brings a queued request to its end, or says when to try again. Safe to run twice, at once, or after a crash at any step: the lease
 * keeps two workers apart, the transition from queued decides whose result counts, and what follows the end is repeated by whoever
 * meets an ended request.
 */
export const createPerformRequest =
  (deps: PerformDeps) =>
  async (key: RequestKey, context: PerformContext): Promise<Performed> => {
    const record = await deps.requests.find(key)
    if (!record) return { outcome: 'absent' }
    if (record.status !== 'queued') return meetEnded(deps, record)
    const options = record.options ?? (await deps.inputs.get(record))
    if (!options) return endFailed(deps, record, inputLost)
    const terms = toTerms(options)
    if (context.remainingMs() < terms.deadlineMs) return { outcome: 'postponed', retrySeconds: 0, record }
    const leaseUntilMs = deps.nowMs() + terms.leaseMs
    const claim = await deps.requests.claim(key, { leaseUntilMs, attemptsMax })
    if (claim.kind !== 'claimed') return meetRefusal(deps, claim)
    await holdMessage(deps, claim.record, () => context.hold(terms.hiddenSeconds))
    return render(deps, claim.record, { ...context, options })
  }

const meetRefusal = async (
  deps: PerformDeps,
  claim: Exclude<Claim, { kind: 'claimed' }>,
): Promise<Performed> => {
  switch (claim.kind) {
    case 'absent':
      return { outcome: 'absent' }
    case 'ended':
      return meetEnded(deps, claim.record)
    case 'leased':
      return { outcome: 'leased', retrySeconds: secondsUntil(claim.untilMs, deps.nowMs()) }
    case 'exhausted':
      return endFailed(deps, claim.record, workersLost)
  }
}

const lookAgainSeconds = 5

const secondsUntil = (untilMs: number, nowMs: number) => Math.max(1, Math.ceil((untilMs - nowMs) / 1000))

/** A request that has ended is never rendered again; what a crash kept from following its end, follows. */
const meetEnded = async (deps: PerformDeps, record: RequestRecord): Promise<Performed> => {
  await concludeRequest(deps, record)
  return { outcome: 'ended', record }
}

/** The queue's own timeout is longer than any render, only slower to come back after a crash. */
const holdMessage = async ({ log }: PerformDeps, { id }: RequestRecord, hold: () => Promise<void>) => {
  try {
    await hold()
  } catch (error) {
    log.warn({ requestId: id, cause: describeCause(error) }, 'message not held')
  }
}

const render = async (
  deps: PerformDeps,
  record: RequestRecord,
  { options, signal, report }: RenderingContext & { options: Record<string, unknown> },
): Promise<Performed> => {
  let produced: Produced
  let done: RequestRecord | undefined
  try {
    const account = await deps.accounts.find(record.accountId)
    if (!account || account.closed !== undefined) return await endFailed(deps, record, accountClosed)
    produced = await deps.produce(toStoringRequest(record, account, options), { signal, report })
    const finished = Math.floor(deps.nowMs() / 1000)
    const end = { result: produced.result, finished, owesHit: produced.isCached }
    done = await deps.requests.finish(record, end)
  } catch (thrown) {
    return meetFailure(deps, record, thrown)
  }
  done ??= await findFinished(deps, record, produced)
  if (done) return concludeDone(deps, done, produced)
  await produced.discard()
  return superseded(record)
}

/** The SDK repeats a write whose response was lost, and the repetition is refused although the first one was made. */
const findFinished = async ({ requests }: PerformDeps, key: RequestKey, { result }: Produced) => {
  const record = await requests.find(key)
  return record?.result?.name === result.name ? record : undefined
}

/** Another worker has ended it. The message comes again to make sure that what follows the end was done. */
const superseded = (record: RequestRecord): Performed => ({
  outcome: 'superseded',
  retrySeconds: lookAgainSeconds,
  record,
})

/** From here on a failure is the message's, not the request's: it comes again and meets an ended request. */
const concludeDone = async (
  deps: PerformDeps,
  done: RequestRecord,
  produced: Produced,
): Promise<Performed> => {
  try {
    await produced.remember()
  } catch (error) {
    deps.log.warn({ requestId: done.id, cause: describeCause(error) }, 'result not cached')
  }
  await concludeRequest(deps, done)
  return { outcome: 'done', record: done, isCached: produced.isCached }
}

const endFailed = async (
  deps: PerformDeps,
  record: RequestRecord,
  error: RequestError,
  cause?: unknown,
): Promise<Performed> => {
  const failed = await failRequest(deps, record, error)
  return failed ? { outcome: 'failed', record: failed, cause } : superseded(record)
}

/** What the page or the caller caused ends the request; what we caused is tried again (decisions 7.2). */
const meetFailure = async (deps: PerformDeps, record: RequestRecord, thrown: unknown): Promise<Performed> => {
  const { statusCode, code, message, cause = thrown } = toAppError(thrown)
  if (statusCode < 500) return endFailed(deps, record, { code, message })
  const retrySeconds = retryAfterSeconds(record.attempts)
  if (retrySeconds === undefined) return endFailed(deps, record, { code, message }, cause)
  await deps.requests.release(record)
  return { outcome: 'retry', retrySeconds, record, cause }
}
