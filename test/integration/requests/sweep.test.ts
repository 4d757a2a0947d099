import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { queues } from '../../../infra/queues.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { openEntry } from '../../../lib/store/request-items.ts'
import {
  drain,
  laterRequest,
  type RequestWorld,
  startAccountWorld,
} from '../../support/jobs/request-world.ts'

const hourMs = 3_600_000

const webhook = { webhook_url: 'https://hooks.example.com/done' }

const takeAll = async (world: RequestWorld, queue: 'render' | 'webhook') => {
  for (const record of await world.receive(queue)) await world.remove(queue, record)
}

test('a request whose message is lost fails after seven hours, not before, and its hit is refunded', async () => {
  const { world, account } = await startAccountWorld()
  const { requestId } = await world.accept()(laterRequest(world, account, webhook))
  const key = { accountId: account.id, id: requestId }
  await takeAll(world, 'render')
  world.clock.aheadMs += 7 * hourMs - 60_000
  expect(await world.sweep()).toMatchObject({ expired: 0 })
  expect(await world.requests.find(key)).toMatchObject({ status: 'queued' })
  world.clock.aheadMs += 120_000
  expect(await world.sweep()).toEqual({
    expired: 1,
    webhooksSent: 0,
    webhooksGivenUp: 0,
    uploadsGivenUp: 0,
    errors: 0,
  })
  expect(await world.requests.find(key)).toMatchObject({
    status: 'failed',
    error: { code: 'expired' },
    counted: false,
    webhook: { status: 'failed' },
  })
  expect(await world.hitsUsed(account.id)).toBe(0)
  expect(await world.sweep()).toMatchObject({ expired: 0 })
})

test('an overdue webhook may have lost its message: it is sent again after 15 minutes, and after twice as long each time', async () => {
  const { world, account } = await startAccountWorld()
  const { requestId } = await world.accept()(laterRequest(world, account, webhook))
  await drain(world)
  await takeAll(world, 'webhook')
  world.clock.aheadMs += 14 * 60_000
  expect(await world.sweep()).toMatchObject({ webhooksSent: 0 })
  world.clock.aheadMs += 120_000
  expect(await world.sweep()).toMatchObject({ webhooksSent: 1 })
  expect(await world.sweep()).toMatchObject({ webhooksSent: 0 })
  const [message] = await world.receive('webhook')
  expect(JSON.parse(message?.body ?? '')).toEqual({ accountId: account.id, requestId })
  world.clock.aheadMs += 17 * 60_000
  expect(await world.sweep()).toMatchObject({ webhooksSent: 1 })
  world.clock.aheadMs += 30 * 60_000
  expect(await world.sweep()).toMatchObject({ webhooksSent: 0 })
  world.clock.aheadMs += 5 * 60_000
  expect(await world.sweep()).toMatchObject({ webhooksSent: 1 })
})

test('a webhook that has been overdue for two days is abandoned, and its record says so', async () => {
  const { world, account } = await startAccountWorld()
  const { requestId } = await world.accept()(laterRequest(world, account, webhook))
  await drain(world)
  await takeAll(world, 'webhook')
  world.clock.aheadMs += 49 * hourMs
  expect(await world.sweep()).toMatchObject({ webhooksGivenUp: 1, webhooksSent: 0 })
  expect(await world.requests.find({ accountId: account.id, id: requestId })).toMatchObject({
    status: 'done',
    webhook: { status: 'failed', attempts: [{ error: expect.any(String) }] },
  })
  expect(await world.sweep()).toMatchObject({ webhooksGivenUp: 0 })
})

test('one record that fails does not keep the sweep from the others', async () => {
  const { world, account } = await startAccountWorld()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    const { requestId } = await world.accept()(laterRequest(world, account))
    ids.push(requestId)
  }
  world.clock.aheadMs += 8 * hourMs
  const swept = await world.sweepWith({
    requests: {
      ...world.requests,
      find: async (key) => {
        if (key.id === ids[1]) throw new Error('throttled')
        return world.requests.find(key)
      },
    },
  })
  expect(swept).toMatchObject({ expired: 2, errors: 1 })
  expect(world.lines).toMatchObject([{ requestId: ids[1], message: 'not swept' }])
  world.clock.aheadMs += hourMs + 60_000
  expect(await world.sweep()).toMatchObject({ expired: 1 })
})

test('60 records of one shard that always fail do not keep the sweep from the others', async () => {
  const { world, account } = await startAccountWorld()
  const ids: string[] = []
  while (ids.length < 61) {
    const key = { accountId: account.id, id: createRequestId(world.nowMs(), randomBytes(10)) }
    if (openEntry('queued', key, 0).openShard !== 'queued#0') continue
    ids.push(key.id)
    const created = Math.floor(world.nowMs() / 1000)
    await world.requests.putQueued({ ...key, operation: 'screenshot', created, options: {}, counted: false })
    world.clock.aheadMs += 1000
  }
  const healthy = ids.at(-1) ?? ''
  world.clock.aheadMs += 8 * hourMs
  const requests = {
    ...world.requests,
    find: async (key: { accountId: string; id: string }) => {
      if (key.id !== healthy) throw new Error('poisoned')
      return world.requests.find(key)
    },
  }
  const sweep = () => world.sweepWith({ requests })
  // One list contains 50 records of a shard. The sweep continues with the next.
  expect(await sweep()).toMatchObject({ expired: 1, errors: 60 })
  expect(await sweep()).toMatchObject({ expired: 0, errors: 0 })
  // They are looked at again an hour later.
  world.clock.aheadMs += hourMs + 60_000
  expect(await sweep()).toMatchObject({ errors: 60 })
})

test('a message that was received as often as its queue allows fails its request, with a reason', async () => {
  const { world, account, accept } = await startAccountWorld()
  const key = await accept()
  const loop = async () => ({ outcome: 'leased', retrySeconds: 0 })
  const { receives } = queues.render.deadLetters
  for (let deliveries = 0; deliveries <= receives; deliveries++) await world.deliver(loop)
  expect(world.lines.filter(({ outcome }) => outcome === 'leased')).toHaveLength(receives)
  expect(await world.requests.find(key)).toMatchObject({ status: 'queued' })
  expect(await world.deliver(world.endDead, { queue: 'renderDeadLetters' })).toEqual({
    received: 1,
    failed: 0,
  })
  expect(await world.requests.find(key)).toMatchObject({
    status: 'failed',
    error: { code: 'internal_error' },
    counted: false,
  })
  expect(await world.hitsUsed(account.id)).toBe(0)
})

test('a dead letter of a request that a worker is processing waits for the worker', async () => {
  const { world, accept } = await startAccountWorld()
  const key = await accept()
  await world.requests.claim(key, { claimId: 'a', leaseUntilMs: world.nowMs() + 30_000, attemptsMax: 3 })
  expect(await world.endDead(key)).toMatchObject({ outcome: 'leased', retrySeconds: expect.any(Number) })
  expect(await world.requests.find(key)).toMatchObject({ status: 'queued' })
})
