import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { resultsBucket } from '../../../local/storage.ts'
import {
  artifact,
  drain,
  laterRequest,
  type RequestWorld,
  startAccountWorld,
  startRequestWorld,
} from '../../support/jobs/request-world.ts'
import { objectKeys } from '../../support/service/embedded-data.ts'

const context = () => ({
  remainingMs: () => 100_000,
  extendVisibility: async () => undefined,
  signal: new AbortController().signal,
  report: createRenderReport(),
})

const filesIn = ({ dataDir }: RequestWorld): string[] =>
  objectKeys(dataDir, resultsBucket, 'cache/').map((key) => key.replace('cache/', ''))

/** A render that waits until it is let go. */
const gate = () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  return {
    open,
    reached,
    async pass() {
      reach()
      await opened
    },
  }
}

test('a message that is delivered twice, before and after the end, renders once', async () => {
  const { world, account } = await startAccountWorld()
  const { requestId } = await world.accept()(laterRequest(world, account))
  const message = { kind: 'request', accountId: account.id, requestId }
  await world.send('render', message)
  await drain(world)
  await world.send('render', message)
  await drain(world)
  expect(world.renders).toHaveLength(1)
  expect(filesIn(world)).toHaveLength(1)
  expect(await world.hitsUsed(account.id)).toBe(1)
})

test('of two workers with the same message one renders, and the other retries after the lease', async () => {
  const { world, accept } = await startAccountWorld()
  const key = await accept({ timeout: 10 })
  const render = gate()
  world.behaviour.render = async () => {
    await render.pass()
    return artifact
  }
  const first = world.worker()(key, context())
  await render.reached
  const second = await world.worker()(key, context())
  expect(second).toMatchObject({ outcome: 'leased' })
  expect(second.retrySeconds).toBeGreaterThan(20)
  render.open()
  expect(await first).toMatchObject({ outcome: 'done' })
  expect(await world.worker()(key, context())).toMatchObject({ outcome: 'ended' })
  expect(world.renders).toHaveLength(1)
})

test('of eight concurrent claims one is granted', async () => {
  const { world, accept } = await startAccountWorld()
  const key = await accept()
  const terms = { leaseUntilMs: world.nowMs() + 60_000, attemptsMax: 3 }
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => world.requests.claim(key, { ...terms, claimId: randomUUID() })),
  )
  expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
  expect(claims.filter(({ kind }) => kind === 'leased')).toHaveLength(7)
})

test('after the clock was set back, the lease of a dead worker does not block the request', async () => {
  const { world, accept } = await startAccountWorld()
  const key = await accept()
  const claim = (attemptsMax = 3) =>
    world.requests.claim(key, {
      claimId: randomUUID(),
      leaseUntilMs: world.nowMs() + 60_000,
      attemptsMax,
    })
  expect(await claim()).toMatchObject({ kind: 'claimed' })
  world.clock.aheadMs -= 4_000
  expect(await claim()).toMatchObject({ kind: 'leased' })
  world.clock.aheadMs -= 3_600_000
  expect(await claim(1)).toMatchObject({ kind: 'exhausted' })
  expect(await claim()).toMatchObject({ kind: 'claimed' })
  expect(await claim()).toMatchObject({ kind: 'leased' })
})

test('a worker that outlives its lease and the next worker both render, and one result is stored', async () => {
  const { world, account, accept } = await startAccountWorld()
  const key = await accept({ webhook_url: 'https://hooks.example.com/' })
  const slow = gate()
  world.behaviour.render = async () => {
    if (world.renders.length === 1) await slow.pass()
    return { ...artifact, body: Buffer.from(`render ${world.renders.length}`) }
  }
  const late = world.worker()(key, context())
  await slow.reached
  world.clock.aheadMs += 120_000
  expect(await world.worker()(key, context())).toMatchObject({ outcome: 'done' })
  const record = await world.requests.find(key)
  slow.open()
  // It runs again, so the steps after the end are completed even if the other worker died before them.
  expect(await late).toMatchObject({ outcome: 'superseded', retrySeconds: expect.any(Number) })
  expect(world.renders).toHaveLength(2)
  expect(await world.requests.find(key)).toEqual(record)
  expect(filesIn(world)).toEqual([record?.result?.name])
  expect(await world.hitsUsed(account.id)).toBe(1)
})

test('a claim that takes effect after another one, with a clock from before it, changes nothing', async () => {
  const { world, accept } = await startAccountWorld()
  const key = await accept()
  const leaseUntilMs = world.nowMs() + 60_000
  const late = { claimId: 'late', leaseUntilMs, attemptsMax: 3, attempts: 0 }
  const first = { ...late, claimId: 'first', leaseUntilMs: leaseUntilMs + 80_000 }
  expect(await world.requests.claim(key, first)).toMatchObject({ kind: 'claimed' })
  expect(await world.requests.claim(key, late)).toMatchObject({ kind: 'leased' })
  expect(await world.requests.find(key)).toMatchObject({ claimId: 'first', attempts: 1 })
})

test.each([20_000, 120_000])(
  'a worker that stalled for %i ms before its render, which could outlast its lease, leaves it to the next one',
  async (stallMs) => {
    const world = await startRequestWorld()
    const account = await world.createAccount()
    const { requestId } = await world.accept()(laterRequest(world, account))
    const key = { accountId: account.id, id: requestId }
    const stalled = context()
    const late = world.worker()(key, {
      ...stalled,
      async extendVisibility() {
        world.clock.aheadMs += stallMs
      },
    })
    expect(await late).toMatchObject({ outcome: 'superseded' })
    expect(world.renders).toEqual([])
    // No attempt was made, so others need not wait for the lease.
    expect(await world.requests.find(key)).toMatchObject({ attempts: 0 })
    expect(await world.worker()(key, context())).toMatchObject({ outcome: 'done' })
  },
)

test('a late worker does not change a request that has ended', async () => {
  const { world, accept } = await startAccountWorld()
  const key = await accept()
  const terms = { claimId: 'a', leaseUntilMs: world.nowMs() + 60_000, attemptsMax: 3 }
  const claim = await world.requests.claim(key, terms)
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  await world.worker()(key, context())
  world.clock.aheadMs += 120_000
  await world.worker()(key, context())
  const done = await world.requests.find(key)
  expect(done).toMatchObject({ status: 'done' })
  const error = { code: 'internal_error', message: 'late' }
  expect(await world.requests.fail(claim.record, { error, finished: 1 })).toBeUndefined()
  if (!done?.result) throw new Error('no result')
  const other = { ...done.result, name: 'other.png' }
  expect(await world.requests.finish(claim.record, { result: other, finished: 1 })).toBeUndefined()
  await world.requests.release(claim.record)
  expect(await world.requests.claim(key, { claimId: 'b', leaseUntilMs: 1, attemptsMax: 9 })).toMatchObject({
    kind: 'ended',
  })
  expect(await world.requests.find(key)).toEqual(done)
})
