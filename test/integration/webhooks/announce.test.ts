import { expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { defaultTiers } from '../../../lib/core/access/tiers.ts'
import { createAnnounceUse } from '../../../lib/jobs/events/announce.ts'
import { createHits } from '../../../lib/jobs/hits.ts'
import { urls } from '../../support/jobs/batch-tools.ts'
import { startEventWorld } from '../../support/jobs/event-tools.ts'
import { laterRequest } from '../../support/jobs/request-world.ts'

const { world, tools, jobs, subscribe, listEvents, typesOf } = await startEventWorld()

test('an account without a subscription has no event and pays for none', async () => {
  const { id, plan } = await world.createAccount('free')
  await world.takeHits({ id, plan }, 51)
  const found = await world.accounts.findStatus(id)
  expect(found).not.toHaveProperty('alerts')
  expect(await listEvents(id)).toEqual([])
})

const free = (quota: number) => ({ ...defaultTiers, free: { ...defaultTiers.free, quota } })

const createTaker = async (quota: number) => {
  const { id } = await world.createAccount('free')
  const start = async (changes: object = {}) => {
    const account = { ...(await world.accounts.find(id)), id, plan: 'free' as const }
    const stores = { ...world, log: silentLogger, store: world.hitStore }
    const announceUse = createAnnounceUse({ ...stores, tiers: free(quota), ...changes })
    const hits = createHits({ ...stores, announceUse })
    const take = async (count: number) => {
      for (let taken = 0; taken < count; taken++)
        await hits.take(account, { id: 'request', operation: 'pdf' })
    }
    return { take, hits, account }
  }
  return { id, start }
}

test('each level of the quota is announced once, by whichever hits come after it', async () => {
  const { id, start } = await createTaker(20)
  await subscribe(id, 'https://example.com/hook')
  const { take, hits, account } = await start()
  await take(9)
  expect(await typesOf(id)).toEqual([])
  await take(3)
  expect(await typesOf(id)).toEqual(['quota.50'])
  // A refund makes the count pass the level twice.
  const again = await hits.take(account, { id: 'request', operation: 'pdf' })
  if (again) await hits.refund(id, again)
  for (let times = 0; times < 3; times++) {
    const hit = await hits.take(account, { id: 'request', operation: 'pdf' })
    if (hit) await hits.refund(id, hit)
  }
  expect(await typesOf(id)).toEqual(['quota.50'])
  await take(8)
  expect(await typesOf(id)).toEqual(['quota.100', 'quota.50', 'quota.90'])
  const announced = (await listEvents(id)).find(({ event }) => event.type === 'quota.90')
  const month = new Date(world.nowMs()).toISOString().slice(0, 7)
  expect(announced?.event.data).toEqual({ percent: 90, quota: 20, month })
})

test('a level is announced by a later hit if the announcement failed, and by a refused one', async () => {
  const { id, start } = await createTaker(20)
  const subscription = await subscribe(id, 'https://example.com/hook', { topics: ['quota.50', 'quota.90'] })
  const events = { put: async () => Promise.reject(new Error('DynamoDB is away')) }
  const failing = await start({ events })
  await failing.take(14)
  expect(await typesOf(id)).toEqual([])
  const { take } = await start()
  await take(1)
  expect(await typesOf(id)).toEqual(['quota.50'])
  await jobs.update(id, subscription, {
    webhook_url: undefined,
    format: undefined,
    topics: ['quota.90', 'quota.100'],
  })
  await failing.take(1)
  const late = await start({ events })
  await late.take(4)
  expect(await typesOf(id)).toEqual(['quota.50'])
  // The quota is used up.
  await (await start()).take(2)
  expect(await typesOf(id)).toEqual(['quota.100', 'quota.50'])
})

test('a key that expires is announced once, whichever key renders or makes a batch', async () => {
  const { id, plan } = await world.createAccount()
  await subscribe(id, 'https://example.com/hook')
  const soon = Math.floor(world.nowMs() / 1000) + 6 * 86_400
  const [before] = Object.keys((await world.accounts.find(id))?.keys ?? {})
  await world.accounts.addKey(id, { name: 'Build server', scope: 'render', expires: soon })
  const account = await world.accounts.find(id)
  if (!account) throw new Error('no account')
  const expiring = Object.keys(account.keys ?? {}).find((key) => key !== before) ?? ''
  for (const process of [1, 2]) {
    const announceUse = createAnnounceUse({
      ...world,
      log: silentLogger,
      store: world.hitStore,
      tiers: defaultTiers,
    })
    await announceUse({ ...account, plan }, { month: 1, hits: process, notes: {} })
    await tools.accept({ ...account, plan }, { requests: urls(1) }, { changed: { announceUse } })
  }
  expect(await listEvents(id)).toMatchObject([
    { event: { type: 'key.expiring', data: { key_id: expiring, name: 'Build server', valid_until: soon } } },
  ])
})

test('an asynchronous render of a full quota announces with its hit', async () => {
  const { id } = await world.createAccount('free')
  await subscribe(id, 'https://example.com/hook', { topics: ['quota.50'] })
  const account = await world.accounts.find(id)
  if (!account) throw new Error('no account')
  await world.takeHits({ id, plan: 'free' }, Math.ceil(defaultTiers.free.quota / 2) - 1)
  expect(await typesOf(id)).toEqual([])
  await world.accept()(laterRequest(world, account))
  expect(await typesOf(id)).toEqual(['quota.50'])
})

test.each([
  { name: 'hangs', put: () => new Promise<boolean>(() => {}) },
  { name: 'fails', put: () => Promise.reject(new Error('DynamoDB is away')) },
])('an announcement that $name neither fails nor delays a hit', async ({ put }) => {
  const { id, start } = await createTaker(1)
  await subscribe(id, 'https://example.com/hook')
  const { hits, account } = await start({ events: { put } })
  expect(await hits.take(account, { id: 'request', operation: 'pdf' })).toMatchObject({
    month: expect.any(Number),
  })
})
