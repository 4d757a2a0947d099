import { asEvent, type StoredEvent } from '../../lib/core/events/event.ts'
import { failuresMax, monthName } from '../../lib/core/events/occurrences.ts'
import { asBatch, ownerOf } from '../../lib/core/requests/batch.ts'
import { idTimeMs } from '../../lib/core/requests/request-id.ts'
import { toSeconds } from '../../lib/core/to-seconds.ts'
import { type EventData, type EventTopic, eventTopics, quotaLevels } from '../../lib/schema/events.ts'
import type { TierName } from '../../lib/schema/tier-features.ts'
import type { Call, Customer, CustomerTools } from './customers.ts'
import type { OnWrite } from './dynamodb.ts'
import type { Item } from './expressions.ts'
import { toReceiver } from './outside.ts'
import { tiers } from './service.ts'
import type { World } from './simulate.ts'

/** A subscription, which stays as it was created. By its account and id. */
export interface SubscriptionPromise {
  accountId: string
  url: string
  topics: readonly EventTopic[]
}

/** Subscribes an account to events, once or twice. */
export const subscribe = async (
  { engine, kinds }: CustomerTools,
  call: Call,
  { account, promises }: { account: Customer; promises: Map<string, SubscriptionPromise> },
) => {
  for (let count = engine.random(3); count > 0; count--) {
    const url = toReceiver(kinds.receivers[engine.random(kinds.receivers.length)] ?? '')
    const topics = eventTopics.filter(() => engine.chance(800))
    await call('POST /v1/subscriptions', account, async (service) => {
      const { id } = await service.subscriptions.create(account.id, {
        webhook_url: url,
        format: 'json',
        topics,
      })
      promises.set(`${account.id}/${id}`, { accountId: account.id, url, topics })
    })
  }
}

/** What has happened, and whether it must be announced although calls fail and processes die. */
type Happened = Map<string, boolean>

const failedRunsOf = (task: Item | undefined) => (task?.['failedRuns']?.['SS'] ?? []) as string[]

/** Sees every write, and notes what of an account has happened that its records do not show. Names are those of {@link toName}. */
export const createWitness = (planOf: (accountId: string) => TierName | undefined) => {
  const happened = new Map<string, Happened>()
  const note = (accountId: string, name: string, isOwed: boolean) =>
    happened.set(accountId, (happened.get(accountId) ?? new Map()).set(name, isOwed))
  const onHits = (before: Item | undefined, after: Item) => {
    const id = String(after['id']?.['S'])
    const plan = planOf(id)
    const counted = (item: Item | undefined) =>
      [Number(item?.['hits']?.['N']), Number(item?.['hitMonth']?.['N'])] as const
    const [hits, month] = counted(after)
    const [hitsBefore, monthBefore] = counted(before)
    if (plan === undefined || (month === monthBefore && !(hits > hitsBefore))) return
    const { quota } = tiers[plan]
    for (const percent of quotaLevels.filter((level) => hits >= Math.ceil((quota * level) / 100)))
      note(id, `quota.${percent} ${monthName(month)}/${quota}`, false)
  }
  const onTask = (before: Item | undefined, after: Item) => {
    const [failed, failedBefore] = [failedRunsOf(after), failedRunsOf(before)]
    if (failed.length < failuresMax || failedBefore.length >= failuresMax) return
    const latestMs = idTimeMs(failed.toSorted().at(-1) ?? '')
    note(String(after['accountId']?.['S']), `task.failed ${after['id']?.['N']}/${toSeconds(latestMs)}`, true)
  }
  return {
    happened: (accountId: string): Happened => happened.get(accountId) ?? new Map(),
    onWrite: ((table, before, after) => {
      if (table === 'usage' && after) onHits(before, after)
      if (table === 'tasks' && after) onTask(before, after)
    }) satisfies OnWrite,
  }
}

/** Failed deliveries to one host are announced once an hour. @param time in Unix seconds */
const failureName = (url: string, time: number) => `${new URL(url).origin}/${Math.floor(time / 3600)}`

/** What an event is about. */
const toName = ({ event: { type, data }, created }: StoredEvent): string => {
  const about: Partial<Record<string, () => string>> = {
    'batch.ended': () => (data as EventData<'batch.ended'>).batch_id,
    'task.changed': () => (data as EventData<'task.changed'>).request_id,
    'task.failed': () => `${(data as EventData<'task.failed'>).task_id}/${created}`,
    'delivery.failed': () => failureName((data as EventData<'delivery.failed'>).url, created),
  }
  const { month, quota } = data as EventData<'quota.50'>
  return `${type} ${about[type]?.() ?? `${month}/${quota}`}`
}

/** Returns the key in {@link SubscriptionPromise}s. */
export const toSubscription = ({
  accountId,
  subscriptionId,
}: Pick<StoredEvent, 'accountId' | 'subscriptionId'>) => `${ownerOf({ accountId })}/${subscriptionId}`

/** Every event that must have happened was sent once to each subscription of its topic, and no other one. */
export const checkEvents = (world: World) => {
  const { ledger, customers } = world
  const { subscriptions, accounts } = customers.promises
  const events = [...ledger.entries.values()].flatMap(({ record }) => asEvent(record) ?? [])
  const sent = Map.groupBy(events, toSubscription)
  for (const key of sent.keys())
    ledger.check(subscriptions.has(key), () => `events were sent to the unknown subscription ${key}`)
  const happened = new Map(accounts.map(({ id }) => [id, happenedTo(world, id)]))
  for (const [key, { accountId, topics }] of subscriptions) {
    const ofTopics = new Map(
      happened
        .get(accountId)
        ?.entries()
        .filter(([name]) => topics.some((topic) => name.startsWith(`${topic} `))),
    )
    const names = (sent.get(key) ?? []).map(toName)
    ledger.check(new Set(names).size === names.length, () => `${key} was sent one event twice: ${names}`)
    for (const name of names) ledger.check(ofTopics.has(name), () => `${key} was sent ${name}`)
    if (ledger.closed.has(accountId)) continue
    for (const [name, isOwed] of ofTopics)
      ledger.check(!isOwed || names.includes(name), () => `${key} was not sent ${name}`)
    if (topics.includes('task.failed')) checkSeries(world, accountId)
  }
}

const happenedTo = ({ ledger, customers, witness, isCalm }: World, accountId: string): Happened => {
  const happened: Happened = new Map()
  for (const [name, isOwed] of witness.happened(accountId)) happened.set(name, isOwed || isCalm())
  const own = [...ledger.entries.values()].filter(({ record }) => ownerOf(record) === accountId)
  for (const { record, givenUp } of own.filter(({ record: one }) => !asEvent(one))) {
    const { id, status, change } = record
    if (asBatch(record) && status === 'done') happened.set(`batch.ended ${id}`, true)
    if (change?.changed) happened.set(`task.changed ${id}`, true)
    // A webhook that its owner repeats before its end is announced is no longer given up.
    for (const { name, time } of givenUp) {
      const failure = `delivery.failed ${failureName(record[name]?.url ?? '', time)}`
      happened.set(failure, happened.get(failure) === true || !customers.promises.repeated.has(id))
    }
  }
  return happened
}

/** A task whose page is missing from the first run on is noted as failing. */
const checkSeries = ({ ledger, cloud, witness }: World, accountId: string) => {
  const runs = Map.groupBy(ledger.entries.values(), ({ record }) => String(record.taskId))
  const noted = [...witness.happened(accountId).keys()]
  const own = cloud.database.all('tasks').filter((task) => task['accountId']?.['S'] === accountId)
  for (const id of own.map((task) => String(task['id']?.['N']))) {
    const ends = (runs.get(id) ?? []).map(({ record }) => record.error?.code ?? record.status)
    const failures = ends.filter((end) => end === 'host_not_found').length
    ledger.check(
      failures < failuresMax ||
        ends.includes('done') ||
        noted.some((name) => name.startsWith(`task.failed ${id}/`)),
      () => `${failures} runs of ${id} have failed in a row, which was not noted`,
    )
  }
}
