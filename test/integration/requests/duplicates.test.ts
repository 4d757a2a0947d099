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
} from '../../support/jobs/request-world.ts'
import { objectKeys } from '../../support/service/embedded-data.ts'

const context = () => ({
  remainingMs: () => 100_000,
  extendVisibility: async () => undefined,
  signal: new AbortController().signal,
  report: createRenderReport(),
  invocationId: randomUUID(),
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
