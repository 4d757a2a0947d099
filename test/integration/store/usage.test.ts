import { beforeEach, describe, expect, test } from 'vitest'
import { dashboardRate } from '../../../lib/core/access/rate-limit.ts'
import { createHitStore } from '../../../lib/store/hits.ts'
import { createUsageStore } from '../../../lib/store/usage.ts'
import { inTurn, noonMs, request, startUsageTable, tiers, times } from './usage-table.ts'

const minuteMs = 60_000

const { documents, nextId, clock, writes, usage, hitStore } = await startUsageTable()
let id: string

beforeEach(() => {
  id = nextId()
})

describe('the rate limit', () => {
  const free = () => usage.admit({ id, plan: 'free' })
  const starter = () => usage.admit({ id, plan: 'starter' })

  test('of 20 admits exactly 20 of 60 concurrent requests, in the first minute and in the next', async () => {
    for (const minute of [0, 1]) {
      clock.nowMs = noonMs + minute * minuteMs
      const decisions = await times(60, starter)
      expect(decisions.filter(({ admitted }) => admitted).length).toBe(20)
      const left = decisions.flatMap(({ admitted, remaining }) => (admitted ? [remaining] : []))
      expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index))
    }
  })

  test('of the dashboard is exact too, and neither takes from the other', async () => {
    const { requestsPerMinute } = dashboardRate
    const reads = times(requestsPerMinute + 10, () => usage.admit({ id, plan: 'free' }, 'dashboard'))
    const [decisions, calls] = await Promise.all([reads, times(5, free)])
    expect(decisions.filter(({ admitted }) => admitted).length).toBe(requestsPerMinute)
    expect(calls.filter(({ admitted }) => admitted).length).toBe(3)
    expect((await usage.read({ id, plan: 'free' })).concurrency).toMatchObject({ limit: 3, remaining: 0 })
  })

  test('needs at most one write per request, also for the first of a minute', async () => {
    for (const minute of [0, 1, 60]) {
      clock.nowMs = noonMs + minute * minuteMs
      writes.count = 0
      await inTurn(3, free)
      expect(writes.count).toBeLessThanOrEqual(3)
    }
  })

  test('needs at most one write for a rejected request', async () => {
    await inTurn(3, free)
    for (let excess = 0; excess < 6; excess += 1) {
      writes.count = 0
      expect((await free()).admitted).toBe(false)
      expect(writes.count).toBeLessThanOrEqual(1)
    }
  })

  test('of a day of visitors is separate from their minutes, and ends with the day', async () => {
    const daily = () => usage.admit({ id, plan: 'free' }, 'daily')
    const decisions = await inTurn(61, daily)
    expect(decisions.filter(({ admitted }) => admitted).length).toBe(60)
    expect(decisions.at(-1)).toMatchObject({ admitted: false, limit: 60, retryAfterSeconds: 12 * 3600 })
    expect(await free()).toMatchObject({ admitted: true, limit: 3, remaining: 2 })
    clock.nowMs += 12 * 3_600_000 - 1
    expect((await daily()).admitted).toBe(false)
    clock.nowMs += 1
    expect(await daily()).toMatchObject({ admitted: true, remaining: 59, resetSeconds: 86_400 })
  })

  test('applies again after a clock that was far ahead', async () => {
    clock.nowMs += 500 * minuteMs
    await inTurn(4, free)
    clock.nowMs = noonMs
    expect((await inTurn(4, free)).map(({ admitted }) => admitted)).toEqual([true, true, true, false])
  })

  test('counts the requests of clocks that differ in one window', async () => {
    await inTurn(2, free)
    clock.nowMs -= 1
    expect(await free()).toMatchObject({ admitted: true, remaining: 0 })
    expect((await free()).admitted).toBe(false)
  })
})

test('the day of the last use of each key is part of the write that counts the request', async () => {
  const admit = (keyId: string) => usage.admit({ id, plan: 'starter', keyId })
  await admit('first')
  await admit('second')
  clock.nowMs += 86_400_000
  writes.count = 0
  await admit('second')
  expect(writes.count).toBe(1)
  expect(Object.fromEntries(await usage.readKeyDays(id))).toEqual({
    first: '2026-11-21',
    second: '2026-11-22',
  })
  await usage.forgetKeys(id, ['first', 'unknown'])
  expect([...(await usage.readKeyDays(id)).keys()]).toEqual(['second'])
  await usage.forgetKeys('nobody', ['first'])
  expect((await usage.readKeyDays('nobody')).size).toBe(0)
})

test('the rate and the quota share an item without disturbing each other', async () => {
  const account = { id, plan: 'starter' } as const
  await Promise.all([
    times(10, () => usage.admit(account)),
    times(10, () => hitStore.take(account, request)),
    times(5, () => hitStore.refund('unknown', 'request#1-21s')),
  ])
  expect(await usage.read(account)).toEqual({
    hits: { quota: 20, used: 10, remaining: 10 },
    concurrency: { limit: 20, remaining: 10, reset: noonMs / 1000 + 60 },
  })
})

test('a failure of the table does not reject the request', async () => {
  const broken = { dynamo: documents, tableName: 'missing', tiers, nowMs: () => clock.nowMs }
  await expect(createUsageStore(broken).admit({ id, plan: 'free' })).rejects.toThrow()
  await expect(createHitStore(broken).take({ id, plan: 'free' }, request)).rejects.toThrow()
  await expect(createHitStore(broken).refund(id, 'request#1-21s')).rejects.toThrow()
})
