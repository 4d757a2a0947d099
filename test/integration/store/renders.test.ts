import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RenderOrigin } from '../../../lib/core/access/open-hits.ts'
import { inTurn, request, startUsageTable, tableName, times } from './usage-table.ts'

const { documents, nextId, clock, writes, usage, hitStore } = await startUsageTable()
let id: string

beforeEach(() => {
  id = nextId()
})

describe('renders that their page made fail', () => {
  const account = () => ({ id, plan: 'free' as const })
  const fail = async () => {
    const { hit } = await hitStore.takeForRender(account(), request)
    const { isCounted } = await hitStore.refundFailure(account(), hit?.id ?? '')
    if (isCounted) await hitStore.keep(id, hit?.id ?? '')
    return isCounted
  }
  const failInBackground = async (name: string) => {
    const { hit = { id: '', month: 0 } } = await hitStore.take(account(), { ...request, id: name })
    await hitStore.keep(id, hit.id)
    const terms = { hit, fence: await hitStore.countRefunds(id), freeFailures: 2 }
    return { terms, refund: () => hitStore.refundOwed({ accountId: id, id: name }, terms) }
  }
  const read = () => usage.read(account())

  test('are free until those of the day are used up, then count', async () => {
    expect(await inTurn(4, fail)).toEqual([false, false, true, true])
    expect(await read()).toMatchObject({ hits: { used: 2 }, renders: { in_progress: 0 } })
    clock.nowMs += 86_400_000
    expect(await inTurn(3, fail)).toEqual([false, false, true])
    expect((await read()).hits.used).toBe(3)
    expect((await usage.readHistory(id, 2)).days.map(({ hits }) => hits.screenshot)).toEqual([2, 1])
  })

  test('at the same time are counted exactly', async () => {
    const taken = await times(2, () => hitStore.takeForRender({ id, plan: 'free' }, request))
    const ids = taken.map(({ hit }) => hit?.id ?? '')
    const outcomes = await Promise.all(
      [...ids, ...ids].map((hitId) => hitStore.refundFailure(account(), hitId)),
    )
    expect(outcomes.filter(({ isCounted }) => isCounted)).toEqual([])
    expect(await read()).toMatchObject({ hits: { used: 0 }, renders: { in_progress: 0 } })
    expect(await fail()).toBe(true)
  })

  test('in the background share the free ones, whatever is repeated', async () => {
    await fail()
    const first = await failInBackground('first')
    expect([await first.refund(), await first.refund()]).toEqual(['refunded', 'refunded'])
    const second = await failInBackground('second')
    expect([await second.refund(), await second.refund(), await first.refund()]).toEqual([
      'counted',
      'counted',
      'refunded',
    ])
    await hitStore.completeRefund({ accountId: id, id: 'first' })
    expect(await first.refund()).toBe('again')
    expect((await read()).hits.used).toBe(1)
  })

  test('never count if the service made them fail', async () => {
    await inTurn(2, fail)
    const { terms } = await failInBackground('own')
    const own = { ...terms, freeFailures: undefined }
    expect(await hitStore.refundOwed({ accountId: id, id: 'own' }, own)).toBe('refunded')
    const { hit } = await hitStore.takeForRender(account(), request)
    await hitStore.refund(id, hit?.id ?? '')
    expect((await read()).hits.used).toBe(0)
  })

  test('do not count a hit of a month that is over', async () => {
    await inTurn(2, fail)
    const { refund } = await failInBackground('old')
    clock.nowMs = Date.UTC(2026, 11, 1)
    await hitStore.take(account(), request)
    expect(await refund()).toBe('again')
    expect((await read()).hits.used).toBe(1)
  })
})

describe('renders in progress', () => {
  const takeForRender = () => hitStore.takeForRender({ id, plan: 'starter' }, request)
  const begin = (name: string, { origin = 'request' as RenderOrigin, ms = 60_000 } = {}) =>
    hitStore.beginRender({ id, plan: 'starter' }, { name, untilMs: clock.nowMs + ms, origin })
  const read = () => usage.read({ id, plan: 'starter' })

  test('of a new account are as many as its plan allows, in the write that takes the hit', async () => {
    const taken = await times(20, takeForRender)
    const hits = taken.flatMap(({ hit }) => hit ?? [])
    expect([hits.length, taken.filter(({ isBusy }) => isBusy).length]).toEqual([5, 15])
    expect(await read()).toMatchObject({ hits: { used: 5 }, renders: { limit: 5, in_progress: 5 } })
    await hitStore.keep(id, hits[0]?.id ?? '')
    await hitStore.refund(id, hits[1]?.id ?? '')
    expect(await read()).toMatchObject({ hits: { used: 4 }, renders: { in_progress: 3 } })
    writes.count = 0
    expect((await takeForRender()).hit).toBeDefined()
    expect(writes.count).toBe(1)
  })

  test('are not those of requests that are queued', async () => {
    await times(8, () => hitStore.take({ id, plan: 'starter' }, request))
    expect((await read()).renders.in_progress).toBe(0)
    expect((await takeForRender()).hit).toBeDefined()
  })

  test('in the background count too. Batches leave a place to runs, and both leave one to requests', async () => {
    const beginAll = async (origin: RenderOrigin) =>
      (await times(8, () => begin(`${origin} ${Math.random()}`, { origin }))).filter(Boolean)
    expect(await beginAll('batch')).toHaveLength(3)
    expect(await beginAll('run')).toHaveLength(1)
    expect((await takeForRender()).hit).toBeDefined()
    expect([await takeForRender(), await begin('a request')]).toEqual([
      { hit: undefined, isBusy: true, overdue: [] },
      false,
    ])
  })

  test('end, once, and make room', async () => {
    expect(await inTurn(6, () => begin(`render ${Math.random()}`))).toEqual([...Array(5).fill(true), false])
    expect(await begin('first')).toBe(false)
    const { renders = {} } = (await documents.send(new GetCommand({ TableName: tableName, Key: { id } })))
      .Item as { renders?: object }
    const [name = ''] = Object.keys(renders)
    await times(2, () => hitStore.endRender(id, name))
    expect((await read()).renders.in_progress).toBe(4)
    expect(await inTurn(2, () => begin(`next ${Math.random()}`))).toEqual([true, false])
    expect((await read()).renders.in_progress).toBe(5)
  })

  test('of processes that died make room when their time is over', async () => {
    await times(5, () => begin(`dead ${Math.random()}`, { ms: 1_000 }))
    expect(await begin('early')).toBe(false)
    clock.nowMs += 1_000
    expect((await read()).renders.in_progress).toBe(0)
    const taken = await times(9, takeForRender)
    expect(taken.filter(({ hit }) => hit).length).toBe(5)
    expect((await read()).renders.in_progress).toBe(5)
  })

  test('continue when a month ends, and end although their hit is of the month before', async () => {
    clock.nowMs = Date.UTC(2026, 11, 1) - 1
    const old = (await times(5, takeForRender)).map(({ hit }) => hit?.id ?? '')
    clock.nowMs += 1
    expect(await takeForRender()).toMatchObject({ isBusy: true })
    await hitStore.keep(id, old[0] ?? '')
    expect((await takeForRender()).hit?.month).toBe(2026 * 12 + 11)
    await hitStore.refund(id, old[1] ?? '')
    expect(await read()).toMatchObject({ hits: { used: 1 }, renders: { in_progress: 4 } })
  })

  test('of an item that an earlier version wrote begin to be counted', async () => {
    await hitStore.take({ id, plan: 'starter' }, request)
    const forget = { TableName: tableName, Key: { id }, UpdateExpression: 'REMOVE renders' }
    await documents.send(new UpdateCommand(forget))
    expect((await times(9, takeForRender)).filter(({ hit }) => hit).length).toBe(5)
    await documents.send(new UpdateCommand(forget))
    expect(await begin('background')).toBe(true)
    expect((await read()).renders.in_progress).toBe(1)
  })
})
