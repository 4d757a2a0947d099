import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, test } from 'vitest'
import { createHitStore } from '../../../lib/store/hits.ts'
import { inTurn, request, startUsageTable, tableName, tiers, times } from './usage-table.ts'

const { documents, nextId, clock, writes, usage, hitStore } = await startUsageTable()
let id: string

beforeEach(() => {
  id = nextId()
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
