import type { AccessKeys } from '../../core/access/account-keys.ts'
import type { Tiers } from '../../core/access/tiers.ts'
import {
  type Occurrence,
  type Subscriber,
  subscribersOf,
  toEventId,
  toEventPartition,
} from '../../core/events/event.ts'
import { expiringKey, levelsReached, monthName } from '../../core/events/occurrences.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import type { AccountEvent, EventTopic } from '../../schema/events.ts'
import type { TierName } from '../../schema/tier-features.ts'
import type { EventStore } from '../../store/events.ts'
import type { HitStore } from '../../store/hits.ts'
import type { Queues } from '../../store/queues.ts'

export interface EventDeps {
  events: Pick<EventStore, 'put'>
  queues: Pick<Queues, 'sendWebhook'>
}

type AlertedAccount = Pick<Subscriber, 'alerts'> & { id: string }

type Announcement = AccountEvent & Occurrence

/** Sends one event to one subscription. Does nothing if it was sent before. Returns its id. */
export const sendEvent = async (
  { events, queues }: EventDeps,
  { accountId, subscriptionId }: { accountId: string; subscriptionId: string },
  { subject, atMs, ...event }: Announcement,
): Promise<string> => {
  const id = toEventId(subscriptionId, event.type, { subject, atMs })
  const key = { accountId: toEventPartition(accountId), id }
  const isNew = await events.put({ ...key, subscriptionId, event, created: toSeconds(atMs) })
  // If this fails, the sweep finds the event and queues it.
  if (isNew) await queues.sendWebhook(key)
  return id
}

/** Sends an event to every subscription of its topic, exactly once, however often it is announced. */
export const announce = async (
  deps: EventDeps,
  account: AlertedAccount,
  announcement: Announcement & { type: EventTopic },
): Promise<void> => {
  const ids = subscribersOf(account, announcement.type)
  await Promise.all(
    ids.map((subscriptionId) => sendEvent(deps, { accountId: account.id, subscriptionId }, announcement)),
  )
}

interface HitDeps extends EventDeps {
  store: Pick<HitStore, 'noteLevel'>
  tiers: Tiers
  nowMs: () => number
}

/** An account that has taken a hit. Workers do not know its keys. */
export interface HitTaker extends AlertedAccount {
  plan: TierName
  keys?: AccessKeys
  /** The key of the request. */
  keyId?: string
}

/** The hits of its month so far. */
interface HitCount {
  month: number
  hits: number
}

export type AnnounceHit = (account: HitTaker, count: HitCount) => Promise<void>

/**
 * Announces what a hit shows: that so much of the quota is used, and that its access key expires soon. Costs nothing without a
 * subscription.
 */
export const createAnnounceHit = (deps: HitDeps): AnnounceHit => {
  const { store, tiers, nowMs } = deps
  /** One attempt in each process is enough, because a repetition changes nothing. */
  const announcedKeys = new Set<string>()
  const announceLevels = async (account: HitTaker, { month, hits }: HitCount) => {
    const { quota } = tiers[account.plan]
    for (const percent of levelsReached(hits, quota)) {
      const type = `quota.${percent}` as const
      if (subscribersOf(account, type).length === 0) continue
      const atMs = await store.noteLevel(account.id, percent, { month, quota })
      const data = { percent, quota, month: monthName(month) }
      await announce(deps, account, { type, data, subject: `${month}/${quota}`, atMs })
    }
  }
  const announceKey = async ({ keys = {}, keyId, ...account }: HitTaker) => {
    const key = expiringKey(keys, keyId, toSeconds(nowMs()))
    if (!key || keyId === undefined || subscribersOf(account, 'key.expiring').length === 0) return
    const subject = `${account.id}/${keyId}/${key.expires}`
    if (announcedKeys.has(subject)) return
    await announce(deps, account, {
      type: 'key.expiring',
      data: { key_id: keyId, name: key.name, valid_until: key.expires },
      subject,
      atMs: key.announced * 1000,
    })
    announcedKeys.add(subject)
  }
  return async (account, count) => {
    if (!account.alerts) return
    await Promise.all([announceLevels(account, count), announceKey(account)])
  }
}
