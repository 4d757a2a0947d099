import { expect, test } from 'vitest'
import { InvalidParameterError, QuotaExceededError } from '../../../lib/base/errors.ts'
import { drain, laterRequest, startAccountWorld } from '../../support/jobs/request-world.ts'

const key = { idempotencyKey: 'order-1234' }

test('eight concurrent posts with one key create one request, one render, one hit', async () => {
  const { world, account } = await startAccountWorld()
  const accept = world.accept()
  const accepted = await Promise.all(
    Array.from({ length: 8 }, () => accept(laterRequest(world, account, { ...key }))),
  )
  expect(new Set(accepted.map(({ requestId }) => requestId)).size).toBe(1)
  expect(new Set(accepted.map(({ created }) => created)).size).toBe(1)
  expect(accepted.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1)
  await drain(world)
  expect(world.renders).toHaveLength(1)
  const { records } = await world.requests.list(account.id, { limit: 100 })
  expect(records).toMatchObject([{ id: accepted[0]?.requestId, status: 'done' }])
  expect(await world.hitsUsed(account.id)).toBe(1)
})

test('a repeat gets the first acknowledgement for 24 hours, also after the request has ended', async () => {
  const { world, account } = await startAccountWorld()
  const first = await world.accept()(laterRequest(world, account, { ...key }))
  await drain(world)
  world.clock.aheadMs += 24 * 3_600_000 - 60_000
  const repeat = await world.accept()(laterRequest(world, account, { ...key }))
  expect(repeat).toEqual({ ...first, isRepeat: true })
  world.clock.aheadMs += 120_000
  const later = await world.accept()(laterRequest(world, account, { ...key }))
  expect(later).toMatchObject({ isRepeat: false })
  expect(later.requestId).not.toBe(first.requestId)
})

test('the same key with other parameters, or another operation, is refused', async () => {
  const { world, account } = await startAccountWorld()
  await world.accept()(laterRequest(world, account, { ...key, format: 'png' }))
  const other = laterRequest(world, account, { ...key, format: 'webp' })
  await expect(world.accept()(other)).rejects.toThrow(InvalidParameterError)
  await expect(world.accept()(other)).rejects.toThrow(/Idempotency-Key/)
  const pdf = { ...laterRequest(world, account, { ...key, format: 'png' }), operation: 'pdf' as const }
  await expect(world.accept()(pdf)).rejects.toThrow(InvalidParameterError)
  // Defaults written out are the same parameters.
  const same = laterRequest(world, account, { ...key, format: 'png', image_quality: 80, delay: 0 })
  expect(await world.accept()(same)).toMatchObject({ isRepeat: true })
  expect((await world.requests.list(account.id, { limit: 100 })).records).toHaveLength(1)
})

test('the key itself is not in the database', async () => {
  const { world, account } = await startAccountWorld()
  const keys: string[] = []
  const idempotency = {
    ...world.idempotency,
    take: (entryKey: string, entry: Parameters<typeof world.idempotency.take>[1]) => {
      keys.push(entryKey, JSON.stringify(entry))
      return world.idempotency.take(entryKey, entry)
    },
  }
  await world.accept({ idempotency })(laterRequest(world, account, { ...key }))
  expect(keys[0]).toMatch(/^[0-9A-Za-z]{6}#idempotency#[0-9a-f]{64}$/)
  expect(keys.join()).not.toContain(key.idempotencyKey)
})

test('a used up quota rejects a request, and a repeat with quota available is the same request', async () => {
  const { world, account } = await startAccountWorld('free')
  await world.takeHits(account, 99)
  const last = await world.hits.take(account, { id: 'the last one', operation: 'screenshot' })
  const refused = laterRequest(world, account, { ...key })
  await expect(world.accept()(refused)).rejects.toThrow(QuotaExceededError)
  expect(await world.requests.find({ accountId: account.id, id: refused.requestId })).toBeUndefined()
  expect(await world.counts('render')).toEqual({ visible: 0, hidden: 0 })
  if (last) await world.hits.refund(account.id, last)
  const request = laterRequest(world, account, { ...key })
  expect(await world.accept()(request)).toMatchObject({ requestId: refused.requestId })
  await drain(world)
  const { records } = await world.requests.list(account.id, { limit: 100 })
  expect(records).toMatchObject([{ id: refused.requestId, status: 'done' }])
})

test('the last hit of a quota is enough for a request and its repeats', async () => {
  const { world, account } = await startAccountWorld('free')
  await world.takeHits(account, 99)
  const accept = world.accept()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => accept(laterRequest(world, account, { ...key }))),
  )
  const accepted = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(accepted.length).toBeGreaterThan(0)
  expect(await accept(laterRequest(world, account, { ...key }))).toMatchObject({ isRepeat: true })
  expect((await world.requests.list(account.id, { limit: 100 })).records).toHaveLength(1)
})
