import { readOptions } from '../../lib/core/options/read-options.ts'
import { renderSeconds } from '../../lib/core/plan/budgets.ts'
import { createRequestId } from '../../lib/core/requests/request-id.ts'
import type { StoredTask } from '../../lib/core/tasks/stored-task.ts'
import { createRenderReport } from '../../lib/core/telemetry/render-report.ts'
import { toSeconds } from '../../lib/core/to-seconds.ts'
import type { RenderOutcome } from '../../lib/jobs/render-now.ts'
import { operations } from '../../lib/schema/operations.ts'
import type { DeliveryOptions } from '../../lib/schema/render-options.ts'
import type { TierName } from '../../lib/schema/tier-features.ts'
import type { Account } from '../../lib/store/accounts.ts'
import { type BatchPromise, createBatchCustomers } from './batches.ts'
import type { Engine, Process } from './engine.ts'
import { type SubscriptionPromise, subscribe } from './events.ts'
import type { Ledger } from './ledger.ts'
import { storageEndpoint, toReceiver } from './outside.ts'
import type { Service } from './service.ts'

export interface Customer {
  id: string
  plan: TierName
}

/** A task, and the time in which it certainly runs. */
interface TaskPromise {
  task: StoredTask
  owner: Customer
  fromMs: number
  untilMs: number
}

/** A render that was answered, or failed, and has no record. */
interface UnrecordedRender {
  fromMs: number
  atMs: number
  /** Whether its hit certainly counts. */
  isCertain: boolean
}

/** What the service has promised to its customers. */
export interface Promises {
  accounts: Customer[]
  /** Requests that were answered with 202. */
  accepted: { accountId: string; id: string }[]
  batches: BatchPromise[]
  /** Those whose owner asked for another webhook. */
  repeated: Set<string>
  /** The ids that were offered for each Idempotency-Key. */
  keys: Map<string, string[]>
  tasks: TaskPromise[]
  subscriptions: Map<string, SubscriptionPromise>
  /** Accounts whose storage was replaced or removed. */
  changedStorage: Set<string>
  /** By account. */
  unrecorded: Map<string, UnrecordedRender[]>
  /** Calls that were refused because too many requests were open. */
  refused: number
  /** When the time with customers ends. */
  activeUntilMs: number
}

export interface CustomerTools {
  engine: Engine
  ledger: Ledger
  /** What pages, receivers and storages do. */
  kinds: Record<'pages' | 'receivers' | 'storages', readonly string[]>
  serve(process: Process): Service
}

/** The longest outage, the longest wait of its messages, the time that a dead worker hides one, and SQS's own delay. */
export const lateMsMax = 95 * 60_000

const operation = operations.scrape

const validated = new Map<string, DeliveryOptions>()

/** Validation takes longer than everything else, and the seeds use few different options. */
const toOptions = (value: Record<string, unknown>): DeliveryOptions => {
  const text = JSON.stringify(value)
  const options = validated.get(text) ?? readOptions(operation, { kind: 'body', value })
  validated.set(text, options as unknown as DeliveryOptions)
  return options as unknown as DeliveryOptions
}

const watch = { mode: 'text' as const, threshold: 0, ignore_selectors: [], notify: 'change' as const }

/** Large options are stored in the bucket. */
const largeQuery = `?${'x'.repeat(5_000)}`

const push = <T>(lists: Map<string, T[]>, key: string, value: T) =>
  lists.set(key, [...(lists.get(key) ?? []), value])

/** Three customers, who send requests of every kind, repeat what was not answered, and note what they were promised. */
export const createCustomers = (deps: CustomerTools) => {
  const { engine, ledger, kinds } = deps
  const promises: Promises = {
    accounts: [],
    accepted: [],
    batches: [],
    repeated: new Set(),
    keys: new Map(),
    tasks: [],
    subscriptions: new Map(),
    changedStorage: new Set(),
    unrecorded: new Map(),
    refused: 0,
    activeUntilMs: 0,
  }
  let storageOwner: Customer | undefined
  const call = createCall(deps)
  const { createBatch, cancelBatch } = createBatchCustomers(deps, call, promises.batches)
  const pick = <T>(list: readonly T[]): T => list[engine.random(list.length)] as T
  const newId = () => createRequestId(engine.nowMs(), engine.randomBytes(10))

  const drawOptions = ({ id }: Customer): Record<string, unknown> => ({
    url: `https://page.test/${pick(kinds.pages)}${engine.chance(150) ? largeQuery : ''}`,
    external_id: id,
    ...(engine.chance(200) && { cache: true, cache_ttl: 3_600 }),
    ...(engine.chance(600) && {
      webhook_url: toReceiver(pick(kinds.receivers)),
      webhook_errors: engine.chance(400),
    }),
    ...(engine.chance(100) && { storage: false }),
  })

  /** One of ten is uploaded to a URL, which differs in each. Only the rest is validated. */
  const drawUpload = (): { upload_url?: string } =>
    engine.chance(100)
      ? { upload_url: `https://put.test/${pick(kinds.storages)}/${newId()}?signature=${newId()}` }
      : {}

  const requestInBackground = async (owner: Customer) => {
    const idempotencyKey = engine.chance(500) ? `key ${newId()}` : undefined
    const options = { ...toOptions({ ...drawOptions(owner), async: true }), ...drawUpload() }
    for (let tries = idempotencyKey === undefined ? 1 : 3; tries > 0; tries--) {
      const accepted = await call('POST /v1/scrape', owner, (service, _, account) => {
        const requestId = newId()
        if (idempotencyKey !== undefined) push(promises.keys, idempotencyKey, requestId)
        const created = toSeconds(engine.nowMs())
        const accepting = service.accept({
          requestId,
          created,
          account,
          operation: 'scrape',
          options,
          idempotencyKey,
        })
        return accepting.catch((error: { code?: string }) => {
          if (error.code === 'queue_full') promises.refused += 1
          throw error
        })
      })
      if (accepted) return void promises.accepted.push({ accountId: owner.id, id: accepted.requestId })
      await engine.sleep(engine.random(20_000))
    }
  }

  const receive = (requestId: string, outcome: RenderOutcome) => {
    if (outcome.kind === 'stored') ledger.announce(outcome.result, `GET ${requestId}`)
    else if ('destroy' in outcome.body) outcome.body.destroy()
  }

  const noteUnrecorded = ({ id }: Customer, requestId: string, { startedMs: fromMs }: Process) => {
    const render = { fromMs, atMs: engine.nowMs(), isCertain: false }
    if (!ledger.entries.has(requestId)) push(promises.unrecorded, id, render)
    return render
  }

  const requestNow = async (owner: Customer) => {
    const isJson = engine.chance(300) && { response_type: 'json' }
    const options = { ...toOptions({ ...drawOptions(owner), ...isJson }), ...drawUpload() }
    const requestId = newId()
    await call('GET /v1/scrape', owner, async (service, process, account) => {
      const pending: Promise<void>[] = []
      const { promise: delivered, resolve: endDelivery } = Promise.withResolvers<void>()
      const note = () => noteUnrecorded(account, requestId, process)
      const render = service.renderNow({
        requestId,
        createdMs: engine.nowMs(),
        account,
        operation: { ...operation, id: 'scrape' },
        options,
        signal: new AbortController().signal,
        report: createRenderReport(),
        renderName: engine.randomBytes(6).toString('hex'),
        delivered,
        waitUntil: (work) => void pending.push(work),
      })
      // A failed render counts if the free ones of the day are used up.
      const outcome = await render.catch(async (error: unknown) => {
        note()
        endDelivery()
        await Promise.all(pending)
        throw error
      })
      receive(requestId, outcome)
      // The caller may read slowly.
      if (engine.chance(300)) await engine.sleep(engine.random(20_000))
      endDelivery()
      const unrecorded = pending.length > 0 ? note() : undefined
      await Promise.all(pending)
      if (unrecorded) unrecorded.isCertain = process.isAlive && !process.hasWarned
    })
  }

  const repeatWebhook = async () => {
    if (promises.accepted.length === 0) return
    const request = pick(promises.accepted)
    promises.repeated.add(request.id)
    await call('POST /v1/requests/<id>/webhook', undefined, (service) => service.repeatWebhook(request))
  }

  const createTask = async () => {
    // The plan of the third one has no tasks.
    const owner = pick(promises.accounts.slice(0, 2))
    if (promises.tasks.length >= 2) return
    const isWatched = engine.chance(500)
    const { webhook_errors, ...query } = drawOptions(owner)
    if (isWatched) Object.assign(query, { format: 'md', cache: false })
    const definition = {
      name: 'task',
      api: 'scrape' as const,
      query: new URLSearchParams(query as Record<string, string>).toString(),
      frequency: 'custom' as const,
      crontab: `*/${pick([5, 10, 15])} * * * *`,
      timezone: 'Etc/UTC',
      enabled: true,
      ...(isWatched && { watch }),
    }
    const task = await call('POST /v1/tasks', owner, (service) =>
      service.createTask({ account: owner, definition }),
    )
    if (task) promises.tasks.push({ task, owner, fromMs: engine.nowMs(), untilMs: Number.POSITIVE_INFINITY })
  }

  const endTask = async (promise: TaskPromise, isDeleted: boolean) => {
    const { task, owner } = promise
    const id = String(task.id)
    promise.untilMs = Math.min(promise.untilMs, engine.nowMs())
    await call(isDeleted ? 'DELETE /v1/tasks/<id>' : 'PATCH /v1/tasks/<id>', owner, async (service) => {
      if (isDeleted) await service.deleteTask({ accountId: owner.id, id })
      else await service.updateTask({ account: owner, id, changes: { enabled: false } })
    })
  }

  const runTask = async ({ task, owner }: TaskPromise) => {
    const run = { requestId: newId(), id: String(task.id) }
    const accepted = await call('POST /v1/tasks/<id>/runs', owner, (service, _, account) =>
      service.startRun({ ...run, account }),
    )
    if (accepted) promises.accepted.push({ accountId: owner.id, id: accepted.requestId })
  }

  const withTask = async (act: (task: TaskPromise) => Promise<void>) => {
    if (promises.tasks.length > 0) await act(pick(promises.tasks))
  }

  const putStorage = async (owner: Customer) => {
    const bucket = pick(kinds.storages)
    const key = { access_key_id: `${bucket}-key`, secret_access_key: newId() }
    return call('PUT /v1/account/storage', owner, (service, _, account) => {
      const terms = { expires: toSeconds(engine.nowMs()) + 60, key_generation: account.keyGeneration ?? 0 }
      const place = { endpoint: storageEndpoint, bucket, key_template: '{operation}/{task}/{id}.{ext}' }
      return service.putStorage(account, { ...place, ...key, ...terms })
    })
  }

  /** Replaces or removes it. A change may take effect although its call fails. */
  const changeStorage = async () => {
    if (!storageOwner) return
    const owner = storageOwner
    promises.changedStorage.add(owner.id)
    if (engine.chance(700)) return void (await putStorage(owner))
    await call('DELETE /v1/account/storage', owner, (service, _, account) =>
      service.deleteStorage(account, { key_generation: account.keyGeneration ?? 0 }),
    )
  }

  /** What customers do, each as often as its number of a hundred. */
  const actions: [number, () => Promise<void>][] = [
    [43, () => requestInBackground(pick(promises.accounts))],
    [2, changeStorage],
    [7, () => createBatch(pick(promises.accounts), newId)],
    [3, cancelBatch],
    [17, () => requestNow(pick(promises.accounts))],
    [8, repeatWebhook],
    [8, createTask],
    [6, () => withTask((task) => endTask(task, engine.chance(300)))],
    [6, () => withTask(runTask)],
  ]

  return {
    promises,
    async act() {
      let draw = engine.random(100)
      const action = actions.find(([share]) => {
        draw -= share
        return draw < 0
      })
      await action?.[1]()
    },
    queue: (customer = 0) => requestInBackground(promises.accounts[customer] as Customer),
    async open() {
      for (const plan of ['scale', 'growth', 'free'] as const) {
        let account: Customer | undefined
        while (!account) account = await call('create', undefined, (service) => service.accounts.create(plan))
        promises.accounts.push({ id: account.id, plan })
        await subscribe(deps, call, { account, promises: promises.subscriptions })
      }
      const owner = pick(promises.accounts)
      for (let tries = 0; tries < 3 && !(await putStorage(owner)); tries++) await engine.sleep(1_000)
      storageOwner = owner
    },
    async close({ id }: Customer) {
      for (const promise of promises.tasks)
        if (promise.owner.id === id) promise.untilMs = Math.min(promise.untilMs, engine.nowMs())
      await call('accounts close', undefined, (service) => service.accounts.close(id))
    },
    /** Pauses every task, so that months can pass. */
    async rest() {
      for (const promise of promises.tasks) await endTask(promise, false)
    },
  }
}

/** What the service does for a request. The account is that of its caller, as it is authenticated. */
type Work<T> = (service: Service, process: Process, account: Account) => Promise<T>

export type Call = <T>(name: string, caller: Customer | undefined, work: Work<T>) => Promise<T | undefined>

/** Returns how a customer makes a request: by a process of its own that ends with its function. Undefined: no response, or an error. */
const createCall =
  ({ engine, serve }: CustomerTools): Call =>
  <T>(name: string, caller: Customer | undefined, work: Work<T>) =>
    new Promise<T | undefined>((resolve) => {
      const process = engine.spawn(name, async (own) => {
        const service = serve(own)
        const account = caller && (await service.accounts.find(caller.id).catch(() => undefined))
        const isRefused = caller && (!account || account.closed !== undefined)
        const answer = isRefused
          ? undefined
          : await work(service, own, account as Account).catch(() => undefined)
        // The response can be lost, too.
        resolve(engine.chance(20) ? undefined : answer)
      })
      engine.after(renderSeconds * 1000, () => {
        process.isAlive = false
        resolve(undefined)
      })
    })
