import { expect, test } from 'vitest'
import { BrowserLostError, HostNotFoundError } from '../../../lib/base/errors.ts'
import { defaultTiers } from '../../../lib/core/access/tiers.ts'
import { renderContext } from '../../support/jobs/render-now-tools.ts'
import { artifact, drain, startAccountWorld } from '../../support/jobs/request-world.ts'

test('page errors beyond the free ones of the day count, errors of the service never', async () => {
  const { world, account, accept } = await startAccountWorld('free')
  const tiers = { ...defaultTiers, free: { ...defaultTiers.free, freeFailures: 1 } }
  const fail = async (error: Error) => {
    world.behaviour.render = async () => {
      throw error
    }
    const key = await accept()
    await drain(world, world.worker({ tiers }))
    return world.requests.find(key)
  }
  const pageFails = () => fail(new HostNotFoundError('The host does not exist.'))
  const records = [await pageFails(), await fail(new BrowserLostError('lost')), await pageFails()]
  expect(records.map((record) => [record?.error?.code, record?.counted])).toEqual([
    ['host_not_found', false],
    ['browser_lost', false],
    ['host_not_found', true],
  ])
  for (const record of records) {
    expect(record).not.toHaveProperty('owesHit')
    expect(record).not.toHaveProperty('freeFailures')
    // A message that is delivered again changes nothing.
    await world.worker({ tiers })(record as never, {
      ...renderContext(),
      remainingMs: () => 100_000,
      extendVisibility: async () => {},
    })
  }
  expect(await world.hitsUsed(account.id)).toBe(1)
})

test('a page error fails the request immediately, with its reason, and uses no hit', async () => {
  const { world, account, accept } = await startAccountWorld()
  world.behaviour.render = async () => {
    throw new HostNotFoundError('The host does not exist.')
  }
  const key = await accept({ webhook_url: 'https://hooks.example.com/done' })
  expect(await world.deliver(world.worker())).toEqual({ received: 1, failed: 0 })
  expect(await world.requests.find(key)).toMatchObject({
    status: 'failed',
    attempts: 1,
    error: { code: 'host_not_found', message: 'The host does not exist.' },
    counted: false,
    webhook: { status: 'failed', attempts: [] },
  })
  expect(world.renders).toHaveLength(1)
  expect(world.lines.at(-1)).toMatchObject({ outcome: 'failed', reason: 'host_not_found' })
  expect(await world.hitsUsed(account.id)).toBe(0)
  expect(await world.counts('webhook')).toEqual({ visible: 0, hidden: 0 })
})

test('a service error is retried, three attempts in total, and then recorded as failed', async () => {
  const { world, account, accept } = await startAccountWorld()
  world.behaviour.render = async () => {
    throw new BrowserLostError('The browser went away.')
  }
  const key = await accept()
  await drain(world)
  expect(world.renders).toHaveLength(3)
  expect(await world.requests.find(key)).toMatchObject({
    status: 'failed',
    attempts: 3,
    error: { code: 'browser_lost', message: 'The browser went away.' },
  })
  const lines = world.lines.filter(({ message }) => message === 'message')
  expect(lines.map(({ outcome, retrySeconds }) => [outcome, retrySeconds])).toEqual([
    ['retry', 5],
    ['retry', 30],
    ['failed', undefined],
  ])
  expect(await world.hitsUsed(account.id)).toBe(0)
})

test('an unknown error is a service error: the log line shows it, the record does not', async () => {
  const { world, accept } = await startAccountWorld()
  world.behaviour.render = async () => {
    throw new Error('pixel 7 of https://user:pw@example.com/?token=t')
  }
  const key = await accept()
  await drain(world)
  const record = await world.requests.find(key)
  expect(record?.error?.code).toBe('internal_error')
  expect(record?.error?.message).not.toContain('pixel')
  const causes = world.lines.map(({ cause }) => String(cause ?? '')).filter((cause) => cause !== '')
  expect(causes).toHaveLength(3)
  for (const cause of causes) expect(cause).toContain('pixel 7 of https://example.com/')
  expect(causes.join()).not.toMatch(/token|pw@/)
})

test('a render that fails because its process is being stopped costs no attempt, and begins again immediately', async () => {
  const { world, accept } = await startAccountWorld()
  world.behaviour.render = async () => {
    throw new BrowserLostError('lost')
  }
  const key = await accept()
  await world.deliver(world.worker({ isStopping: async () => true }))
  const record = await world.requests.find(key)
  expect(record).toMatchObject({ status: 'queued', attempts: 0 })
  expect(record).not.toHaveProperty('leaseUntilMs')
  expect(world.lines.at(-1)).toMatchObject({ outcome: 'postponed', retrySeconds: 0 })
  world.behaviour.render = async () => artifact
  await world.deliver(world.worker())
  expect(await world.requests.find(key)).toMatchObject({
    status: 'done',
    attempts: 1,
  })
})
