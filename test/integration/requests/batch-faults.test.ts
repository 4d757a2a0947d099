import { expect, test } from 'vitest'
import { toChunkKey, toItemId } from '../../../lib/core/requests/batch.ts'
import { createBatches } from '../../../lib/jobs/batches/follow-batch.ts'
import { notBegun, startBatchWorld, urls } from '../../support/jobs/batch-tools.ts'
import { artifact, drain } from '../../support/jobs/request-world.ts'

const { world, tools } = await startBatchWorld()

test('the rest of a batch fails with the request that met the end of the quota', async () => {
  const account = await world.createAccount()
  world.behaviour.render = async () => artifact
  await world.takeHits(account, 3)
  const key = await tools.accept(account, { requests: urls(70), max_concurrency: 3 })
  let taken = 3
  const changed = {
    hits: {
      ...world.hits,
      take: async (...args: Parameters<typeof world.hits.take>) =>
        taken++ < 4 ? world.hits.take(...args) : undefined,
    },
  }
  const { followBatch } = createBatches({ ...world.performDeps, ...changed })
  await drain(world, world.worker({ followBatch }))
  expect(await tools.view(key)).toMatchObject({
    status: 'ended',
    done: 4,
    failed: 66,
    codes: { quota_exceeded: 66 },
  })
  expect(await tools.recordsOf(account, key)).toHaveLength(taken)
  expect(taken).toBeLessThan(9)
})

test('an account with an unpaid invoice gets one record for the rest of a batch', async () => {
  const account = await world.createAccount()
  world.behaviour.render = async () => artifact
  const key = await tools.accept(account, { requests: urls(30), max_concurrency: 1 })
  await world.accounts.change(account.id, { paid: false })
  await drain(world)
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 1, codes: { payment_required: 29 } })
  expect(await tools.recordsOf(account, key)).toHaveLength(2)
})

test('after a cancel, a request without a record never begins', async () => {
  const account = await world.createAccount()
  const before = world.renders.length
  const key = await tools.accept(account, { requests: urls(5), max_concurrency: 2 }, notBegun)
  const stale = await world.batches.find(key)
  await tools.cancel(key)
  await createBatches(world.performDeps).resumeBatch(stale as never)
  await drain(world)
  expect(world.renders).toHaveLength(before)
  expect(await tools.view(key)).toMatchObject({ status: 'ended', codes: { canceled: 5 } })
  expect(await world.hitsUsed(account.id)).toBe(0)
})

test('a repeat with the Idempotency-Key begins what the first call could not', async () => {
  const account = await world.createAccount()
  const body = { requests: urls(2) }
  const key = await tools.accept(account, body, { ...notBegun, idempotencyKey: 'once' })
  expect((await world.counts('render')).visible).toBe(0)
  expect(await tools.accept(account, body, { idempotencyKey: 'once' })).toEqual(key)
  await drain(world)
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 2 })
})

test('a batch whose list is lost ends as expired after two days', async () => {
  const account = await world.createAccount()
  const key = await tools.accept(account, { requests: urls(2) }, notBegun)
  const batch = await world.batches.find(key)
  if (batch) await world.inputs.delete(toChunkKey(batch, 0))
  world.clock.aheadMs += 49 * 3_600_000
  for (let sweeps = 0; sweeps < 3; sweeps++) {
    await world.sweep()
    await drain(world)
    world.clock.aheadMs += 5 * 60_000
  }
  expect(await tools.view(key)).toMatchObject({ status: 'ended', codes: { expired: 2 } })
})

test('a batch that could not go on does so in the next sweep', async () => {
  const account = await world.createAccount()
  const key = await tools.accept(account, { requests: urls(1) }, notBegun)
  const resumeBatch = async () => {
    throw new Error('SQS is away')
  }
  world.clock.aheadMs += 5 * 60_000
  expect(await world.sweepWith({ resumeBatch })).toMatchObject({ errors: 1 })
  world.clock.aheadMs += 5 * 60_000
  await world.sweep()
  await drain(world)
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 1 })
})

test('a second message of a request does not send one more for the next request', async () => {
  const account = await world.createAccount()
  const { followBatch } = createBatches(world.performDeps)
  const key = await tools.accept(account, { requests: urls(3), max_concurrency: 1 })
  const first = { accountId: account.id, id: toItemId(key.id, 0) }
  const record = await world.requests.find(first)
  const error = { code: 'page_timeout', message: 'The page did not load.' }
  const finished = Math.floor(world.nowMs() / 1000)
  const failed = record && (await world.requests.fail(record, { error, finished }))
  for (let repeats = 0; repeats < 3; repeats++) await followBatch(failed as never)
  expect((await world.counts('render')).visible).toBe(2)
  world.clock.aheadMs += 16 * 60_000
  await followBatch(failed as never)
  expect((await world.counts('render')).visible).toBe(3)
  await drain(world)
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 2 })
})

test('the message of a request that waits for hours is sent again twice an hour at most', async () => {
  const account = await world.createAccount()
  const key = await tools.accept(account, { requests: urls(1) })
  for (let sweeps = 0; sweeps < 36; sweeps++) {
    world.clock.aheadMs += 5 * 60_000
    await world.sweep()
  }
  expect((await world.counts('render')).visible).toBe(7)
  await drain(world)
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 1 })
})

test('the next request begins as soon as the consumer of dead letters or the sweep has failed one', async () => {
  const account = await world.createAccount()
  const key = await tools.accept(account, { requests: urls(3), max_concurrency: 1 })
  const find = (index: number) => world.requests.find({ accountId: account.id, id: toItemId(key.id, index) })
  await world.endDead({ accountId: account.id, id: toItemId(key.id, 0) })
  expect(await find(1)).toMatchObject({ status: 'queued' })
  world.clock.aheadMs += 7.1 * 3_600_000
  await world.sweepWith({ resumeBatch: async () => {} })
  expect(await find(2)).toMatchObject({ status: 'queued' })
  await drain(world)
  expect(await tools.view(key)).toMatchObject({ done: 1, codes: { internal_error: 1, expired: 1 } })
})
