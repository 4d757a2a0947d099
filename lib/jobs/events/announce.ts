import { describeCause } from '../../base/describe-cause.ts'
import type { Logger } from '../../base/logger.ts'
import { within } from '../../base/timers.ts'
import type { AccessKeys } from '../../core/access/account-keys.ts'
import { type Limited, limitsOf, type Tiers } from '../../core/access/tiers.ts'
import {
  type Occurrence,
  type Subscriber,
  subscribersOf,
  toEventId,
  toEventPartition,
} from '../../core/events/event.ts'
import { expiringKeys, type HitCount, levelToAnnounce, monthName } from '../../core/events/occurrences.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { type AccountEvent, type EventTopic, quotaLevels } from '../../schema/events.ts'
import type { EventStore } from '../../store/events.ts'
import type { HitStore } from '../../store/hits.ts'
import type { Queues } from '../../store/queues.ts'

export interface EventDeps {
  events: Pick<EventStore, 'put'>
  queues: Pick<Queues, 'sendWebhook'>
}

type AlertedAccount = Pick<Subscriber, 'alerts'> & { id: string }

type Announcement = AccountEvent & Occurrence

/** Sends one event to one subscription. Does nothing if it was sent before, or another one in its window. Returns its id. */
export const sendEvent = async (
  { events, queues }: EventDeps,
  { accountId, subscriptionId }: { accountId: string; subscriptionId: string },
  announcement: Announcement,
): Promise<string> => {
  const { subject: _, atMs, windowMs: __, ...event } = announcement
  const id = toEventId(subscriptionId, event.type, announcement)
  const key = { accountId: toEventPartition(accountId), id }
  const isNew = await events.put({ ...key, subscriptionId, event, created: toSeconds(atMs) })
  // If this fails, the sweep finds the event and queues it.
  if (isNew) await queues.sendWebhook(key)
  return id
}

/** Sends an event to every subscription of its topic, exactly once, however often it is announced in its window. */
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

interface UseDeps extends EventDeps {
  store: Pick<HitStore, 'noteLevel' | 'endLevel'>
  tiers: Tiers
  log: Pick<Logger, 'warn'>
  nowMs: () => number
}

/** An account that renders. Workers do not know its keys. */
export interface HitTaker extends AlertedAccount, Limited {
  keys?: AccessKeys
}

/** A caller waits so long for an announcement. The next use announces the same. */
const announceMsMax = 1000

/** Never rejects, because the render counts more. @param count absent if no hit was asked for */
export type AnnounceUse = (account: HitTaker, count?: HitCount | undefined) => Promise<void>

/**
 * Announces what the use of the service shows: that so much of the quota is used, and that access keys expire soon. Costs nothing without
 * a subscription.
 */
export const createAnnounceUse = (deps: UseDeps): AnnounceUse => {
  const { store, tiers, log, nowMs } = deps
  /** One attempt in each process is enough, because a repetition changes nothing. */
  const announcedKeys = new Set<string>()
  const announceLevel = async (account: HitTaker, count: HitCount) => {
    const { quota } = limitsOf(tiers, account)
    const levels = quotaLevels.filter((level) => subscribersOf(account, `quota.${level}`).length > 0)
    const percent = levelToAnnounce(count, { quota, levels })
    if (percent === undefined) return
    const { month } = count
    const atMs = await store.noteLevel(account.id, percent, { month, quota })
    const data = { percent, quota, month: monthName(month) }
    await announce(deps, account, { type: `quota.${percent}`, data, subject: `${month}/${quota}`, atMs })
    await store.endLevel(account.id, percent, { month, quota })
  }
  const announceKeys = async ({ keys = {}, ...account }: HitTaker) => {
    if (subscribersOf(account, 'key.expiring').length === 0) return
    for (const { id, name, expires, announced } of expiringKeys(keys, toSeconds(nowMs()))) {
      const subject = `${account.id}/${id}/${expires}`
      if (announcedKeys.has(subject)) continue
      const data = { key_id: id, name, valid_until: expires }
      await announce(deps, account, { type: 'key.expiring', data, subject, atMs: announced * 1000 })
      announcedKeys.add(subject)
    }
  }
  return async (account, count) => {
    if (!account.alerts) return
    try {
      const announcing = Promise.all([count && announceLevel(account, count), announceKeys(account)])
      await within(announcing, announceMsMax)
    } catch (error) {
      log.warn({ account: account.id, cause: describeCause(error) }, 'use not announced')
    }
  }
}
