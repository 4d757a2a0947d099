import { afterAll, beforeAll, expect, test } from 'vitest'
import { InvalidParameterError, NotFoundError } from '../../../lib/base/errors.ts'
import { createGiveUp } from '../../../lib/jobs/give-up.ts'
import { silentAnnouncer } from '../../support/jobs/silent-announcer.ts'
import { account, openDesk, startRequestDesk } from '../../support/jobs/webhook-store.ts'
import { firstThen, responding } from '../../support/sites/webhook-receiver.ts'

let desk: Awaited<ReturnType<typeof startRequestDesk>>
beforeAll(async () => {
  desk = await startRequestDesk()
})
afterAll(() => desk.close())

test.each([
  ['delivered', 200],
  ['failed', 410],
])('a webhook that is %s is delivered again, with its id and the next number', async (status, response) => {
  const { deliver, repeat, receiver, webhook, sent, key, isOpen } = await openDesk(
    desk,
    firstThen(1, responding(response), responding(200)),
  )
  expect(await deliver()).toMatchObject({ outcome: status })
  expect((await repeat()).webhook).toMatchObject({ status: 'pending' })
  expect(await isOpen()).toBe(true)
  expect(sent).toEqual([{ accountId: account.id, requestId: key.id }])
  expect(await deliver()).toMatchObject({ outcome: 'delivered', fields: { attempt: 2 } })
  expect(await webhook()).toMatchObject({
    status: 'delivered',
    attempts: [{ status: response }, { status: 200 }],
  })
  expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([key.id]))
})

test('no repetition starts during an attempt', async () => {
  const { repeat, sent, key, webhook } = await openDesk(desk)
  await desk.requests.startDeliveryAttempt(key, desk.nowMs() + 30_000)
  expect((await repeat()).webhook).toMatchObject({ status: 'pending' })
  expect(sent).toEqual([])
  expect(await webhook()).not.toHaveProperty('seriesCount')
})

test('the record keeps the latest 50 attempts and counts them all', async () => {
  const { deliver, repeat, webhook } = await openDesk(desk)
  for (let count = 0; count < 52; count++) {
    await deliver()
    await repeat()
  }
  const { attempts, attemptCount } = (await webhook()) ?? {}
  expect([attempts?.length, attemptCount]).toEqual([50, 52])
})

test('a webhook that cannot be delivered is rejected', async () => {
  const { repeat, sent, wait } = await openDesk(desk)
  const common = { accountId: account.id, operation: 'pdf', created: 1, counted: true } as const
  const webhook = { url: 'https://example.com/', signed: true }
  const finished = Math.floor(desk.nowMs() / 1000)
  const error = { code: 'page_timeout', message: 'The page is late.' }
  await desk.requests.putQueued({ ...common, id: 'queued', options: {}, webhook })
  await desk.requests.putFailed({ ...common, id: 'failed', finished, error, webhook })
  await desk.requests.putQueued({ ...common, id: 'without', options: {} })
  await expect(repeat('absent')).rejects.toThrow(NotFoundError)
  await expect(repeat('queued')).rejects.toThrow('The request is queued.')
  await expect(repeat('failed')).rejects.toThrow('The request is failed.')
  await expect(repeat('without')).rejects.toThrow('The request has no `webhook_url`.')
  wait(48 * 3600)
  await expect(repeat()).rejects.toThrow(InvalidParameterError)
  expect(sent).toEqual([])
})

test('a dead letter fails the webhook with a reason', async () => {
  const { deliver, webhook, isOpen, receiver, key, queues, sent } = await openDesk(desk)
  const giveUp = createGiveUp({ ...desk, announcer: silentAnnouncer, queues })
  expect(await giveUp(key)).toEqual({ outcome: 'failed' })
  expect(await webhook()).toMatchObject({
    status: 'failed',
    attempts: [{ error: 'The service could not deliver it.' }],
  })
  expect(await isOpen()).toBe(false)
  expect([await deliver(), await giveUp(key), await giveUp({ ...key, id: 'absent' })]).toEqual([
    { outcome: 'closed' },
    { outcome: 'closed' },
    { outcome: 'absent' },
  ])
  expect(receiver.connections()).toBe(0)
  expect(sent).toEqual([])
})

test('a dead letter does not fail the webhook during an attempt, whose outcome counts', async () => {
  const { key, queues } = await openDesk(desk)
  await desk.requests.startDeliveryAttempt(key, desk.nowMs() + 30_000)
  const giveUp = createGiveUp({ ...desk, announcer: silentAnnouncer, queues })
  expect(await giveUp(key)).toEqual({ outcome: 'leased', retrySeconds: 60 })
})
