import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultTiers } from '../../../lib/core/access/tiers.ts'
import { createHitStore } from '../../../lib/store/hits.ts'
import { inTurn, noonMs, request, startUsageTable, tableName, tiers, times } from './usage-table.ts'

const { documents, close, clock, writes, usage, hitStore } = await startUsageTable()
let accounts = 0
let id: string

afterAll(close)

beforeEach(() => {
  clock.nowMs = noonMs
  writes.count = 0
  accounts += 1
  id = `acc${accounts}`
})

describe('the quota', () => {
  const take = async (plan: 'free' | 'starter') => (await hitStore.take({ id, plan }, request)).hit
  const free = async () => (await take('free')) !== undefined
  const starter = async () => (await take('starter')) !== undefined
  const hits = async (plan: 'free' | 'starter' = 'free') => (await usage.read({ id, plan })).hits

  test('with 5 hits left grants exactly 5 of 20 concurrent requests', async () => {
    await inTurn(15, starter)
    expect((await times(20, starter)).filter(Boolean).length).toBe(5)
    expect(await hits('starter')).toEqual({ quota: 20, used: 20, remaining: 0 })
  })

  test('of a new account grants exactly as many hits as it has', async () => {
    expect((await times(20, free)).filter(Boolean).length).toBe(5)
  })

  test('needs at most one write per hit', async () => {
    await free()
    writes.count = 0
    await free()
    expect(writes.count).toBeLessThanOrEqual(1)
  })

  test('resets with the month in UTC', async () => {
    clock.nowMs = Date.UTC(2026, 11, 1) - 1
    await inTurn(5, free)
    expect(await free()).toBe(false)
    clock.nowMs += 1
    expect(await hits()).toEqual({ quota: 5, used: 0, remaining: 5 })
    expect((await times(20, free)).filter(Boolean).length).toBe(5)
  })

  test('comes from the current plan', async () => {
    await inTurn(5, free)
    expect([await free(), await starter(), await free()]).toEqual([false, true, false])
    expect(await hits()).toEqual({ quota: 5, used: 6, remaining: 0 })
  })

  test('is refunded the hits of failed requests', async () => {
    await inTurn(4, free)
    await hitStore.refund(id, (await take('free'))?.id ?? '')
    expect(await hits()).toEqual({ quota: 5, used: 4, remaining: 1 })
    expect([await free(), await free()]).toEqual([true, false])
  })

  test('is refunded nothing for a past month, and never more than was used', async () => {
    await free()
    const given = (await take('free'))?.id ?? ''
    const old = (await take('free'))?.id ?? ''
    await times(5, () => hitStore.refund(id, given))
    await hitStore.refund(id, given)
    expect((await hits()).used).toBe(2)
    clock.nowMs = Date.UTC(2026, 11, 1)
    await free()
    await hitStore.refund(id, old)
    await hitStore.keep(id, old)
    expect((await hits()).used).toBe(1)
  })

  test('of an account without hits refunds nothing', async () => {
    await hitStore.refund(id, 'request#1')
    await hitStore.keep(id, 'request#1')
    expect(await usage.read({ id, plan: 'free' })).toEqual({
      hits: { quota: 5, used: 0, remaining: 5 },
      concurrency: { limit: 3, remaining: 3, reset: noonMs / 1000 + 60 },
      renders: { limit: 2, in_progress: 0 },
    })
  })

  test('of zero grants nothing and writes nothing', async () => {
    const none = createHitStore({
      dynamo: documents,
      tableName,
      tiers: { ...defaultTiers, free: { ...defaultTiers.free, quota: 0 } },
      nowMs: () => clock.nowMs,
    })
    expect(await none.take({ id, plan: 'free' }, request)).toEqual({ hit: undefined, overdue: [] })
    expect(writes.count).toBe(0)
  })
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
    const { hit } = await hitStore.take(account(), { ...request, id: name })
    await hitStore.keep(id, hit?.id ?? '')
    const fence = await hitStore.countRefunds(id)
    const terms = { month: hit?.month ?? 0, fence, hitId: hit?.id, freeFailures: 2 }
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
  const begin = (name: string, { isRun = false, ms = 60_000 } = {}) =>
    hitStore.beginRender({ id, plan: 'starter' }, { name, untilMs: clock.nowMs + ms, isRun })
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

  test('in the background count too, and leave the last place to requests if they are runs', async () => {
    expect(await times(8, () => begin(`run ${Math.random()}`, { isRun: true }))).toSatisfy(
      (begun: boolean[]) => begun.filter(Boolean).length === 4,
    )
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

describe('an open hit', () => {
  const account = () => ({ id, plan: 'starter' }) as const
  const used = async () => (await usage.read(account())).hits.used

  test('that is kept is not refunded, and one that is refunded is not kept', async () => {
    const kept = await hitStore.take(account(), request)
    await hitStore.keep(id, kept.hit?.id ?? '')
    await hitStore.refund(id, kept.hit?.id ?? '')
    expect(await used()).toBe(1)
    const given = await hitStore.take(account(), request)
    await hitStore.refund(id, given.hit?.id ?? '')
    await hitStore.keep(id, given.hit?.id ?? '')
    expect(await used()).toBe(1)
  })

  test.each([
    ['queued for', 'take', 520_000],
    ['rendered at once for', 'takeForRender', 120_000],
  ] as const)(
    '%s a request is overdue when no invocation can decide it anymore, not before',
    async (_, take, openMs) => {
      const { hit } = await hitStore[take](account(), request)
      clock.nowMs += openMs - 1_000
      expect(await hitStore.findOverdue(id)).toEqual([])
      clock.nowMs += 1_000
      expect(await hitStore.findOverdue(id)).toEqual([hit?.id])
      expect((await hitStore.take(account(), request)).overdue).toEqual([hit?.id])
    },
  )

  test('has the month in which it was counted, even if the clock of the function is behind', async () => {
    clock.nowMs = Date.UTC(2026, 11, 1)
    await hitStore.take(account(), request)
    clock.nowMs -= 1
    expect((await hitStore.take(account(), request)).hit?.month).toBe(2026 * 12 + 11)
    expect(await used()).toBe(2)
  })

  test('is counted in an item that an earlier version of the service wrote', async () => {
    await documents.send(
      new UpdateCommand({
        TableName: tableName,
        Key: { id },
        UpdateExpression: 'SET hitMonth = :month, hits = :hits',
        ExpressionAttributeValues: { ':month': 2026 * 12 + 10, ':hits': 7 },
      }),
    )
    const taken = await times(5, () => hitStore.take(account(), request))
    expect(await used()).toBe(12)
    await Promise.all(taken.map(({ hit }) => hitStore.refund(id, hit?.id ?? '')))
    expect(await used()).toBe(7)
  })

  test.each([
    ['refunded', 19],
    ['kept', 20],
  ] as const)('of an item without renders that has used its quota can be %s', async (end, hits) => {
    const { hit } = await hitStore.take(account(), request)
    await inTurn(19, () => hitStore.take(account(), request))
    const forget = { TableName: tableName, Key: { id }, UpdateExpression: 'REMOVE renders' }
    await documents.send(new UpdateCommand(forget))
    await hitStore[end === 'kept' ? 'keep' : 'refund'](id, hit?.id ?? '')
    expect(await used()).toBe(hits)
    clock.nowMs += 120_000
    expect(await hitStore.findOverdue(id)).not.toContain(hit?.id)
    expect((await hitStore.take(account(), request)).hit !== undefined).toBe(end === 'refunded')
  })

  test('is counted once if the SDK repeats a write whose response was lost', async () => {
    let isLost = false
    const lossy = createHitStore({
      dynamo: {
        send: async (command: never) => {
          const response = await documents.send(command)
          if (isLost || !((command as object) instanceof UpdateCommand)) return response
          isLost = true
          return documents.send(command)
        },
      } as never,
      tableName,
      tiers,
      nowMs: () => clock.nowMs,
    })
    await hitStore.take(account(), request)
    expect((await lossy.take(account(), request)).hit).toBeDefined()
    expect(await used()).toBe(2)
    expect((await usage.readHistory(id, 1)).days[0]?.hits.screenshot).toBe(2)
  })
})

test('a number of any size is unchanged in a failed condition', async () => {
  await hitStore.take({ id, plan: 'starter' }, request)
  await documents.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { id },
      UpdateExpression: 'SET hits = :many',
      ExpressionAttributeValues: { ':many': 4_000_000_000 },
    }),
  )
  expect((await hitStore.take({ id, plan: 'starter' }, request)).hit).toBeUndefined()
  const { Item } = await documents.send(new GetCommand({ TableName: tableName, Key: { id } }))
  expect(Item?.['hits']).toBe(4_000_000_000)
})
