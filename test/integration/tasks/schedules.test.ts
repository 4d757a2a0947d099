import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { timerMinutes } from '../../../infra/queues.ts'
import { sampleTask, startTaskWorld, type TaskWorld } from '../../support/jobs/task-world.ts'

const minuteMs = 60_000
/** Days of both kinds: two schedules have more places to stop at. */
const twoSchedules = { ...sampleTask, frequency: 'custom' as const, crontab: '0 12 13 * 5' }

let world: TaskWorld
let account: Awaited<ReturnType<TaskWorld['newAccount']>>
let keys = 0

beforeAll(async () => {
  world = await startTaskWorld()
})

afterAll(() => world[Symbol.asyncDispose]())

beforeEach(async () => {
  account = await world.newAccount()
})

const create = (definition = sampleTask, idempotencyKey?: string) =>
  world.createTask({ account, definition, idempotencyKey })

const newKey = () => {
  keys += 1
  return `key-${keys}`
}

const schedulesOf = async (taskId: number) => {
  const found = await world.findSchedules(taskId)
  return found
    .map(({ ScheduleExpression, ScheduleExpressionTimezone, State }) =>
      [ScheduleExpression, ScheduleExpressionTimezone, State].join(' '),
    )
    .sort()
}

test('a task has its schedule in the group, with the queue as target and the minute in the message', async () => {
  const { id } = await create({ ...sampleTask, frequency: 'every_hour', timezone: 'Europe/Berlin' })
  const [schedule] = await world.findSchedules(id)
  expect(schedule).toMatchObject({
    Name: expect.stringMatching(/^[0-9a-zA-Z-_.]{1,64}$/),
    ScheduleExpression: 'cron(0 * * * ? *)',
    ScheduleExpressionTimezone: 'Europe/Berlin',
    State: 'ENABLED',
    Target: {
      Arn: world.queues.render.arn,
      RoleArn: 'arn:aws:iam::000000000000:role/scheduler',
      RetryPolicy: { MaximumEventAgeInSeconds: 2700 },
      DeadLetterConfig: { Arn: world.queues.scheduleDeadLetters.arn },
    },
  })
  expect(JSON.parse(schedule?.Target?.Input ?? '')).toEqual({
    kind: 'task',
    accountId: account.id,
    taskId: id,
    scheduledTime: '<aws.scheduler.scheduled-time>',
  })
  await world.deleteTask({ accountId: account.id, id: String(id) })
  expect(await schedulesOf(id)).toEqual([])
})

test('a time zone that the scheduler does not know is refused with 400, and leaves no task and no change', async () => {
  const timezone = 'Mars/Olympus'
  const refusal = {
    statusCode: 400,
    message: expect.stringContaining('does not know the `timezone` Mars/Olympus.'),
  }
  const before = await world.scheduleNames()
  await expect(create({ ...sampleTask, timezone })).rejects.toMatchObject(refusal)
  expect(await world.scheduleNames()).toEqual(before)
  const { id } = await create(sampleTask)
  const update = world.updateTask({ account, id: String(id), changes: { timezone } })
  await expect(update).rejects.toMatchObject(refusal)
  expect(await world.tasks.find(id)).toMatchObject({ timezone: 'Etc/UTC', revision: 1 })
  expect(await schedulesOf(id)).toEqual(['cron(* * * * ? *) Etc/UTC ENABLED'])
})

test('a change replaces the schedules, unless it concerns no time', async () => {
  const { id } = await create(twoSchedules)
  const update = (changes: object) => world.updateTask({ account, id: String(id), changes })
  expect(await schedulesOf(id)).toEqual([
    'cron(0 12 13 * ? *) Etc/UTC ENABLED',
    'cron(0 12 ? * 6 *) Etc/UTC ENABLED',
  ])
  const renaming = await world.callsOf(() => update({ name: 'Other' }))
  const disabling = await world.callsOf(() => update({ enabled: false }))
  expect(renaming, 'no schedule is written').toBeLessThan(disabling)
  expect(await schedulesOf(id)).toEqual([
    'cron(0 12 13 * ? *) Etc/UTC DISABLED',
    'cron(0 12 ? * 6 *) Etc/UTC DISABLED',
  ])
  await update({ frequency: 'every_day', timezone: 'Asia/Tokyo', enabled: true })
  expect(await schedulesOf(id)).toEqual(['cron(0 0 * * ? *) Asia/Tokyo ENABLED'])
})

test('a disabled task sends no message, and an enabled one does', async () => {
  const noonMs = Date.UTC(2027, 0, 1, 12)
  world.goTo(noonMs - 1000)
  const off = await create({ ...sampleTask, enabled: false })
  const on = await create()
  world.goTo(noonMs)
  const found = (await world.receiveRuns()).filter(({ accountId }) => accountId === account.id)
  expect(found).toEqual([
    { kind: 'task', accountId: account.id, taskId: on.id, scheduledTime: '2027-01-01T12:00:00Z' },
  ])
  for (const { id } of [off, on]) await world.deleteTask({ accountId: account.id, id: String(id) })
})

test('the sweep restores deleted schedules and removes those that do not belong to the task', async () => {
  const { id } = await create(twoSchedules)
  const [first] = await world.findSchedules(id)
  await world.schedules.delete(first?.Name ?? '')
  await world.schedules.put({
    taskId: id,
    accountId: account.id,
    expression: 'cron(* * * * ? *)',
    timezone: 'Etc/UTC',
    enabled: true,
  })
  expect(await world.sweepSchedules()).toEqual({ repaired: 1, left: 0 })
  expect(await schedulesOf(id)).toEqual([
    'cron(0 12 13 * ? *) Etc/UTC ENABLED',
    'cron(0 12 ? * 6 *) Etc/UTC ENABLED',
  ])
  expect(await world.sweepSchedules()).toEqual({ repaired: 0, left: 0 })
})

test('more tasks than fit on one page of either store are listed and swept', async () => {
  const before = (await world.scheduleNames()).length
  for (let count = 0; count < 101; count += 1) await create()
  const tasks = await world.tasks.list(account.id)
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(101)
  expect((await world.scheduleNames()).length).toBe(before + 101)
  expect(await world.sweepSchedules()).toEqual({ repaired: 0, left: 0 })
})

test('an account has at most 1,000 tasks, and a repeated request still finds its own', async () => {
  const { tasks } = world
  // As if the account had 998 tasks more.
  const count = async (accountId: string) => 998 + (await tasks.count(accountId))
  const createTask = world.createTaskWith({ tasks: { ...tasks, count } })
  const createOne = (idempotencyKey?: string) =>
    createTask({ account, definition: sampleTask, idempotencyKey })
  const key = newKey()
  const first = await createOne(key)
  await createOne()
  await expect(createOne()).rejects.toThrow('This account has 1000 tasks')
  expect(await createOne(key)).toMatchObject({ id: first.id })
})

test('a task whose account is missing, as during a restore, stays enabled', async () => {
  const { id } = await create()
  const schedules = await schedulesOf(id)
  const found = world.accounts.findStatus
  world.accounts.findStatus = async (wanted) => (wanted === account.id ? undefined : found(wanted))
  onTestFinished(() => {
    world.accounts.findStatus = found
  })
  await world.sweepSchedules()
  expect(
    await world.runTask(world.messageOf({ id, accountId: account.id }, world.clock.nowMs / minuteMs)),
  ).toEqual({
    outcome: 'absent',
  })
  expect(await world.tasks.find(id)).toMatchObject({ enabled: true })
  expect(await schedulesOf(id)).toEqual(schedules)
})

test('the sweep stops the schedules of a closed account, and leaves those of others', async () => {
  const closed = [await create(), await create(twoSchedules)]
  const paused = await create({ ...sampleTask, enabled: false })
  const other = await world.createTask({ account: await world.newAccount(), definition: sampleTask })
  const others = await schedulesOf(other.id)
  await world.accounts.close(account.id)
  world.clock.nowMs += timerMinutes * minuteMs
  await world.sweepSchedules()
  for (const { id } of [...closed, paused]) {
    expect(await world.tasks.find(id)).toMatchObject({ enabled: false })
    for (const schedule of await schedulesOf(id)) expect(schedule).toMatch(/ DISABLED$/)
  }
  expect(await schedulesOf(other.id)).toEqual(others)
  expect(await world.tasks.find(other.id)).toMatchObject({ enabled: true })
  await world.receiveRuns()
  world.goTo(world.clock.nowMs + 3 * minuteMs)
  const owners = (await world.receiveRuns()).map(({ accountId }) => accountId)
  expect(owners).toContain(other.accountId)
  expect(owners).not.toContain(account.id)
})
