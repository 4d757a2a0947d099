import { describeCause } from '../base/describe-cause.ts'
import { QuotaExceededError } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import { type Hit, requestIdOf } from '../core/access/open-hits.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import type { HitRequest } from '../store/hit-updates.ts'
import type { HitStore } from '../store/hits.ts'
import type { RequestStore } from '../store/requests.ts'
import type { AnnounceUse, HitTaker } from './events/announce.ts'

/**
 * The hits of the monthly quota, exact whenever a process dies.
 *
 * One conditional write counts a hit and notes it as open. The process that took it closes it: it keeps the hit once the response is
 * made or the record written, or refunds it. Both require that the hit is open, so only one of them happens, once. A hit that is still
 * open after every invocation that could have taken it has ended belongs to a process that died, and the account's next request
 * closes it: the hit is kept if the record of its request names it, and refunded otherwise.
 *
 * The hit of a recorded request is closed, and its record owes it when the request fails. A refund notes the request next to the
 * count, settles the record, and then removes the note. A worker that read the record before it was settled and comes back after the
 * note was removed must not refund the hit again: it reads a counter of completed refunds before the record, and its write requires
 * that the counter is still the same.
 */
export interface Hits {
  /** Takes one hit. Returns undefined if none is left. */
  take(account: AccountPlan, request: HitRequest): Promise<Hit | undefined>
  /**
   * Takes one hit for a request that is rendered synchronously.
   * @throws QuotaExceededError if none is left
   */
  takeForRender(account: AccountPlan, request: HitRequest): Promise<Hit>
  /** The hit stays counted. Never rejects. */
  keep(accountId: string, hit: Hit): Promise<void>
  /** The hit no longer counts. Never rejects. */
  refund(accountId: string, hit: Hit): Promise<void>
  /** The render failed because of its page: the hit no longer counts, unless the free failures of its day are used up. It is then still open. Never rejects. */
  refundFailure(account: AccountPlan, hit: Hit): Promise<{ isCounted: boolean }>
  /** Keeps or refunds an open hit, depending on the record of its request. Never rejects. */
  close(accountId: string, hit: Pick<Hit, 'id'>): Promise<void>
  /** Closes the open hits of processes that died. */
  closeOverdue(accountId: string): Promise<void>
  /** Refunds the hit that an ended request owes, and records the refund. Completes a refund that is recorded. */
  refundOwed(request: RequestKey): Promise<void>
}

type AccountPlan = HitTaker

interface HitsDeps {
  store: HitStore
  requests: Pick<RequestStore, 'find' | 'settle'>
  /** Is called for each hit that was taken or refused. */
  announceUse?: AnnounceUse
  log: Pick<Logger, 'warn'>
}

/** Concurrent refunds of one account are few, and each round completes at least one of them. */
const refundTries = 30

export const createHits = ({ store, requests, announceUse, log }: HitsDeps): Hits => {
  /** A hit that cannot be closed stays open, and the account's next request closes it. */
  const attempt = async (accountId: string, hitId: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      log.warn(
        { account: accountId, requestId: requestIdOf(hitId), cause: describeCause(error) },
        'hit left open',
      )
    }
  }
  const close = (accountId: string, { id }: Pick<Hit, 'id'>) =>
    attempt(accountId, id, async () => {
      const record = await requests.find({ accountId, id: requestIdOf(id) })
      await (record?.hit?.id === id ? store.keep(accountId, id) : store.refund(accountId, id))
    })
  const closeAll = async (accountId: string, ids: readonly string[]) => {
    await Promise.all(ids.map((id) => close(accountId, { id })))
  }
  const takeFrom = async (take: HitStore['take'], account: AccountPlan, request: HitRequest) => {
    const taken = await take(account, request)
    await closeAll(account.id, taken.overdue)
    const final = taken.hit || taken.overdue.length === 0 ? taken : await take(account, request)
    await announceUse?.(account, final.count)
    return final
  }
  return {
    take: async (account, request) => (await takeFrom(store.take, account, request)).hit,
    async takeForRender(account, request) {
      const { hit } = await takeFrom(store.takeForRender, account, request)
      if (!hit) throw new QuotaExceededError()
      return hit
    },
    keep: (accountId, { id }) => attempt(accountId, id, () => store.keep(accountId, id)),
    refund: (accountId, { id }) => attempt(accountId, id, () => store.refund(accountId, id)),
    async refundFailure(account, { id }) {
      let outcome = { isCounted: false }
      await attempt(account.id, id, async () => {
        outcome = await store.refundFailure(account, id)
      })
      return outcome
    },
    close,
    closeOverdue: async (accountId) => closeAll(accountId, await store.findOverdue(accountId)),
    refundOwed: (request) => refundOwed({ store, requests }, request),
  }
}

const refundOwed = async ({ store, requests }: Pick<HitsDeps, 'store' | 'requests'>, request: RequestKey) => {
  for (let tries = 0; tries < refundTries; tries += 1) {
    const fence = await store.countRefunds(request.accountId)
    const record = await requests.find(request)
    if (!record) return
    // It was settled, maybe by a process that died before it completed the refund.
    const { owesHit, hit, freeFailures } = record
    if (!owesHit || !hit) return store.completeRefund(request)
    const refund = await store.refundOwed(request, { hit, fence, freeFailures })
    if (refund === 'again') continue
    await requests.settle(record, { isCounted: refund === 'counted' })
    return store.completeRefund(request)
  }
  throw new Error('The hits of an account were refunded faster than this one could be.')
}
