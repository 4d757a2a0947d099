import { expect, test } from 'vitest'
import { HostNotFoundError } from '../../../lib/base/errors.ts'
import { openHitMs } from '../../../lib/core/access/open-hits.ts'
import type { RequestKey } from '../../../lib/core/requests/request-record.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { type DyingProcess, dyingAfter } from '../../support/faults/dying-process.ts'
import {
  artifact,
  drain,
  laterRequest,
  type RequestWorld,
  readResult,
  startRequestWorld,
} from '../../support/jobs/request-world.ts'

const large = { html: `<p>${'x'.repeat(150_000)}</p>`, webhook_url: 'https://hooks.example.com/done' }

const stepsMax = 30

const perform = (world: RequestWorld, key: RequestKey, process: DyingProcess) => {
  const { requests, inputs, hits, queues, accounts, files, cache } = world
  const wrapped = { requests, inputs, hits, queues, accounts, files, cache }
  const deps = Object.fromEntries(
    Object.entries(wrapped).map(([name, part]) => [name, process.wrap(part as object)]),
  )
  return world
    .worker(deps)(key, {
      remainingMs: () => 100_000,
      extendVisibility: async () => undefined,
      signal: new AbortController().signal,
      report: createRenderReport(),
    })
    .catch(() => undefined)
}

/** Takes every message of the webhook queue and says whose it is. */
const webhooksOf = async (world: RequestWorld): Promise<Set<string>> => {
  const ids = new Set<string>()
  for (;;) {
    const records = await world.receive('webhook')
    if (records.length === 0) return ids
    for (const record of records) {
      ids.add(JSON.parse(record.body).requestId)
      await world.remove('webhook', record)
    }
  }
}

test('a request whose worker dies after any step ends done, once, with a complete file', async () => {
  const world = await startRequestWorld()
  let died = 0
  for (let step = 1; step <= stepsMax; step++) {
    const account = await world.createAccount()
    const { requestId } = await world.accept()(laterRequest(world, account, { ...large, cache: true }))
    const key = { accountId: account.id, id: requestId }
    const process = dyingAfter(step)
    await perform(world, key, process)
    if (process.isDead()) died += 1
    await drain(world)
    const record = await world.requests.find(key)
    expect(record, `step ${step}`).toMatchObject({ status: 'done', counted: true })
    expect(record).not.toHaveProperty('hasInput')
    await expect(world.inputs.get(key)).rejects.toMatchObject({ name: 'AccessDenied' })
    expect(await readResult(world, record?.result?.name ?? '')).toEqual({
      body: artifact.body.toString(),
      sha256: record?.result?.sha256,
    })
    expect(await world.hitsUsed(account.id)).toBe(1)
    expect(await webhooksOf(world)).toEqual(new Set([requestId]))
    if (!process.isDead()) break
  }
  // find, read the input, claim, account, cache, store, finish, remember, webhook, delete the input, settle
  expect(died).toBeGreaterThanOrEqual(10)
})

test('a request whose worker dies while it fails the request ends failed, with its hit refunded', async () => {
  const world = await startRequestWorld()
  world.behaviour.render = async () => {
    throw new HostNotFoundError('The host does not exist.')
  }
  let died = 0
  for (let step = 1; step <= stepsMax; step++) {
    const account = await world.createAccount()
    // A second hit, which would be lost if one hit were refunded twice.
    await world.takeHits(account, 1)
    const { requestId } = await world.accept()(laterRequest(world, account, large))
    const key = { accountId: account.id, id: requestId }
    const process = dyingAfter(step)
    await perform(world, key, process)
    if (process.isDead()) died += 1
    await drain(world)
    const record = await world.requests.find(key)
    expect(record, `step ${step}`).toMatchObject({
      status: 'failed',
      error: { code: 'host_not_found' },
      counted: false,
    })
    await expect(world.inputs.get(key)).rejects.toMatchObject({ name: 'AccessDenied' })
    expect(await world.hitsUsed(account.id)).toBe(1)
    expect((await webhooksOf(world)).size).toBe(0)
    if (!process.isDead()) break
  }
  expect(died).toBeGreaterThanOrEqual(6)
})

test('a request whose worker dies during three attempts ends failed, with a reason', async () => {
  const world = await startRequestWorld()
  const account = await world.createAccount()
  const { requestId } = await world.accept()(laterRequest(world, account, large))
  const key = { accountId: account.id, id: requestId }
  for (let attempt = 1; attempt <= 3; attempt++) {
    // find, read the input, claim
    await perform(world, key, dyingAfter(3))
    expect(await world.requests.find(key)).toMatchObject({ status: 'queued', attempts: attempt })
    world.clock.aheadMs += 120_000
  }
  await drain(world)
  expect(world.renders).toEqual([])
  expect(await world.requests.find(key)).toMatchObject({
    status: 'failed',
    error: { code: 'internal_error', message: expect.stringContaining('failed during') },
  })
  expect(await world.hitsUsed(account.id)).toBe(0)
})

test('a request whose service dies while accepting it is completed by a repeat with the same key', async () => {
  const world = await startRequestWorld()
  const hits: number[] = []
  for (let step = 1; step <= stepsMax; step++) {
    const account = await world.createAccount()
    const again = () => laterRequest(world, account, { ...large, idempotencyKey: 'order-1' })
    const process = dyingAfter(step)
    const { requests, inputs, queues, idempotency } = world
    const deps = Object.fromEntries(
      Object.entries({ requests, inputs, hits: world.hits, queues, idempotency }).map(([name, part]) => [
        name,
        process.wrap(part as object),
      ]),
    )
    const first = again()
    await world
      .accept(deps)(first)
      .catch(() => undefined)
    const repeated = await world.accept()(again())
    expect(repeated.requestId, `step ${step}`).toBe(first.requestId)
    await drain(world)
    const { records } = await world.requests.list(account.id, { limit: 10 })
    expect(records).toMatchObject([{ id: first.requestId, status: 'done' }])
    world.clock.aheadMs += openHitMs
    await world.hits.settleOverdue(account.id)
    hits.push(await world.hitsUsed(account.id))
    if (!process.isDead()) break
  }
  expect(hits.length).toBeGreaterThanOrEqual(5)
  expect(hits).toEqual(hits.map(() => 1))
})
