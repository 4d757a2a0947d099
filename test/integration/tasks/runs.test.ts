import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoredTask } from '../../../lib/core/tasks/stored-task.ts'
import { createRunId } from '../../../lib/core/tasks/task-id.ts'
import { tableNames } from '../../../local/tables.ts'
import { sampleTask, startTaskWorld, type TaskWorld } from '../../support/jobs/task-world.ts'

const minuteMs = 60_000

let world: TaskWorld
let account: Awaited<ReturnType<TaskWorld['newAccount']>>
let task: StoredTask
/** The present minute of the world's clock. */
let now: number

beforeAll(async () => {
  world = await startTaskWorld()
})

afterAll(() => world[Symbol.asyncDispose]())

beforeEach(async () => {
  account = await world.newAccount()
  task = await world.createTask({ account, definition: sampleTask })
  now = Math.ceil(world.clock.nowMs / minuteMs)
  world.clock.nowMs = now * minuteMs
})

const run = (minute = now, of = task) => world.runTask(world.messageOf(of, minute))

const stored = async (of = task) => {
  const found = await world.tasks.find(of.id)
  if (!found) throw new Error('The task was deleted')
  return found
}

const hitsUsed = async () => (await world.usage.read(account)).hits.used

const keyOf = (minute = now, of = task) => ({
  accountId: account.id,
  id: createRunId(of.id, minute * minuteMs),
})

const recordOf = (minute = now, of = task) => world.requests.find(keyOf(minute, of))

const setItem = (TableName: string, id: string | number, name: string, value: unknown) =>
  world.documents.send(
    new UpdateCommand({
      TableName,
      Key: { id },
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  )

const setAccount = (name: string, value: unknown) => setItem(tableNames.accounts, account.id, name, value)

test('a run is a queued request of the task with its options, its hit, its webhook', async () => {
  task = await world.createTask({
    account,
    definition: {
      ...sampleTask,
      query:
        'html=x&format=png&external_id=order-1&webhook_url=https%3A%2F%2Fexample.com%2Fhook&webhook_signed=false',
    },
  })
  world.clock.nowMs += 30_000
  expect(await run()).toEqual({ outcome: 'queued', key: keyOf() })
  expect(await recordOf()).toMatchObject({
    operation: 'screenshot',
    status: 'queued',
    created: Math.floor(world.clock.nowMs / 1000),
    taskId: task.id,
    externalId: 'order-1',
    counted: true,
    options: { html: 'x', format: 'png', async: true },
    webhook: { url: 'https://example.com/hook', signed: false, status: 'waiting' },
  })
  expect(await stored()).toMatchObject({ runs: 1, lastRun: Math.floor(world.clock.nowMs / 1000) })
  expect(await hitsUsed()).toBe(1)
})

test('large options of a run are in the bucket, as for a request', async () => {
  const html = 'x'.repeat(5000)
  task = await world.createTask({ account, definition: { ...sampleTask, query: `html=${html}` } })
  const started = await run(Math.floor(now))
  const record = await recordOf(Math.floor(now))
  expect([started.outcome, record]).toMatchObject(['queued', { status: 'queued', hasInput: true }])
  expect(record).not.toHaveProperty('options')
  expect(await world.inputs.get(keyOf(Math.floor(now)))).toMatchObject({ html, async: true })
})

describe('a minute counts once', () => {
  test('when its run was deleted before its message is delivered again', async () => {
    const minute = Math.floor(now)
    await run(minute)
    expect(await world.requests.delete(keyOf(minute))).toBe(true)
    expect(await run(minute)).toEqual({ outcome: 'absent' })
    expect(await recordOf(minute)).toBeUndefined()
    expect((await stored()).runs).toBe(1)
    expect(await hitsUsed()).toBe(1)
  })
})

test('a run that is on record continues although its task was disabled', async () => {
  const first = await run()
  await setItem(tableNames.tasks, task.id, 'enabled', false)
  expect(await run()).toEqual(first)
})

describe('nothing runs', () => {
  const nothing = async (outcome: string, minute = now) => {
    expect(await run(minute)).toEqual({ outcome })
    expect(await recordOf(minute)).toBeUndefined()
    expect(await hitsUsed()).toBe(0)
  }

  test('of a task that was deleted while its message was in the queue', async () => {
    await world.deleteTask({ accountId: account.id, id: String(task.id) })
    await nothing('absent')
  })

  test('of a task of another account', async () => {
    const other = await world.newAccount()
    expect(await world.runTask({ ...world.messageOf(task, now), accountId: other.id })).toEqual({
      outcome: 'absent',
    })
    expect((await stored()).runs).toBe(0)
  })

  test('of a disabled task', async () => {
    await world.updateTask({ account, id: String(task.id), changes: { enabled: false } })
    await nothing('disabled')
    expect((await stored()).runs).toBe(0)
  })

  test('at a minute that no longer matches a changed task', async () => {
    await world.updateTask({
      account,
      id: String(task.id),
      changes: { frequency: 'custom', crontab: '30 * * * *' },
    })
    const hour = Math.floor(now / 60) * 60
    await nothing('not_due', hour + 29)
    expect((await run(hour + 30)).outcome).toBe('queued')
  })

  test('on a day that matches only one of the two day fields, if both must match', async () => {
    task = await world.createTask({
      account,
      definition: { ...sampleTask, frequency: 'custom', crontab: '0 0 */2 * 1' },
    })
    await nothing('not_due', Date.UTC(2026, 10, 16) / minuteMs)
    expect((await run(Date.UTC(2026, 10, 23) / minuteMs)).outcome).toBe('queued')
  })
})

describe('a run is recorded as failed', () => {
  const failed = async (code: string) => {
    expect(await run()).toEqual({ outcome: 'refused', key: keyOf() })
    expect(await recordOf()).toMatchObject({
      status: 'failed',
      taskId: task.id,
      counted: false,
      finished: Math.floor(world.clock.nowMs / 1000),
      error: { code, message: expect.stringMatching(/\.$/) },
    })
    await run()
    expect(await stored()).toMatchObject({ runs: 1, enabled: true })
  }

  test('if the quota is used up, and the next one runs when a hit is available', async () => {
    const hit = await world.hits.take(account, { id: 'another request', operation: 'screenshot' })
    await setItem(tableNames.usage, account.id, 'hits', 1000)
    expect(await hitsUsed()).toBe(1000)
    await failed('quota_exceeded')
    expect(await hitsUsed()).toBe(1000)
    if (hit) await world.hits.refund(account.id, hit)
    expect((await run(now + 1)).outcome).toBe('queued')
  })

  test('with an unpaid invoice', async () => {
    await setAccount('paid', false)
    await failed('payment_required')
    expect(await hitsUsed()).toBe(0)
  })

  test('on a plan without tasks', async () => {
    await setAccount('plan', 'growth')
    await failed('plan_required')
    expect(await hitsUsed()).toBe(0)
  })

  test('with a query that the operation no longer accepts', async () => {
    await setItem(tableNames.tasks, task.id, 'query', 'html=x&gone=1')
    await failed('unknown_parameter')
  })
})
