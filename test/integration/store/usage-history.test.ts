import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { countersMax } from '../../../lib/core/access/hit-days.ts'
import { toMonth } from '../../../lib/core/access/quota.ts'
import { renderOperationIds } from '../../../lib/schema/render-operations.ts'
import { createAccountData } from '../../../lib/store/account-data.ts'
import { noonMs, startUsageTable, tableName, times } from './usage-table.ts'

const { documents, nextId, clock, writes, usage, hitStore } = await startUsageTable()
let id: string

beforeEach(() => {
  id = nextId()
})

const account = () => ({ id, plan: 'starter' }) as const

const take = async (operation: (typeof renderOperationIds)[number] = 'screenshot') => {
  const { hit } = await hitStore.take(account(), { id: `request-${operation}`, operation })
  if (!hit) throw new Error('The quota of the test is used up.')
  return hit
}

/** Days that have hits, such as `2026-11-21 pdf 2`. */
const history = async (days = 90) =>
  (await usage.readHistory(id, days)).days.flatMap(({ date, hits }) =>
    Object.entries(hits).flatMap(([operation, count]) =>
      count > 0 ? [`${date} ${operation} ${count}`] : [],
    ),
  )

const find = async (key: string) =>
  (await documents.send(new GetCommand({ TableName: tableName, Key: { id: key } }))).Item

test('a hit is counted by day and operation in the write that counts it against the quota', async () => {
  await take()
  writes.count = 0
  await take()
  await take('pdf')
  expect(writes.count).toBe(2)
  clock.nowMs += 86_400_000
  await take('scrape')
  await take('screencast')
  expect(await history()).toEqual([
    '2026-11-21 screenshot 2',
    '2026-11-21 pdf 1',
    '2026-11-22 screencast 1',
    '2026-11-22 scrape 1',
  ])
})

test('keys that are replaced without end are counted together after the first ones', async () => {
  for (let key = 0; key < countersMax + 20; key++) {
    const { hit } = await hitStore.take(account(), { id: 'request', operation: 'pdf', keyId: `key${key}` })
    await hitStore.refund(id, hit?.id ?? '')
  }
  await hitStore.take(account(), { id: 'request', operation: 'pdf', keyId: 'new' })
  await hitStore.take(account(), { id: 'request', operation: 'scrape', keyId: 'key0' })
  const { hitDays = {} } = (await find(id)) ?? {}
  expect(Object.keys(hitDays).length).toBeLessThanOrEqual(countersMax + 2)
  const { keys } = await usage.readHistory(id, 1)
  expect(keys.map(({ id: key, hits }) => [key, hits]).sort()).toEqual([
    ['key0', 1],
    ['other', 1],
  ])
})

test('a hit is counted by access key in the same write, and a refund counts it no longer', async () => {
  const takeWith = async (keyId: string) => {
    const { hit } = await hitStore.take(account(), { id: 'request', operation: 'pdf', keyId })
    return hit?.id ?? ''
  }
  await takeWith('first')
  writes.count = 0
  await takeWith('first')
  const refunded = await takeWith('second')
  await take()
  expect(writes.count).toBe(3)
  const keys = async () => (await usage.readHistory(id, 30)).keys
  expect(await keys()).toEqual([
    { month: '2026-11', id: 'first', hits: 2 },
    { month: '2026-11', id: 'second', hits: 1 },
  ])
  await hitStore.refund(id, refunded)
  expect(await keys()).toEqual([{ month: '2026-11', id: 'first', hits: 2 }])
  expect(await history()).toEqual(['2026-11-21 screenshot 1', '2026-11-21 pdf 2'])
  clock.nowMs = Date.UTC(2026, 11, 1)
  await takeWith('second')
  expect(await keys()).toEqual([
    { month: '2026-11', id: 'first', hits: 2 },
    { month: '2026-12', id: 'second', hits: 1 },
  ])
})

describe('over the end of a month', () => {
  test('the days of the old month are kept, and the item of the account has only days of the new one', async () => {
    await take()
    await take('pdf')
    clock.nowMs = Date.UTC(2026, 11, 1)
    const taken = await times(8, () => take('scrape'))
    expect(taken).toHaveLength(8)
    expect(await history()).toEqual(['2026-11-21 screenshot 1', '2026-11-21 pdf 1', '2026-12-01 scrape 8'])
    expect(Object.keys((await find(id))?.['hitDays'])).toEqual(['1r'])
    const kept = await find(`${id}#${toMonth(noonMs)}`)
    expect(kept?.['ttl']).toBe(Date.UTC(2027, 2, 1) / 1000)
  })

  test('a hit of the old month that is refunded while the new one is opened is kept nowhere or on its day', async () => {
    await take()
    const open = await take()
    clock.nowMs = Date.UTC(2026, 11, 1)
    await Promise.all([take('pdf'), hitStore.refund(id, open.id), take('pdf')])
    const [november, december] = await history()
    expect(['2026-11-21 screenshot 1', '2026-11-21 screenshot 2']).toContain(november)
    expect(december).toBe('2026-12-01 pdf 2')
  })

  test('a function whose clock is behind counts on the first day of the new month', async () => {
    clock.nowMs = Date.UTC(2026, 11, 1)
    await take()
    clock.nowMs -= 1
    await take()
    clock.nowMs += 1
    expect(await history()).toEqual(['2026-12-01 screenshot 2'])
  })
})

test('the days of a month sum up to its hits in any order of taking, keeping and returning', async () => {
  const step = fc.record({
    operation: fc.constantFrom(...renderOperationIds),
    end: fc.constantFrom('keep', 'refund', 'leave'),
    hours: fc.integer({ min: 0, max: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      id = nextId()
      clock.nowMs = Date.UTC(2026, 10, 28)
      const counts = new Map<string, number>()
      for (const { operation, end, hours } of steps) {
        clock.nowMs += hours * 3_600_000
        const hit = await take(operation)
        if (end !== 'leave') await hitStore[end](id, hit.id)
        const name = `${new Date(clock.nowMs).toISOString().slice(0, 10)} ${operation}`
        if (end !== 'refund') counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      const expected = [...counts].map(([name, count]) => `${name} ${count}`).sort()
      expect((await history()).sort()).toEqual(expected)
      const month = new Date(clock.nowMs).toISOString().slice(0, 7)
      const used = [...counts].reduce((sum, [name, count]) => (name.startsWith(month) ? sum + count : sum), 0)
      expect((await usage.read(account())).hits.used).toBe(used)
    }),
    { numRuns: 10 },
  )
})

test('the hits of all accounts are read for the current month and for an earlier one', async () => {
  const tables = { usage: tableName, requests: '', cache: '' }
  const { monthlyHits } = createAccountData({ dynamo: documents, tables, nowMs: () => clock.nowMs })
  const [first, second] = [nextId(), nextId()]
  const take = async (id: string, operation: 'screenshot' | 'pdf') => {
    const { hit } = await hitStore.take({ id, plan: 'starter' }, { id: 'request', operation })
    await hitStore.keep(id, hit?.id ?? '')
  }
  clock.nowMs = Date.UTC(2028, 9, 9)
  await take(first, 'screenshot')
  await take(first, 'pdf')
  await take(second, 'pdf')
  clock.nowMs = Date.UTC(2028, 10, 9)
  await take(first, 'screenshot')
  const read = async (month: number) =>
    (await monthlyHits(2028 * 12 + month)).map(({ id, hits, operations }) => [id, hits, operations.pdf])
  expect(await read(9)).toEqual([
    [first, 2, 1],
    [second, 1, 1],
  ])
  expect(await read(10)).toEqual([[first, 1, 0]])
  // A write that opens a month may stop after the archive.
  const archive = { id: `${first}#${2028 * 12 + 10}`, hitDays: (await find(first))?.['hitDays'] }
  await documents.send(new PutCommand({ TableName: tableName, Item: archive }))
  expect(await read(10)).toEqual([[first, 1, 0]])
})
