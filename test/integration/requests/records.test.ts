import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import type { StoredResult } from '../../../lib/core/requests/stored-result.ts'
import type { RenderOperationId } from '../../../lib/schema/operations.ts'
import type { RequestStatus } from '../../../lib/schema/requests.ts'
import { type RequestWorld, startRequestWorld } from '../../support/jobs/request-world.ts'
import { nowMs } from '../../support/now.ts'

const daySeconds = 24 * 3600

const nowSeconds = (world: RequestWorld) => Math.floor(world.nowMs() / 1000)

const result = (expires: number): StoredResult => ({
  name: 'ab.png',
  contentType: 'image/png',
  extension: 'png',
  headers: {},
  bytes: 1,
  sha256: '',
  created: 1,
  expires,
})

/** Ids in the order of time. */
const idAt = (index: number) => `0198a3c2-0000-7000-8000-${String(index).padStart(12, '0')}`

const put = async (
  world: RequestWorld,
  index: number,
  { status = 'queued', operation = 'pdf' }: { status?: RequestStatus; operation?: RenderOperationId } = {},
) => {
  const created = nowSeconds(world)
  const request = { accountId: 'acct', id: idAt(index), operation, created, counted: true }
  const error = { code: 'page_timeout', message: 'The page is slow.' }
  if (status === 'queued') return world.requests.putQueued({ ...request, options: { url: 'https://x/' } })
  if (status === 'failed') return world.requests.putFailed({ ...request, finished: created, error })
  return world.requests.putDone({ ...request, finished: created, result: result(created + daySeconds) })
}

const readAll = async (world: RequestWorld, filter: Parameters<RequestWorld['requests']['list']>[1]) => {
  const pages: string[][] = []
  let beforeId: string | undefined
  do {
    const { records, nextId } = await world.requests.list('acct', { ...filter, beforeId })
    pages.push(records.map(({ id }) => id))
    beforeId = nextId
  } while (beforeId !== undefined)
  return pages
}

test('pages hold every request once, newest first, while new requests arrive', async () => {
  const world = await startRequestWorld()
  for (let index = 1; index <= 21; index++) await put(world, index)
  const expected = Array.from({ length: 21 }, (_, index) => idAt(21 - index))
  const pages = await readAll(world, { limit: 7 })
  expect(pages.map(({ length }) => length)).toEqual([7, 7, 7])
  expect(pages.flat()).toEqual(expected)
  const { records, nextId } = await world.requests.list('acct', { limit: 20 })
  await put(world, 22)
  expect(records.map(({ id }) => id)).toEqual(expected.slice(0, 20))
  expect(await world.requests.list('acct', { limit: 20, beforeId: nextId })).toMatchObject({
    records: [{ id: idAt(1) }],
  })
})

test('filters select by state and operation, and their pages are full', async () => {
  const world = await startRequestWorld()
  const states: RequestStatus[] = ['queued', 'done', 'failed']
  for (let index = 1; index <= 24; index++) {
    const status = states[index % 3]
    await put(world, index, { ...(status && { status }), operation: index % 2 === 0 ? 'pdf' : 'scrape' })
  }
  const done = await readAll(world, { status: 'done', limit: 3 })
  expect(done.map(({ length }) => length)).toEqual([3, 3, 2])
  const both = await readAll(world, { status: 'failed', operation: 'pdf', limit: 100 })
  expect(both).toEqual([[idAt(20), idAt(14), idAt(8), idAt(2)]])
})

test('time, task and text select requests of records and log, and the pages of any filter have each once', async () => {
  const world = await startRequestWorld()
  const startMs = Date.UTC(2026, 10, 21)
  const created = nowSeconds(world)
  const rows = Array.from({ length: 40 }, (_, index) => {
    const ms = startMs + index * 700
    // The runs of the task have records. Of the others, every second one has, and the rest is in the log.
    const taskId = index % 3 === 0 ? 7 : undefined
    const isLogged = taskId === undefined && index % 2 === 0
    const success = isLogged ? ('done' as const) : ('queued' as const)
    const status = index % 4 < 2 ? ('failed' as const) : success
    const url = index % 5 === 0 ? 'https://shop.example/Pricing' : 'https://example.com/'
    const id = createRequestId(ms, Buffer.alloc(10, index))
    return { id, second: ms / 1000, taskId, isLogged, status, url }
  })
  for (const { id, taskId, isLogged, status, url } of rows) {
    const summary = { url, options: {}, omitted: [] }
    const request = { accountId: 'acct', id, operation: 'pdf' as const, created, summary }
    const error = { code: 'page_timeout', message: 'The page is slow.' }
    const end = status === 'done' ? { sent: { contentType: 'text/html', bytes: 1 } } : { error }
    if (isLogged) await world.requests.putLogged({ ...request, finished: created, durationMs: 5, ...end })
    else if (status === 'queued') await world.requests.putQueued({ ...request, counted: true, taskId })
    else await world.requests.putFailed({ ...request, counted: true, taskId, finished: created, error })
  }
  const second = fc.option(
    fc.integer({ min: -3, max: 32 }).map((seconds) => startMs / 1000 + seconds),
    { nil: undefined },
  )
  const filter = fc.record({
    from: second,
    to: second,
    taskId: fc.constantFrom(undefined, 7),
    status: fc.constantFrom(undefined, 'failed' as const, 'queued' as const, 'done' as const),
    search: fc.constantFrom(undefined, 'example/pricing'),
    stored: fc.boolean(),
    limit: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(filter, async (wanted) => {
      const { from = 0, to = Number.POSITIVE_INFINITY, taskId, status, search, stored } = wanted
      if (from >= to) return
      const expected = rows.filter(
        (row) =>
          row.second >= from &&
          row.second < to &&
          (taskId === undefined || row.taskId === taskId) &&
          (status === undefined || row.status === status) &&
          (search === undefined || row.url.endsWith('/Pricing')) &&
          !(stored && row.isLogged),
      )
      expect((await readAll(world, wanted)).flat()).toEqual(expected.map(({ id }) => id).reverse())
    }),
    { numRuns: 40 },
  )
})

test('a request in the log is found by its id for a week, and one with a record is listed once', async () => {
  const world = await startRequestWorld()
  const created = nowSeconds(world)
  const error = { code: 'page_timeout', message: 'The page is slow.' }
  const request = { accountId: 'acct', operation: 'pdf' as const, created }
  const end = { finished: created, durationMs: 7, error }
  const [first = '', second = ''] = [1, 2].map((index) => createRequestId(nowMs(), Buffer.alloc(10, index)))
  await world.requests.putLogged({
    ...request,
    ...end,
    id: first,
    externalId: 'Order-7',
    keyId: 'acct123456',
  })
  await world.requests.putQueued({ ...request, id: second, counted: true })
  await world.requests.putLogged({ ...request, ...end, id: second })
  const idsOf = async (filter: object) =>
    (await world.requests.list('acct', { limit: 5, ...filter })).records.map(({ id, status }) => [id, status])
  expect(await idsOf({})).toEqual([
    [second, 'queued'],
    [first, 'failed'],
  ])
  for (const search of ['order-7', ' Order-7 ', first, first.toUpperCase(), first.slice(0, -2)])
    expect(await idsOf({ search }), search).toContainEqual([first, 'failed'])
  expect(await idsOf({ search: first, status: 'done' })).toEqual([])
  const found = await world.requests.findAny({ accountId: 'acct', id: first })
  expect(found).toMatchObject({ status: 'failed', error, durationMs: 7, keyId: 'acct123456' })
  expect(await world.requests.find({ accountId: 'acct', id: first })).toBeUndefined()
  expect(await world.requests.findAny({ accountId: 'other', id: first })).toBeUndefined()
  world.clock.aheadMs = 7 * daySeconds * 1000
  expect(await world.requests.findAny({ accountId: 'acct', id: first })).toBeUndefined()
  expect(await idsOf({})).toEqual([[second, 'queued']])
})

test('a cursor outside of the times of a filter continues at its newest request, or ends', async () => {
  const world = await startRequestWorld()
  const secondOf = (index: number) => 1_800_000_000 + index
  const ids = Array.from({ length: 5 }, (_, index) =>
    createRequestId(secondOf(index) * 1000, Buffer.alloc(10, index)),
  )
  for (const id of ids)
    await world.requests.putQueued({ accountId: 'acct', id, operation: 'pdf', created: 1, counted: true })
  const list = async (beforeId = '') =>
    (
      await world.requests.list('acct', { from: secondOf(1), to: secondOf(4), limit: 9, beforeId })
    ).records.map(({ id }) => id)
  expect(await list(ids[4])).toEqual([ids[3], ids[2], ids[1]])
  expect(await list(ids[2])).toEqual([ids[1]])
  expect(await list(ids[0])).toEqual([])
})

test('a record keeps its summary after its options are deleted, and how long its last attempt took', async () => {
  const world = await startRequestWorld()
  const key = { accountId: 'acct', id: idAt(1) }
  const summary = { url: 'https://example.com/', options: { full_page: true }, omitted: ['cookies'] }
  const request = { ...key, operation: 'pdf' as const, created: nowSeconds(world), counted: true, summary }
  await world.requests.putQueued({ ...request, options: { cookies: ['a=1'] } })
  const claim = async () => {
    const terms = { claimId: randomUUID(), leaseUntilMs: world.nowMs() + 60_000, attemptsMax: 3 }
    const claimed = await world.requests.claim(key, terms)
    if (claimed.kind !== 'claimed') throw new Error(claimed.kind)
    return claimed.record
  }
  await world.requests.release(await claim())
  world.clock.aheadMs += 30_000
  const record = await claim()
  world.clock.aheadMs += 2_000
  const finished = nowSeconds(world)
  await world.requests.finish(record, { result: result(finished + daySeconds), finished })
  const ended = await world.requests.find(key)
  expect(ended).toMatchObject({ status: 'done', summary })
  expect(ended).not.toHaveProperty('options')
  expect(ended).not.toHaveProperty('startedMs')
  expect(ended?.durationMs).toBeGreaterThanOrEqual(2_000)
  expect(ended?.durationMs).toBeLessThan(30_000)
  expect((await world.requests.list('acct', { limit: 1 })).records[0]).toMatchObject({ summary })
})

test('a request whose worker died has no duration, because it is not known when the attempt ended', async () => {
  const world = await startRequestWorld()
  await put(world, 1)
  const key = { accountId: 'acct', id: idAt(1) }
  const terms = { claimId: 'a', leaseUntilMs: world.nowMs() + 1_000, attemptsMax: 3 }
  const claimed = await world.requests.claim(key, terms)
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind)
  world.clock.aheadMs += 7 * 3_600_000
  const error = { code: 'expired', message: 'The request waited for too long.' }
  const failed = await world.requests.fail(claimed.record, { error, finished: nowSeconds(world) })
  expect(failed).toMatchObject({ status: 'failed' })
  expect(failed).not.toHaveProperty('durationMs')
})

test('lists omit the options, which may contain credentials, and other accounts', async () => {
  const world = await startRequestWorld()
  await put(world, 1)
  const { records } = await world.requests.list('acct', { limit: 10 })
  expect(records).toHaveLength(1)
  expect(records[0]).not.toHaveProperty('options')
  expect(await world.requests.list('other', { limit: 10 })).toEqual({ records: [] })
})

test('a record is deleted 30 days after its end, or with its file, and its id is free again', async () => {
  const world = await startRequestWorld()
  await put(world, 1, { status: 'failed' })
  const key = { accountId: 'acct', id: idAt(1) }
  const created = nowSeconds(world)
  const long = { accountId: 'acct', id: idAt(2), operation: 'pdf' as const, created, counted: false }
  await world.requests.putDone({ ...long, finished: created, result: result(created + 40 * daySeconds) })
  expect(await put(world, 1)).toBe(false)
  world.clock.aheadMs += 30 * daySeconds * 1000 - 60_000
  expect(await world.requests.find(key)).toMatchObject({ status: 'failed' })
  world.clock.aheadMs += 120_000
  expect(await world.requests.find(key)).toBeUndefined()
  expect((await readAll(world, { limit: 10 })).flat()).toEqual([idAt(2)])
  expect(await put(world, 1)).toBe(true)
  expect(await world.requests.find(key)).toMatchObject({ status: 'queued' })
})

test('the index of open records contains only queued requests and pending webhooks', async () => {
  const world = await startRequestWorld()
  const now = nowSeconds(world)
  const open = async (kind: 'queued' | 'webhook') =>
    (await world.requests.listOpen(kind, now + 60, 100)).map(({ id }) => id).toSorted()
  for (let index = 1; index <= 12; index++) await put(world, index)
  await put(world, 13, { status: 'done' })
  expect(await open('queued')).toEqual(Array.from({ length: 12 }, (_, index) => idAt(index + 1)))
  const webhook = { url: 'https://hooks.example.com/', signed: true }
  const done = { accountId: 'acct', id: idAt(14), operation: 'pdf' as const, created: now, counted: true }
  await world.requests.putDone({ ...done, finished: now, result: result(now + 60), webhook })
  expect(await open('webhook')).toEqual([idAt(14)])
  const queued = await world.requests.find({ accountId: 'acct', id: idAt(1) })
  if (!queued) throw new Error('no record')
  await world.requests.fail(queued, { error: { code: 'x', message: 'x' }, finished: now })
  expect(await open('queued')).toHaveLength(11)
  expect(await world.requests.listOpen('queued', now - 60, 100)).toEqual([])
})
