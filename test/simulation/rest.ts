import { unmarshall } from '@aws-sdk/util-dynamodb'
import { toFailureCounter } from '../../lib/core/access/hit-days.ts'
import { countersOf } from '../../lib/core/access/open-hits.ts'
import { placesPartition } from '../../lib/core/access/places.ts'
import { toMonth } from '../../lib/core/access/quota.ts'
import { asEvent } from '../../lib/core/events/event.ts'
import { ownerOf } from '../../lib/core/requests/batch.ts'
import type { DeliveryName, RequestKey, RequestRecord } from '../../lib/core/requests/request-record.ts'
import type { StoredTask } from '../../lib/core/tasks/stored-task.ts'
import { createRunId } from '../../lib/core/tasks/task-id.ts'
import { schedulesOf } from '../../lib/core/tasks/task-schedules.ts'
import type { Places } from '../../lib/store/places.ts'
import type { UsageItem } from '../../lib/store/usage-item.ts'
import { checkBatches, isKeptOpen } from './batches.ts'
import { lateMsMax } from './customers.ts'
import { checkEvents, toSubscription } from './events.ts'
import { deliveryNames, type Entry } from './ledger.ts'
import { tiers } from './service.ts'
import type { World } from './simulate.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const periodOf = ({ crontab = '' }: Pick<StoredTask, 'crontab'>) =>
  Number(/\d+/.exec(crontab)?.[0]) * minuteMs

/** Checks the promises of the service when it has come to rest. */
export const checkRest = (world: World) => {
  checkRequests(world)
  checkKeys(world)
  checkDeliveries(world)
  checkEvents(world)
  checkBatches(world)
  checkHits(world)
  checkRenders(world)
  checkOpen(world)
  checkTasks(world)
  checkClosed(world)
  checkSchedules(world)
}

/** Every accepted request ends exactly once, and nothing of it is left to do. */
const checkRequests = (world: World) => {
  const { ledger, customers, cloud } = world
  const { check, entries } = ledger
  for (const { id } of customers.promises.accepted)
    check(entries.get(id)?.ends === 1, () => `${id} was accepted and ended ${entries.get(id)?.ends} times`)
  for (const { record, ends } of entries.values()) {
    check(ends === 1, () => `${record.id} ended ${ends} times`)
    check(!record.owesHit && !record.hasInput, () => `${record.id} is not settled`)
  }
  checkExpired(world)
  check(
    cloud.database.all('requests').every((item) => item['openShard'] === undefined),
    () => 'records are left in the index of open records',
  )
}

/** Only a lost message makes a request wait for too long, or that its caller, who received no response, did not repeat it. */
const checkExpired = ({ ledger: { check, entries }, customers, cloud }: World) => {
  const accepted = new Set(customers.promises.accepted.map(({ id }) => id))
  for (const { record } of entries.values()) {
    if (record.error?.code !== 'expired' || !(accepted.has(record.id) || isScheduledRun(record))) continue
    const isLost = cloud.queues.lost.some((body) => body.includes(record.id))
    check(isLost, () => `${record.id} expired, and SQS has lost no message of it`)
  }
}

/** Requests with the same Idempotency-Key are rendered once. */
const checkKeys = ({ ledger: { check, entries }, customers }: World) => {
  for (const [key, ids] of customers.promises.keys) {
    const rendered = ids.filter((id) => entries.get(id)?.record.status === 'done')
    check(rendered.length <= 1, () => `${key} was rendered as ${rendered}`)
  }
}

/** Every upload and webhook is delivered, unless its receiver refuses it until the end. Nothing of a failed request is uploaded. */
const checkDeliveries = (world: World) => {
  for (const entry of world.ledger.entries.values())
    for (const name of deliveryNames) checkDelivery(world, entry, name)
}

const mayFail = /down|gone|flaky|forgetful|refusing/

const checkDelivery = ({ ledger: { check, closed }, customers }: World, entry: Entry, name: DeliveryName) => {
  const { record } = entry
  const { id, status, [name]: state } = record
  if (!state) return
  const { length } = entry[name].atMs
  const isDue = status === 'done' || (name === 'webhook' && record.webhook?.errors === true)
  check(
    state.status === 'delivered' || state.status === 'failed',
    () => `the ${name} of ${id} is ${state.status}`,
  )
  check(isDue || length === 0, () => `the ${name} of ${id} was sent, and the request is ${status}`)
  if (state.status === 'delivered' || !isDue || closed.has(ownerOf(record))) return
  if (state.object && customers.promises.changedStorage.has(record.accountId)) return
  const event = asEvent(record)
  const { url = '' } = event ? (customers.promises.subscriptions.get(toSubscription(event)) ?? {}) : state
  check(
    mayFail.test(url) && length > 0,
    () => `the ${name} of ${id} to ${url} failed after ${length} attempts`,
  )
}

/**
 * The hits of the month are those of the requests that were rendered: each counts once, or was refunded once. The cache is free. A hit that
 * a process that died left open is refunded if its record has expired before the account's next request.
 */
const checkHits = (world: World) => {
  const { ledger, customers, cloud } = world
  const { check, entries } = ledger
  const stored = new Set(cloud.database.all('requests').map((item) => item['id']?.['S']))
  for (const { id } of customers.promises.accounts) {
    const item = cloud.database.all('usage').find((one) => one['id']?.['S'] === id)
    if (!item) continue
    const { hits = 0, hitMonth, openHits = {} } = unmarshall(item as never) as UsageItem
    const owned = [...entries.values()].filter(({ record }) => record.accountId === id)
    const recorded = owned.filter(({ record }) => record.counted && record.hit?.month === hitMonth)
    const kept = recorded.filter(({ record }) => stored.has(record.id))
    const renders = customers.promises.unrecorded.get(id) ?? []
    const monthsOf = ({ fromMs, atMs }: (typeof renders)[number]) => [toMonth(fromMs), toMonth(atMs)]
    const certain = renders.filter(
      (one) => one.isCertain && monthsOf(one).every((month) => month === hitMonth),
    )
    const possible = renders.filter((one) => monthsOf(one).some((month) => month === hitMonth))
    check(
      hits >= kept.length + certain.length && hits <= recorded.length + possible.length,
      () =>
        `${id} has ${hits} hits, ${kept.length} to ${recorded.length} of records and ${certain.length} to ${possible.length} of responses`,
    )
    const counted = owned.filter(({ record }) => record.counted).length
    const rendered = ledger.renders.get(id) ?? 0
    check(counted <= rendered, () => `${id} has ${counted} requests that count, and ${rendered} renders`)
    checkFailures(world, owned, unmarshall(item as never) as UsageItem)
    check(Object.keys(openHits).length === 0, () => `${id} has open hits ${Object.keys(openHits)}`)
  }
}

/** A process that died, or failed to write, leaves its render behind until its time is over. Without such faults none is left, and nothing waits. */
const checkRenders = ({ ledger: { check }, cloud, engine, isCalm }: World) => {
  const isLeft = ([, untilMs]: [string, number]) => isCalm() || untilMs > engine.nowMs()
  for (const item of cloud.database.all('requests')) {
    const { accountId, id, renders = {} } = unmarshall(item as never) as Places & RequestKey
    if (!accountId.endsWith(placesPartition(''))) continue
    const left = id === 'renders' ? Object.entries(renders).filter(isLeft) : [id].filter(isCalm)
    check(left.length === 0, () => `${accountId} has renders in progress, or requests that wait: ${left}`)
  }
}

/** No request that has ended is open. */
const checkOpen = ({ ledger: { check, entries }, cloud }: World) => {
  const items = cloud.database.all('requests')
  for (const { record } of entries.values())
    check(!items.some((item) => isKeptOpen(item, record)), () => `${record.id} has ended and is open`)
}

/** As many renders of a day as the plan says are free although their page made them fail, and all others count. */
const checkFailures = ({ ledger: { check }, customers }: World, owned: Entry[], item: UsageItem) => {
  const { hitMonth, hitDays = {} } = item
  const failed = owned.filter(
    ({ record: { error, hit } }) => error?.code === 'host_not_found' && hit?.month === hitMonth,
  )
  const ofDays = Map.groupBy(failed, ({ record }) =>
    toFailureCounter(countersOf(record.hit?.id ?? '')[0] ?? ''),
  )
  for (const [counter, entries] of ofDays) {
    const plan = customers.promises.accounts.find(({ id }) => id === entries[0]?.record.accountId)?.plan
    const most = tiers[plan ?? 'free'].freeFailures
    const { length: counted } = entries.filter(({ record }) => record.counted)
    const used = hitDays[counter] ?? 0
    check(used <= most, () => `${counter}: ${used} failures are free`)
    check(entries.length - counted <= used, () => `${counter}: ${entries.length - counted} failures are free`)
    check(
      counted === 0 || used === most,
      () => `${counter}: ${counted} failures count, and ${used} were free`,
    )
  }
}

/** Every due minute of a task has one run, and is counted. */
const checkTasks = ({ ledger: { check, entries, closed }, customers, cloud, dropped }: World) => {
  check(dropped.length === 0, () => `the scheduler gave up ${dropped}`)
  for (const { task, fromMs, untilMs } of customers.promises.tasks) {
    const every = periodOf(task)
    const lastMs = Math.min(untilMs - lateMsMax, customers.promises.activeUntilMs)
    for (let dueMs = Math.ceil((fromMs + minuteMs) / every) * every; dueMs <= lastMs; dueMs += every) {
      const run = entries.get(createRunId(task.id, dueMs))
      check(
        run?.ends === 1,
        () => `the run of ${task.id} at ${new Date(dueMs).toISOString()} ended ${run?.ends} times`,
      )
    }
    const stored = cloud.database.all('tasks').find((item) => item['id']?.['N'] === String(task.id))
    if (!stored || closed.has(task.accountId)) continue
    const scheduled = [...entries.values()].filter(
      ({ record }) => record.taskId === task.id && isScheduledRun(record),
    )
    const runs = Number(stored['runs']?.['N'])
    check(runs >= scheduled.length, () => `${task.id} has counted ${runs} of ${scheduled.length} runs`)
  }
}

/** A task of a closed account stops when it is due next. */
const checkClosed = ({ ledger: { check, closed }, customers, cloud }: World) => {
  for (const { task, owner } of customers.promises.tasks) {
    const dueMs = (closed.get(owner.id) ?? Number.POSITIVE_INFINITY) + periodOf(task) + hourMs
    const stored = cloud.database.all('tasks').find((item) => item['id']?.['N'] === String(task.id))
    if (dueMs > customers.promises.activeUntilMs) continue
    check(stored?.['enabled']?.['BOOL'] !== true, () => `${task.id} of a closed account is still enabled`)
  }
}

/** The schedules are those of the tasks, whatever died while they were changed. */
const checkSchedules = ({ ledger: { check }, cloud, serve }: World) => {
  const { nameOf } = serve({
    name: 'check',
    isAlive: true,
    startedMs: 0,
    hasWarned: false,
    lineage: new Map(),
    aheadMs: 0,
  }).schedules
  const tasks = cloud.database.all('tasks').map((item) => unmarshall(item as never) as StoredTask)
  const wanted = tasks.flatMap((task) => schedulesOf(task).map(nameOf)).toSorted()
  const names = cloud.scheduler.names().toSorted()
  check(`${names}` === `${wanted}`, () => `the schedules are ${names} instead of ${wanted}`)
}

/** Whether a schedule began the request: its id is a function of the task and the minute, which the id contains. */
export const isScheduledRun = ({ id, taskId }: Pick<RequestRecord, 'id' | 'taskId'>): boolean =>
  taskId !== undefined && createRunId(taskId, Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)) === id
