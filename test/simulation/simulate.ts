import { type TableName, tables } from '../../infra/tables.ts'
import { asEvent } from '../../lib/core/events/event.ts'
import { ownerOf } from '../../lib/core/requests/batch.ts'
import { fileNamesOfRequest } from '../../lib/core/requests/request-record.ts'
import { checkFollowed } from './batches.ts'
import { createBucket } from './bucket.ts'
import { type Call, createCallAws, type Faults, isDuring } from './calls.ts'
import { createCustomers, lateMsMax, type Promises } from './customers.ts'
import { createDatabase } from './dynamodb.ts'
import { createEngine, type Process, replaceChance } from './engine.ts'
import { createWitness } from './events.ts'
import type { Item } from './expressions.ts'
import { createLambda } from './lambda.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createOutside, pages, receivers, storages } from './outside.ts'
import { createSimulatedQueues, type MessageFaults } from './queues.ts'
import { checkRest } from './rest.ts'
import { createSimulatedScheduler } from './schedules.ts'
import { type Cloud, createService } from './service.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export interface Plan {
  startMs: number
  /** How long customers are active. */
  activeMs: number
  actions: number
  calls: Faults['calls']
  outages: Faults['outages']
  messages: MessageFaults
  pages: readonly string[]
  receivers: readonly string[]
  storages: readonly string[]
  /** Whether an account is closed, and whether months pass before more requests. */
  closes: boolean
  months: boolean
  /** Requests that an account sends at the beginning, and how many workers there are. */
  burst?: { customer: number; requests: number; workers: number }
}

export interface Outcome {
  seed: number
  violations: readonly string[]
  events: number
  calls: number
  checks: number
  faults: Readonly<Record<string, number>>
  /** Requests and uploads by how they ended, and events by type. */
  ends: Readonly<Record<string, number>>
  ledger: Ledger
  promises: Promises
  /** How often messages of each request were received. */
  received: ReadonlyMap<string, number>
  /** Writes of the places and of the hits of accounts, by minute. */
  writes: ReadonlyMap<number, number>
  history(): string
}

export const none = { failed: 0, unanswered: 0, throttled: 0, slow: 0, crashed: 0 }

/** Draws which faults a seed has, and how many: with all of them at once, few requests would get far. */
export const drawPlan = (seed: number): Plan => {
  const { random, chance } = createEngine(seed, 0)
  const some = (most: number) => (chance(500) ? random(most) : 0)
  const startMs = Date.UTC(2026, random(24), 1) - 20 * minuteMs - random(3) * 9 * hourMs
  const activeMs = (10 + random(60)) * minuteMs
  const services = ['dynamodb', 's3', 'sqs', 'scheduler', 'kms'] as const
  const outages = services.flatMap((service) => {
    if (!chance(150)) return []
    const fromMs = startMs + 2 * minuteMs + random(activeMs)
    const matches = (call: Call) => call.service === service
    return [
      {
        kind: chance(700) ? ('away' as const) : ('denied' as const),
        fromMs,
        toMs: fromMs + random(20) * minuteMs,
        matches,
      },
    ]
  })
  const plan: Plan = {
    startMs,
    activeMs,
    actions: 6 + random(16),
    calls: { failed: some(40), unanswered: some(40), throttled: some(40), slow: some(60), crashed: some(20) },
    outages,
    messages: { lost: some(100), repeated: some(100), late: some(200) },
    pages,
    receivers,
    storages,
    closes: chance(250),
    months: chance(150),
  }
  // More than may be open. Such a seed takes as long as ten others.
  const burst = !plan.months && chance(50) && { customer: 1, requests: 120, workers: 1 }
  return { ...plan, ...(burst && { burst }) }
}

/** Runs one seed: customers are active while things fail, then everything works again and must come to rest with every promise kept. */
export const simulate = async (seed: number, plan: Plan): Promise<Outcome> => {
  const world = createWorld(seed, plan)
  const restore = replaceChance(world.engine)
  try {
    await run(world, plan)
  } finally {
    restore()
  }
  return toOutcome(seed, world)
}

const run = async (world: World, plan: Plan) => {
  const { engine, customers } = world
  engine.spawn('customers', () => customers.open())
  await engine.runUntil(plan.startMs + minuteMs)
  await live(world, plan)
  if (plan.months && engine.violations.length === 0) {
    world.letPass((31 + engine.random(40)) * dayMs)
    await engine.runUntil(engine.nowMs() + 80 * dayMs)
    await live(world, plan)
  }
  if (engine.violations.length === 0) await settle(world)
  if (engine.violations.length === 0) checkRest(world)
  if (engine.violations.length === 0) await eraseClosed(world)
}

/** Of an account that is erased, nothing is left in the tables, and no file of its requests. */
const eraseClosed = async ({ engine, cloud, ledger, serve, current }: World) => {
  current.isErasing = true
  for (const id of ledger.closed.keys()) {
    engine.spawn('operator', async (process) => void (await serve(process).erase(id)))
    await engine.runUntil(engine.nowMs() + hourMs)
    const items = (Object.keys(tables) as TableName[]).flatMap((table) => cloud.database.all(table))
    // Random ids may contain the letters of another one.
    const word = new RegExp(`(?<![\\w-])${id}(?![\\w-])`)
    const left = items.find((item) => word.test(JSON.stringify(item)))
    ledger.check(!left, () => `${id} was erased, and ${JSON.stringify(left)} is left`)
    const records = [...ledger.entries.values()].map(({ record }) => record)
    const files = records.filter((record) => ownerOf(record) === id).flatMap(fileNamesOfRequest)
    ledger.check(!files.some((name) => cloud.bucket.has(name)), () => `${id} was erased, and has files`)
  }
}

const harmless = /^(message|schedule|browser lost)/

export type World = ReturnType<typeof createWorld>

const createWorld = (seed: number, plan: Plan) => {
  const engine = createEngine(seed, plan.startMs)
  const faults: Record<string, number> = {}
  const count = (kind: string) => {
    faults[kind] = (faults[kind] ?? 0) + 1
  }
  let calls = 0
  const writes = new Map<number, number>()
  const dropped: string[] = []
  const current = { calls: { ...none }, outages: plan.outages, isErasing: false }
  const bucket: ReturnType<typeof createBucket> = createBucket({
    nowMs: engine.nowMs,
    onDelete: (name) => current.isErasing || ledger.onFileDeleted(name),
    breaks() {
      const isNow = engine.chance(current.calls.failed)
      if (isNow) count('file breaks off')
      return isNow
    },
  })
  const ledger = createLedger(engine, (name) => bucket.has(name))
  const witness = createWitness((id) => customers.promises.accounts.find((one) => one.id === id)?.plan)
  const database = createDatabase((...write) => {
    ledger.onWrite(...write)
    witness.onWrite(...write)
  })
  const messageFaults = { lost: 0, repeated: 0, late: 0 }
  const rough = createCallAws({ engine, faults: current, count })
  const isAway = (service: Call['service']) =>
    plan.outages.some(
      (one) => isDuring(one, engine.nowMs()) && one.matches({ service, name: 'ReceiveMessage', target: '' }),
    )
  const queues = createSimulatedQueues({
    engine,
    faults: messageFaults,
    count,
    wake: (queue) => lambda.wake(queue),
  })
  const cloud: Cloud = {
    engine,
    database,
    bucket,
    queues,
    callAws(process, call, effect) {
      calls += 1
      if (call.name === 'Update' && /^usage |#places\/renders$/.test(call.target)) {
        const minute = Math.floor(engine.nowMs() / minuteMs)
        writes.set(minute, (writes.get(minute) ?? 0) + 1)
      }
      return rough(process, call, effect)
    },
    scheduler: createSimulatedScheduler({
      engine,
      repeated: 20,
      count,
      onDropped: (body) => void dropped.push(body),
      send(body) {
        if (isAway('sqs')) return false
        queues.send('render', body)
        return true
      },
    }),
  }
  const serve = (process: Process) =>
    createService(cloud, process, createOutside({ engine, cloud, ledger, count }, process))
  const lambda: ReturnType<typeof createLambda> = createLambda({
    cloud,
    serve,
    isSqsAway: () => isAway('sqs'),
    renderWorkers: plan.burst?.workers ?? 3,
    onDone: (queue, body) => {
      if (!queue.startsWith('render')) return
      const others = queues.all().map(({ message }) => message.body)
      checkFollowed(ledger, database.all('requests'), body, others)
    },
  })
  const customers: ReturnType<typeof createCustomers> = createCustomers({
    engine,
    ledger,
    kinds: plan,
    serve,
  })
  return {
    engine,
    cloud,
    ledger,
    lambda,
    customers,
    current,
    faults,
    witness,
    /** Whether no call has failed and no process has died but those that render. */
    isCalm: () => Object.keys(faults).every((fault) => harmless.test(fault)),
    dropped,
    writes,
    serve,
    calls: () => calls,
    /** Begins or ends the random faults. */
    setRough(isOn: boolean) {
      Object.assign(current.calls, isOn ? plan.calls : none)
      Object.assign(messageFaults, isOn ? plan.messages : { lost: 0, repeated: 0, late: 0 })
    },
    /** What AWS does daily while nobody uses the service. */
    letPass(ms: number) {
      for (let day = 1; day * dayMs <= ms; day++)
        engine.after(day * dayMs, () => {
          database.expire(engine.nowMs())
          bucket.expire()
        })
    },
  }
}

const sweepMs = 5 * minuteMs

/** Longer than an upload, its webhook and the event about it take one after the other. Each is given up after at most 48 h. */
const restMsMax = 150 * hourMs

const sendBurst = ({ engine, customers }: World, { burst }: Plan) => {
  for (let request = 0; request < (burst?.requests ?? 0); request++)
    engine.after(engine.random(minuteMs), () =>
      engine.spawn('customer', () => customers.queue(burst?.customer)),
    )
}

/** A time with customers and faults, and the time until everything has come to rest. */
const live = async (world: World, plan: Plan) => {
  const { engine, cloud, customers, lambda } = world
  const endsMs = engine.nowMs() + plan.activeMs
  customers.promises.activeUntilMs = endsMs
  world.setRough(true)
  cloud.scheduler.setStopped(false)
  for (let action = 0; action < plan.actions; action++)
    engine.after(engine.random(plan.activeMs), () => engine.spawn('customer', () => customers.act()))
  sendBurst(world, plan)
  if (plan.closes)
    engine.after(engine.random(plan.activeMs), () =>
      engine.spawn('operator', () =>
        customers.close(customers.promises.accounts[1] ?? { id: '', plan: 'free' }),
      ),
    )
  while (engine.nowMs() < endsMs && engine.violations.length === 0) {
    if (findsWork(world)) lambda.sweep()
    await engine.runUntil(engine.nowMs() + sweepMs)
  }
  world.setRough(false)
  cloud.scheduler.setStopped(true)
  // Until the messages of the last minutes have arrived.
  await engine.runUntil(endsMs + lateMsMax)
  engine.spawn('customers', () => customers.rest())
  const latestMs = Math.max(engine.nowMs(), ...plan.outages.map(({ toMs }) => toMs)) + restMsMax
  await engine.runUntil(engine.nowMs() + sweepMs)
  while (!isAtRest(world) && engine.violations.length === 0) {
    if (engine.nowMs() > latestMs)
      return engine.violate(`the service does not come to rest: ${describeUnrest(world)}`)
    if (findsWork(world)) lambda.sweep()
    await engine.runUntil(engine.nowMs() + sweepMs)
  }
}

/** The next request of each account settles what dead processes have left. */
const settle = async ({ engine, customers, serve, lambda }: World) => {
  await engine.runUntil(engine.nowMs() + 3 * minuteMs)
  for (const { id } of customers.promises.accounts)
    engine.spawn('usage', async (process) => {
      for (let rounds = 0; rounds < 2; rounds++) await serve(process).hits.closeOverdue(id)
    })
  // A sweep leaves schedules alone that a task may still be created for.
  await engine.runUntil(engine.nowMs() + 15 * minuteMs)
  lambda.sweep()
  await engine.runUntil(engine.nowMs() + minuteMs)
}

/** Most sweeps find nothing, and are left out. */
const findsWork = ({ engine, cloud }: World) =>
  engine.chance(50) || cloud.database.all('requests').some((item) => isOverdue(item, engine.nowMs()))

const isOverdue = ({ openShard, openSince }: Item, nowMs: number) => {
  if (openShard === undefined) return false
  const waits: Record<string, number> = { queued: 7 * hourMs, batch: 4 * minuteMs, places: 4 * minuteMs }
  const waitMs = waits[String(openShard['S']).split('#')[0] ?? ''] ?? 15 * minuteMs
  return Number(openSince?.['N']) * 1000 <= nowMs - waitMs
}

const describeUnrest = ({ cloud }: World) => {
  const open = cloud.database.all('requests').filter((item) => item['openShard'])
  const messages = cloud.queues.all().map(({ queue, message }) => `${queue} ${message.body}`)
  return [...open.map((item) => `${item['openShard']?.['S']} ${item['id']?.['S']}`), ...messages].join(', ')
}

const isAtRest = ({ cloud }: World) =>
  cloud.queues.all().length === 0 &&
  cloud.database.all('requests').every((item) => item['openShard'] === undefined)

const toOutcome = (seed: number, world: World): Outcome => {
  const { engine, ledger, customers } = world
  const ends: Record<string, number> = {}
  const add = (end: string) => {
    ends[end] = (ends[end] ?? 0) + 1
  }
  if (customers.promises.refused > 0) ends['queue_full'] = customers.promises.refused
  for (const { record } of ledger.entries.values()) {
    add(asEvent(record)?.event.type ?? record.error?.code ?? record.status)
    if (record.upload) add(`upload ${record.upload.status}`)
  }
  return {
    seed,
    violations: engine.violations,
    events: engine.events(),
    calls: world.calls(),
    checks: ledger.checks(),
    faults: world.faults,
    ends,
    ledger,
    promises: customers.promises,
    received: world.cloud.queues.received,
    writes: world.writes,
    history: () =>
      engine.history
        .map(({ atMs, who, what }) => `${new Date(atMs).toISOString().slice(5, 23)} ${who}: ${what()}`)
        .join('\n'),
  }
}
