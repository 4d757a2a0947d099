import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultPlans, parsePlans } from '../../../lib/core/access/plans.ts'
import { createHitStore, type HitStore } from '../../../lib/store/hits.ts'
import { createUsageStore, type UsageStore } from '../../../lib/store/usage.ts'
import { startTestAws } from '../aws/test-aws.ts'

const tableName = 'usage'
const noonMs = Date.UTC(2026, 10, 21, 12)
const minuteMs = 60_000

const plans = parsePlans(
  '{"free": {"quota": 5, "requestsPerMinute": 3}, "starter": {"quota": 50, "requestsPerMinute": 60}}',
)

let aws: Awaited<ReturnType<typeof startTestAws>>
let nowMs: number
let writes: number
let usage: UsageStore
let hitStore: HitStore
let accounts = 0
let id: string

beforeAll(async () => {
  aws = await startTestAws()
  await aws.dynamodb.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  )
  aws.dynamodb.middlewareStack.add(
    (next, { commandName }) =>
      (call) => {
        if (commandName === 'UpdateItemCommand') writes += 1
        return next(call)
      },
    { step: 'initialize', name: 'countWrites' },
  )
  const deps = { dynamo: aws.documents, tableName, plans, nowMs: () => nowMs }
  usage = createUsageStore(deps)
  hitStore = createHitStore(deps)
})

afterAll(() => aws.close())

beforeEach(() => {
  nowMs = noonMs
  writes = 0
  accounts += 1
  id = `acc${accounts}`
})

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

const inTurn = async <T>(count: number, work: () => Promise<T>) => {
  const outcomes: T[] = []
  for (let turn = 0; turn < count; turn += 1) outcomes.push(await work())
  return outcomes
}

describe('the rate limit', () => {
  const free = () => usage.admit({ id, plan: 'free' })
  const starter = () => usage.admit({ id, plan: 'starter' })

  test('of 60 admits exactly 60 of 200 requests at the same time, in the first minute and in the next', async () => {
    for (const minute of [0, 1]) {
      nowMs = noonMs + minute * minuteMs
      const decisions = await times(200, starter)
      expect(decisions.filter(({ admitted }) => admitted).length).toBe(60)
      const left = decisions.flatMap(({ admitted, remaining }) => (admitted ? [remaining] : []))
      expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index))
    }
  })

  test('takes one write for a request, also for the first of a minute', async () => {
    for (const minute of [0, 1, 60]) {
      nowMs = noonMs + minute * minuteMs
      writes = 0
      await inTurn(3, free)
      expect(writes).toBe(3)
    }
  })

  test('takes at most one write more for a request that is refused', async () => {
    await inTurn(3, free)
    for (const expected of [2, 2, 2, 1, 1, 1]) {
      writes = 0
      expect((await free()).admitted).toBe(false)
      expect(writes).toBe(expected)
    }
  })

  test('says what is left, and for how long', async () => {
    nowMs = noonMs + 20_500
    expect(await inTurn(4, free)).toEqual([
      { admitted: true, limit: 3, remaining: 2, resetSeconds: 40 },
      { admitted: true, limit: 3, remaining: 1, resetSeconds: 40 },
      { admitted: true, limit: 3, remaining: 0, resetSeconds: 40 },
      { admitted: false, limit: 3, remaining: 0, resetSeconds: 40, retryAfterSeconds: 40 },
    ])
  })

  test('of one account leaves another alone', async () => {
    await inTurn(4, free)
    expect((await usage.admit({ id: `${id}b`, plan: 'free' })).admitted).toBe(true)
  })

  test('is the one of the present plan', async () => {
    await inTurn(4, free)
    expect(await starter()).toMatchObject({ admitted: true, limit: 60, remaining: 56 })
    expect(await free()).toMatchObject({ admitted: false, limit: 3 })
  })

  test('blocks repeated excess for 1, 2, 4, 8 and at most 15 minutes, and says for how long', async () => {
    const waits: number[] = []
    for (let round = 0; round < 7; round += 1) {
      const decisions = await inTurn(7, free)
      expect(decisions.map(({ admitted }) => admitted)).toEqual([true, true, true, ...Array(4).fill(false)])
      const wait = decisions.at(-1)?.retryAfterSeconds ?? 0
      waits.push(wait / 60)
      nowMs += wait * 1000 - 1
      expect((await free()).admitted).toBe(false)
      nowMs += 1
    }
    expect(waits).toEqual([1, 2, 3, 5, 9, 16, 16])
  })

  test('resets after 15 minutes', async () => {
    await inTurn(7, free)
    nowMs += minuteMs
    await inTurn(7, free)
    nowMs += 17 * minuteMs
    expect((await inTurn(7, free)).at(-1)?.retryAfterSeconds).toBe(60)
  })

  test('blocks no one who waits as Retry-After says', async () => {
    for (let minute = 0; minute < 20; minute += 1) {
      const [, , , refused] = await inTurn(4, free)
      expect(refused?.retryAfterSeconds).toBe(60)
      nowMs += 60_000
    }
  })

  test('with excess of many at the same time imposes one block', async () => {
    await times(50, free)
    nowMs += minuteMs
    const decisions = await times(50, free)
    expect(decisions.filter(({ admitted }) => admitted).length).toBe(3)
    expect((await free()).retryAfterSeconds).toBe(120)
  })

  test('holds over several functions, each with a memory of its own', async () => {
    const functions = Array.from({ length: 4 }, () =>
      createUsageStore({ dynamo: aws.documents, tableName, plans, nowMs: () => nowMs }),
    )
    for (const minute of [0, 1]) {
      nowMs = noonMs + minute * minuteMs
      const decisions = await Promise.all(
        Array.from({ length: 100 }, (_, index) => functions[index % 4]?.admit({ id, plan: 'starter' })),
      )
      expect(decisions.filter((decision) => decision?.admitted).length).toBe(60)
    }
  })

  test('counts the requests of clocks that differ in one window', async () => {
    await inTurn(2, free)
    nowMs -= 1
    expect(await free()).toMatchObject({ admitted: true, remaining: 0 })
    expect((await free()).admitted).toBe(false)
  })
})

describe('the quota', () => {
  const take = async (plan: 'free' | 'starter') => (await hitStore.take({ id, plan }, 'request')).hit
  const free = async () => (await take('free')) !== undefined
  const starter = async () => (await take('starter')) !== undefined
  const hits = async (plan: 'free' | 'starter' = 'free') => (await usage.read({ id, plan })).hits

  test('with 5 hits left grants exactly 5 of 50 concurrent requests', async () => {
    await inTurn(45, starter)
    expect((await times(50, starter)).filter(Boolean).length).toBe(5)
    expect(await hits('starter')).toEqual({ quota: 50, used: 50, remaining: 0 })
  })

  test('of a new account grants exactly as many hits as it has', async () => {
    expect((await times(50, free)).filter(Boolean).length).toBe(5)
  })

  test('takes one write a hit', async () => {
    await free()
    writes = 0
    await free()
    expect(writes).toBe(1)
  })

  test('resets with the month in UTC', async () => {
    nowMs = Date.UTC(2026, 11, 1) - 1
    await inTurn(5, free)
    expect(await free()).toBe(false)
    nowMs += 1
    expect(await hits()).toEqual({ quota: 5, used: 0, remaining: 5 })
    expect((await times(20, free)).filter(Boolean).length).toBe(5)
  })

  test('is the one of the present plan', async () => {
    await inTurn(5, free)
    expect([await free(), await starter(), await free()]).toEqual([false, true, false])
    expect(await hits()).toEqual({ quota: 5, used: 6, remaining: 0 })
  })

  test('has back what came to nothing', async () => {
    await inTurn(4, free)
    await hitStore.giveBack(id, (await take('free'))?.id ?? '')
    expect(await hits()).toEqual({ quota: 5, used: 4, remaining: 1 })
    expect([await free(), await free()]).toEqual([true, false])
  })

  test('has nothing back from a month that is over, or more than was taken', async () => {
    await free()
    const given = (await take('free'))?.id ?? ''
    const old = (await take('free'))?.id ?? ''
    await times(5, () => hitStore.giveBack(id, given))
    await hitStore.giveBack(id, given)
    expect((await hits()).used).toBe(2)
    nowMs = Date.UTC(2026, 11, 1)
    await free()
    await hitStore.giveBack(id, old)
    await hitStore.keep(id, old)
    expect((await hits()).used).toBe(1)
  })

  test('of an account that never took anything has nothing to give back', async () => {
    await hitStore.giveBack(id, 'request#1')
    await hitStore.keep(id, 'request#1')
    expect(await usage.read({ id, plan: 'free' })).toEqual({
      hits: { quota: 5, used: 0, remaining: 5 },
      concurrency: { limit: 3, remaining: 3, reset: noonMs / 1000 + 60 },
    })
  })

  test('of zero grants nothing and writes nothing', async () => {
    const none = createHitStore({
      dynamo: aws.documents,
      tableName,
      plans: { ...defaultPlans, free: { ...defaultPlans.free, quota: 0 } },
      nowMs: () => nowMs,
    })
    expect(await none.take({ id, plan: 'free' }, 'request')).toEqual({ hit: undefined, overdue: [] })
    expect(writes).toBe(0)
  })
})

describe('an open hit', () => {
  const account = () => ({ id, plan: 'starter' }) as const
  const used = async () => (await usage.read(account())).hits.used

  test('that is kept is not given back, and one that is given back is not kept', async () => {
    const kept = await hitStore.take(account(), 'request')
    await hitStore.keep(id, kept.hit?.id ?? '')
    await hitStore.giveBack(id, kept.hit?.id ?? '')
    expect(await used()).toBe(1)
    const given = await hitStore.take(account(), 'request')
    await hitStore.giveBack(id, given.hit?.id ?? '')
    await hitStore.keep(id, given.hit?.id ?? '')
    expect(await used()).toBe(1)
  })

  test('is overdue when no invocation can decide it any more, not before', async () => {
    const { hit } = await hitStore.take(account(), 'request')
    nowMs += 119_000
    expect(await hitStore.findOverdue(id)).toEqual([])
    nowMs += 1_000
    expect(await hitStore.findOverdue(id)).toEqual([hit?.id])
    expect((await hitStore.take(account(), 'request')).overdue).toEqual([hit?.id])
  })

  test('says the month in which it was counted, also where the clock of the function is behind', async () => {
    nowMs = Date.UTC(2026, 11, 1)
    await hitStore.take(account(), 'request')
    nowMs -= 1
    expect((await hitStore.take(account(), 'request')).hit?.month).toBe(2026 * 12 + 11)
    expect(await used()).toBe(2)
  })

  test('is counted in an item that an earlier version of the service wrote', async () => {
    await aws.documents.send(
      new UpdateCommand({
        TableName: tableName,
        Key: { id },
        UpdateExpression: 'SET hitMonth = :month, hits = :hits',
        ExpressionAttributeValues: { ':month': 2026 * 12 + 10, ':hits': 7 },
      }),
    )
    const taken = await times(5, () => hitStore.take(account(), 'request'))
    expect(await used()).toBe(12)
    await Promise.all(taken.map(({ hit }) => hitStore.giveBack(id, hit?.id ?? '')))
    expect(await used()).toBe(7)
  })

  test('is counted once where the SDK repeats a write whose response was lost', async () => {
    let isLost = false
    const lossy = createHitStore({
      dynamo: {
        send: async (command: never) => {
          const answer = await aws.documents.send(command)
          if (isLost || !((command as object) instanceof UpdateCommand)) return answer
          isLost = true
          return aws.documents.send(command)
        },
      } as never,
      tableName,
      plans,
      nowMs: () => nowMs,
    })
    await hitStore.take(account(), 'request')
    expect((await lossy.take(account(), 'request')).hit).toBeDefined()
    expect(await used()).toBe(2)
  })
})

test('the rate and the quota share an item without disturbing each other', async () => {
  const account = { id, plan: 'starter' } as const
  await Promise.all([
    times(30, () => usage.admit(account)),
    times(30, () => hitStore.take(account, 'request')),
    times(10, () => hitStore.giveBack('nobody', 'request#1')),
  ])
  expect(await usage.read(account)).toEqual({
    hits: { quota: 50, used: 30, remaining: 20 },
    concurrency: { limit: 60, remaining: 30, reset: noonMs / 1000 + 60 },
  })
})

test('a failure of the table is no refusal', async () => {
  const broken = { dynamo: aws.documents, tableName: 'missing', plans, nowMs: () => nowMs }
  await expect(createUsageStore(broken).admit({ id, plan: 'free' })).rejects.toThrow()
  await expect(createHitStore(broken).take({ id, plan: 'free' }, 'request')).rejects.toThrow()
  await expect(createHitStore(broken).giveBack(id, 'request#1')).rejects.toThrow()
})

test('a number of any size survives the way through a failed condition', async () => {
  await hitStore.take({ id, plan: 'starter' }, 'request')
  await aws.documents.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { id },
      UpdateExpression: 'SET hits = :many',
      ExpressionAttributeValues: { ':many': 4_000_000_000 },
    }),
  )
  expect((await hitStore.take({ id, plan: 'starter' }, 'request')).hit).toBeUndefined()
  const { Item } = await aws.documents.send(new GetCommand({ TableName: tableName, Key: { id } }))
  expect(Item?.['hits']).toBe(4_000_000_000)
})
