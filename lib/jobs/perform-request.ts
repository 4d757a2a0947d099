import { randomBytes } from 'node:crypto'
import { describeCause } from '../base/describe-cause.ts'
import { toAppError } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import { toRenderName } from '../core/access/places.ts'
import { limitsOf, type Tiers } from '../core/access/tiers.ts'
import { isOutage } from '../core/requests/outage.ts'
import type { RequestError, RequestKey, RequestRecord } from '../core/requests/request-record.ts'
import { toStorageUpload } from '../core/requests/storage-object.ts'
import { attemptsMax, retryAfterSeconds, toWorkerTimes } from '../core/requests/worker-times.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { RunChange } from '../core/watch/run-change.ts'
import type { RenderContext } from '../render/render-page.ts'
import type { Renderers } from '../render/renderers.ts'
import { operations } from '../schema/operations.ts'
import type { DeliveryOptions } from '../schema/render-options.ts'
import type { AccountStatus, AccountStore } from '../store/accounts.ts'
import type { InputStore } from '../store/inputs.ts'
import type { Waiting } from '../store/places.ts'
import { clockSkewMs } from '../store/request-items.ts'
import type { Claim, RequestStore } from '../store/requests.ts'
import { type FollowDeps, followed } from './batches/follow-batch.ts'
import { type FinalizeDeps, failRequest, finalizeRequest } from './finalize-request.ts'
import type { Hits } from './hits.ts'
import type { MessageResult, Receipt } from './message.ts'
import type { Places } from './places.ts'
import type { MadeResult, Results } from './results.ts'
import type { WatchRuns } from './tasks/watch-runs.ts'
import { untilDone } from './until-done.ts'

export interface PerformDeps extends FinalizeDeps, FollowDeps {
  requests: Pick<RequestStore, 'find' | 'claim' | 'release' | 'finish' | 'fail' | 'settle'>
  inputs: Pick<InputStore, 'get' | 'delete'>
  accounts: Pick<AccountStore, 'findStatus'>
  hits: Pick<Hits, 'refundOwed'>
  places: Pick<Places, 'takeOrWait' | 'end' | 'resume' | 'stopWaiting' | 'close'>
  results: Pick<Results, 'find' | 'store' | 'remember' | 'discard'>
  watchRuns: WatchRuns
  renderers: Renderers
  tiers: Tiers
  /** Whether this process is being stopped, which makes its renders fail. */
  isStopping: () => Promise<boolean>
  log: Pick<Logger, 'warn'>
}

export interface PerformContext
  extends RenderContext,
    Pick<Receipt, 'remainingMs' | 'extendVisibility'>,
    Partial<Pick<Receipt, 'follow'>> {
  /** Identifies the invocation. */
  invocationId: string
  /** What the request belongs to and when it was created, if its message was sent when it had waited for a place. */
  waited?: Pick<Waiting, 'origin' | 'created'> | undefined
}

/** The outcome of one attempt: done, failed, retry, ended, superseded, leased, waiting, postponed or absent. */
export interface Performed extends MessageResult {
  record?: RequestRecord | undefined
  /** Of the request, if it was read and is open. */
  account?: AccountStatus | undefined
  /** Whether the result came from the cache, without a render. */
  isCached?: boolean
}

/** The error of a request whose workers all died, or could not read its input. */
export const workersLost: RequestError = {
  code: 'internal_error',
  message: 'The request could not be rendered. The service failed during each attempt.',
}

const accountClosed: RequestError = {
  code: 'account_closed',
  message: 'The account was closed before the request was rendered.',
}

/**
 * Processes a queued request to its end, or returns when to try again. It may run twice, in parallel, or after a crash at any step: the
 * lease excludes a second worker, the transition from queued decides whose result counts, and any worker that finds an ended request
 * finalizes it again.
 */
export const createPerformRequest = (deps: PerformDeps) => followed(createPerform(deps), deps)

const createPerform =
  (deps: PerformDeps) =>
  async (key: RequestKey, context: PerformContext): Promise<Performed> => {
    const record = await receive(deps, key, context)
    if (record?.status !== 'queued') return passOn(deps, key, record)
    const options = record.options ?? (await deps.inputs.get(record))
    const times = toWorkerTimes(options, record.watch !== undefined)
    if (context.remainingMs() < times.deadlineMs) return { outcome: 'postponed', retrySeconds: 0, record }
    const terms = {
      claimId: randomBytes(12).toString('base64url'),
      leaseUntilMs: deps.nowMs() + times.leaseMs,
      attemptsMax,
      attempts: record.attempts,
    }
    const account = await findOpenAccount(deps, record)
    const claimAndAttempt = async () => {
      const claim = await deps.requests.claim(key, terms)
      if (claim.kind !== 'claimed') return handleRefusal(deps, claim)
      await hideMessage(deps, claim.record, () => context.extendVisibility(times.hiddenSeconds))
      return attempt(deps, { record: claim.record, account, options, context })
    }
    const withoutOutages = () =>
      claimAndAttempt().catch(async (thrown: unknown) => {
        if (isOutage(thrown)) await uncount(deps, { ...key, ...terms }, context)
        throw thrown
      })
    if (!account) return withoutOutages().finally(() => deps.places.resume(key.accountId))
    const render = {
      name: toRenderName(context.invocationId),
      untilMs: terms.leaseUntilMs + clockSkewMs,
    }
    // As many renders of the account as its plan allows are in progress. The request is not claimed, so waiting costs no attempt.
    if (!(await deps.places.takeOrWait(account, record, render))) return { outcome: 'waiting', record }
    const performed = await withoutOutages().finally(() => deps.places.end(account.id, render.name))
    return { ...performed, account }
  }

const receive = async ({ places, requests }: PerformDeps, key: RequestKey, context: PerformContext) => {
  if (context.waited) await places.stopWaiting({ ...key, ...context.waited })
  const record = await requests.find(key)
  if (record) context.follow?.(record)
  return record
}

/** The request takes no place, so the next one that waits may begin. */
const passOn = async (
  deps: PerformDeps,
  { accountId }: RequestKey,
  record: RequestRecord | undefined,
): Promise<Performed> => {
  const performed: Performed = record ? await handleEnded(deps, record) : { outcome: 'absent' }
  await deps.places.resume(accountId)
  return performed
}

const findOpenAccount = async ({ accounts }: PerformDeps, { accountId }: RequestRecord) => {
  const account = await accounts.findStatus(accountId)
  return account?.closed === undefined ? account : undefined
}

/** Time for the last repetition of a write, and for what the queue still needs. */
const lastWriteMs = 20_000

/**
 * An outage of AWS costs no attempt: the message is delivered again, later each time, until the outage or the retention of the queue is
 * over. The claim may have taken effect although its call failed. Only an outage that outlasts the lease costs the attempt during which
 * it began.
 */
const uncount = (
  { requests, nowMs }: PerformDeps,
  claimed: RequestKey & { claimId: string; leaseUntilMs: number },
  { remainingMs }: Pick<PerformContext, 'remainingMs'>,
) => {
  const deadlineMs = Math.min(claimed.leaseUntilMs, nowMs() + remainingMs() - lastWriteMs)
  return untilDone(() => requests.release(claimed, { isCounted: false }), deadlineMs, nowMs)
}

const handleRefusal = async (
  deps: PerformDeps,
  claim: Exclude<Claim, { kind: 'claimed' }>,
): Promise<Performed> => {
  switch (claim.kind) {
    case 'absent':
      return { outcome: 'absent' }
    case 'ended':
      return handleEnded(deps, claim.record)
    case 'leased':
      return { outcome: 'leased', retrySeconds: secondsUntil(claim.untilMs, deps.nowMs()) }
    case 'exhausted':
      return endFailed(deps, claim.record, workersLost)
  }
}

const secondsUntil = (untilMs: number, nowMs: number) => Math.max(1, Math.ceil((untilMs - nowMs) / 1000))

/** An ended request is never rendered again. It is finalized here in case a crash prevented that. */
const handleEnded = async (deps: PerformDeps, record: RequestRecord): Promise<Performed> => {
  await deps.watchRuns.follow(record)
  await finalizeRequest(deps, record)
  return { outcome: 'ended', record }
}

/** If this fails, the queue's own visibility timeout applies. It is longer than any render, but slower to recover after a crash. */
const hideMessage = async ({ log }: PerformDeps, { id }: RequestRecord, extend: () => Promise<void>) => {
  try {
    await extend()
  } catch (error) {
    log.warn({ requestId: id, cause: describeCause(error) }, 'visibility not extended')
  }
}

const attempt = async (
  deps: PerformDeps,
  { record, account, options, context }: Attempt,
): Promise<Performed> => {
  let made: RunResult | undefined
  let done: RequestRecord | undefined
  try {
    if (!account) return await endFailed(deps, record, accountClosed)
    made = await renderOrReuse(deps, { record, account, options, context })
    if (!made) {
      await deps.requests.release(record, { isCounted: false })
      return superseded(record)
    }
    const finished = toSeconds(deps.nowMs())
    const { result, cached, change } = made
    const isSilent = change?.changed === false && record.watch?.notify === 'change'
    done = await deps.requests.finish(record, {
      upload: toStorageUpload({ account, options }, record, result),
      result,
      finished,
      owesHit: cached !== undefined,
      change,
      isSilent,
    })
  } catch (thrown) {
    return handleFailure(deps, { record, account }, thrown)
  }
  done ??= await findFinished(deps, record, made)
  if (done) return finalizeDone(deps, done, made)
  await deps.results.discard(made)
  if (made.change) await deps.watchRuns.discard(made.change)
  return superseded(record)
}

/** `change` is set for runs of a task that watches its page. */
type RunResult = MadeResult & { change?: RunChange }

interface Attempt {
  record: RequestRecord
  /** Undefined if it is closed. */
  account: AccountStatus | undefined
  options: Record<string, unknown>
  context: RenderContext
}

/** Returns undefined if the lease could be over before the render is. Another worker may then have the request and the place of this one. */
const renderOrReuse = async (
  { results, watchRuns, renderers, nowMs, log }: PerformDeps,
  { record, account, options, context }: Attempt & { account: AccountStatus },
): Promise<RunResult | undefined> => {
  const request = {
    requestId: record.id,
    account,
    operation: operations[record.operation],
    // A record keeps the options as they were validated.
    options: options as DeliveryOptions,
    keptUntil: record.keptUntil,
  }
  const reused = await results.find(request)
  if (reused) return reused
  const { watch } = record
  const ignored = watch?.ignore_selectors
  const plan = renderers.resolve(record.operation, options)
  const { deadlineMs } = toWorkerTimes(options, watch !== undefined)
  if ((record.leaseUntilMs ?? 0) < nowMs() + deadlineMs) return undefined
  const artifact = await renderers.render(record.operation, plan, { ...context, ...(ignored && { ignored }) })
  const made = await results.store(request, artifact)
  if (!watch) return made
  try {
    return { ...made, change: await watchRuns.compare({ record, watch, result: made.result, artifact }) }
  } catch (error) {
    const warn = (thrown: unknown) =>
      log.warn({ requestId: record.id, cause: describeCause(thrown) }, 'result not discarded')
    await results.discard(made).catch(warn)
    throw error
  }
}

/** The SDK repeats a write whose response was lost. The repeated write is rejected although the first one succeeded. */
const findFinished = async ({ requests }: PerformDeps, key: RequestKey, { result }: MadeResult) => {
  const record = await requests.find(key)
  return record?.result?.name === result.name ? record : undefined
}

/** Another worker has ended the request. The message is delivered again to make sure that the request is finalized. */
const superseded = (record: RequestRecord): Performed => ({
  outcome: 'superseded',
  retrySeconds: 5,
  record,
})

/** From here on, a failure does not fail the request. The message is delivered again and finds an ended request. */
const finalizeDone = async (deps: PerformDeps, done: RequestRecord, made: MadeResult): Promise<Performed> => {
  await deps.results.remember(made)
  await deps.watchRuns.follow(done)
  await finalizeRequest(deps, done)
  return { outcome: 'done', record: done, isCached: made.cached !== undefined }
}

const endFailed = async (
  deps: PerformDeps,
  record: RequestRecord,
  error: RequestError,
  { cause, freeFailures }: { cause?: unknown; freeFailures?: number | undefined } = {},
): Promise<Performed> => {
  const failed = await failRequest(deps, record, error, freeFailures)
  return failed ? { outcome: 'failed', record: failed, cause } : superseded(record)
}

/** Errors of the page or the caller end the request, because a retry would fail again. Internal errors are retried. */
const handleFailure = async (
  deps: PerformDeps,
  { record, account }: Pick<Attempt, 'record' | 'account'>,
  thrown: unknown,
): Promise<Performed> => {
  if (isOutage(thrown)) throw thrown
  if (await deps.isStopping()) {
    await deps.requests.release(record, { isCounted: false })
    return { outcome: 'postponed', retrySeconds: 0, record }
  }
  const { statusCode, code, message, cause = thrown } = toAppError(thrown)
  const freeFailures = account && limitsOf(deps.tiers, account).freeFailures
  if (statusCode < 500) return endFailed(deps, record, { code, message }, { freeFailures })
  const retrySeconds = retryAfterSeconds(record.attempts)
  if (retrySeconds === undefined) return endFailed(deps, record, { code, message }, { cause })
  await deps.requests.release(record)
  return { outcome: 'retry', retrySeconds, record, cause }
}
