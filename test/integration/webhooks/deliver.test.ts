import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookRetrySeconds } from '../../../lib/core/requests/delivery-schedule.ts'
import { createDeliver, leaseMs } from '../../../lib/jobs/deliver.ts'
import { account, openDesk, startRequestDesk } from '../../support/jobs/webhook-store.ts'
import { firstThen, responding } from '../../support/sites/webhook-receiver.ts'

let desk: Awaited<ReturnType<typeof startRequestDesk>>
beforeAll(async () => {
  desk = await startRequestDesk()
})
afterAll(() => desk.close())

test('an acknowledged webhook is delivered once, even if the queue delivers its message again', async () => {
  const { deliver, receiver, webhook, isOpen, key } = await openDesk(desk, undefined, {
    externalId: 'order-42',
  })
  expect(await isOpen()).toBe(true)
  expect(await deliver()).toMatchObject({ outcome: 'delivered', fields: { attempt: 1, status: 200 } })
  expect(await deliver()).toEqual({ outcome: 'closed' })
  expect(receiver.deliveries).toHaveLength(1)
  const [delivery] = receiver.deliveries
  const payload = JSON.parse(String(delivery?.body))
  expect(payload).toEqual({
    id: key.id,
    file: 'https://cache.test/a1b2.jpg',
    expires: expect.any(Number),
    created: payload.expires - 48 * 3600 - 2,
  })
  expect(delivery?.headers).toMatchObject({
    'x-service-request-id': key.id,
    'x-service-external-id': 'order-42',
    'x-service-webhook-attempt': '1',
  })
  expect(await webhook()).toEqual({
    url: `${receiver.url}/hook`,
    signed: true,
    status: 'delivered',
    attempts: [{ time: expect.any(Number), status: 200, durationMs: expect.any(Number) }],
    attemptCount: 1,
    seriesCount: 1,
  })
  expect(await isOpen()).toBe(false)
})

test('a receiver that is down gets eight attempts with one id, on schedule, and then no more', async () => {
  const { deliver, receiver, webhook, wait, isOpen, key } = await openDesk(desk, responding(500))
  for (const [index, seconds] of webhookRetrySeconds.entries()) {
    expect(await deliver()).toMatchObject({ outcome: 'retry', fields: { attempt: index + 1, status: 500 } })
    const early = await deliver()
    expect(early).toMatchObject({ outcome: 'early' })
    expect(seconds - (early.retrySeconds ?? 0)).toBeLessThan(5)
    wait(seconds)
  }
  expect(await deliver()).toMatchObject({ outcome: 'failed', fields: { attempt: 8 } })
  wait(36_000)
  expect(await deliver()).toEqual({ outcome: 'closed' })
  const { deliveries } = receiver
  expect(deliveries.map(({ headers }) => headers['x-service-webhook-attempt'])).toEqual([...'12345678'])
  expect(new Set(deliveries.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([key.id]))
  expect(new Set(deliveries.map(({ body }) => String(body))).size).toBe(1)
  expect(new Set(deliveries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8)
  const failed = await webhook()
  expect(failed).toMatchObject({
    status: 'failed',
    attempts: Array(8).fill({ error: 'The receiver returned 500.' }),
  })
  expect(failed).not.toHaveProperty('nextAttemptMs')
  expect(await isOpen()).toBe(false)
})

test('a failed connection is recorded as an error without an IP address', async () => {
  const { deliver, receiver, webhook } = await openDesk(desk)
  await receiver.stop()
  await deliver()
  expect((await webhook())?.attempts).toEqual([
    { time: expect.any(Number), durationMs: expect.any(Number), error: 'The connection was refused.' },
  ])
})

test('each attempt is signed with the current secret key', async () => {
  const { deliver, receiver, wait } = await openDesk(desk, responding(500))
  await deliver()
  wait(5)
  await deliver({ accounts: { find: async () => ({ ...account, secretKey: 'rotated' }) } })
  const signatures = receiver.deliveries.map(({ headers }) => headers['x-service-webhook-signature'])
  const body = receiver.deliveries[0]?.body ?? ''
  expect(signatures).toEqual(
    [account.secretKey, 'rotated'].map((key) => createHmac('sha256', key).update(body).digest('hex')),
  )
})

describe('without an attempt,', () => {
  test('a webhook whose file has expired fails with that reason', async () => {
    const { deliver, receiver, webhook, wait } = await openDesk(desk)
    wait(48 * 3600)
    expect(await deliver()).toMatchObject({ outcome: 'failed' })
    expect(await webhook()).toMatchObject({
      status: 'failed',
      attempts: [{ error: 'The file has expired.' }],
    })
    expect(receiver.connections()).toBe(0)
  })

  test('a message for an unknown, queued or failed request is deleted', async () => {
    const { deps, context, receiver } = await openDesk(desk)
    const deliver = createDeliver(deps)
    const webhook = { url: receiver.url, signed: true }
    const common = { accountId: account.id, operation: 'pdf', created: 1, counted: true, webhook } as const
    const finished = Math.floor(desk.nowMs() / 1000)
    await desk.requests.putQueued({ ...common, id: 'queued', options: {} })
    await desk.requests.putFailed({ ...common, id: 'failed', finished, error: { code: 'x', message: 'x' } })
    for (const id of ['queued', 'failed', 'absent'])
      expect(await deliver({ accountId: account.id, id }, context)).toEqual({
        outcome: id === 'absent' ? 'absent' : 'closed',
      })
    expect(receiver.connections()).toBe(0)
  })
})

describe('workers', () => {
  test('that are delayed beyond their lease make no attempt', async () => {
    const { deliver, receiver, wait } = await openDesk(desk)
    const find = async () => {
      wait(20)
      return account
    }
    await expect(deliver({ accounts: { find } })).rejects.toThrow('too late')
    expect(receiver.connections()).toBe(0)
    wait(20)
    expect(await deliver()).toMatchObject({ outcome: 'delivered', fields: { attempt: 1 } })
  })

  test('a failed write is repeated, but not the attempt', async () => {
    const { deliver, receiver, deps } = await openDesk(desk)
    let failures = 0
    const endDeliveryAttempt: typeof deps.requests.endDeliveryAttempt = async (...end) => {
      if (++failures <= 2) throw new Error('throttled')
      return desk.requests.endDeliveryAttempt(...end)
    }
    const requests = { ...deps.requests, endDeliveryAttempt }
    expect(await deliver({ requests })).toMatchObject({ outcome: 'delivered' })
    expect(failures).toBe(3)
    expect(receiver.deliveries).toHaveLength(1)
  })
})

test('the message is hidden until the lease ends, so a webhook of a dead worker is repeated then', async () => {
  const { deliver, hidden } = await openDesk(desk)
  await deliver()
  expect(hidden).toEqual([leaseMs / 1000 + 1])
  await deliver()
  expect(hidden).toHaveLength(1)
})

test('a message that cannot be hidden is delivered anyway', async () => {
  const { deps, key } = await openDesk(desk)
  const warnings: string[] = []
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  const extendVisibility = () => Promise.reject(new Error('throttled'))
  expect(await createDeliver({ ...deps, log })(key, { extendVisibility })).toMatchObject({
    outcome: 'delivered',
  })
  expect(warnings).toEqual(['visibility not changed'])
})

describe('after the clock was set back', () => {
  test.each([
    ['an hour', 3600],
    ['two minutes', 120],
  ])('by %s, a lease of a dead worker and a planned retry end as soon as before', async (_name, seconds) => {
    const { deliver, requests, receiver, key, wait } = await openDesk(
      desk,
      firstThen(1, responding(500), responding(204)),
    )
    expect(await deliver()).toMatchObject({ outcome: 'retry', fields: { attempt: 1 } })
    wait(5)
    expect(await requests.startDeliveryAttempt(key, desk.nowMs() + leaseMs)).toMatchObject({
      kind: 'started',
    })
    expect(await deliver()).toMatchObject({ outcome: 'leased' })
    wait(-seconds)
    expect(await deliver()).toMatchObject({ outcome: 'delivered', fields: { attempt: 2 } })
    expect(receiver.deliveries).toHaveLength(2)
  })

  test('a webhook that was not tried yet is tried', async () => {
    const { deliver, wait } = await openDesk(desk)
    wait(-3600)
    expect(await deliver()).toMatchObject({ outcome: 'delivered' })
  })

  test('a retry is not sent before its time if the last attempt is in the past anyway', async () => {
    const { deliver, wait } = await openDesk(desk, responding(500))
    await deliver()
    wait(5)
    await deliver()
    wait(200)
    wait(-100)
    expect(await deliver()).toMatchObject({ outcome: 'early' })
  })
})
