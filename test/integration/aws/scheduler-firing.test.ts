import { DeleteScheduleCommand, GetScheduleCommand, UpdateScheduleCommand } from '@aws-sdk/client-scheduler'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { atText, queueArn, scheduleOf, startTestScheduler } from './test-scheduler.ts'
import { bodiesOf } from './test-sqs.ts'

const minuteMs = 60_000
/** A full minute, so that cron expressions are easy to follow. */
const noonMs = Date.parse('2030-01-01T12:00:00Z')

let scheduler: Awaited<ReturnType<typeof startTestScheduler>>
let runs: string

beforeEach(async () => {
  scheduler = await startTestScheduler()
  onTestFinished(() => scheduler.close())
  scheduler.clock.nowMs = noonMs - 1000
  runs = await scheduler.calls.createQueue('runs')
})

const received = async (url = runs) => {
  const messages = await scheduler.calls.receive(url, { VisibilityTimeout: 43_200 })
  return messages
}

const exists = (Name: string) =>
  scheduler.calls.client.send(new GetScheduleCommand({ Name })).then(
    () => true,
    (error) => error.name !== 'ResourceNotFoundException',
  )

test('a one-time schedule fires once, with its input and what the placeholders stand for', async () => {
  const Input =
    '{"arn":"<aws.scheduler.schedule-arn>","at":"<aws.scheduler.scheduled-time>","id":"<aws.scheduler.execution-id>","attempt":<aws.scheduler.attempt-number>,"other":"<aws.other>"}'
  await scheduler.create('once', { ScheduleExpression: atText(noonMs), Target: { Input } })
  expect(scheduler.goTo(noonMs - 1)).toBe(0)
  expect(scheduler.goTo(noonMs)).toBe(1)
  const [message] = await received()
  expect(JSON.parse(message?.Body ?? '')).toEqual({
    arn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/once',
    at: '2030-01-01T12:00:00Z',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    attempt: 1,
    other: '<aws.other>',
  })
  expect(scheduler.goTo(noonMs + 365 * 24 * 60 * minuteMs)).toBe(0)
  expect(await exists('once')).toBe(true)
})

test('a schedule to be deleted after completion is, and one without input sends an empty object', async () => {
  await scheduler.create('once', { ScheduleExpression: atText(noonMs), ActionAfterCompletion: 'DELETE' })
  expect(await exists('once')).toBe(true)
  scheduler.goTo(noonMs)
  expect(bodiesOf(await received())).toEqual(['{}'])
  expect(await exists('once')).toBe(false)
})

test('the time of a one-time schedule is that of its time zone', async () => {
  const inTokyo = atText(noonMs + 9 * 60 * minuteMs)
  await scheduler.create('tokyo', { ScheduleExpression: inTokyo, ScheduleExpressionTimezone: 'Asia/Tokyo' })
  expect(scheduler.goTo(noonMs)).toBe(1)
})

test('a one-time schedule in the past never fires', async () => {
  await scheduler.create('past', { ScheduleExpression: atText(noonMs - minuteMs) })
  expect(scheduler.goTo(noonMs)).toBe(0)
})

test('schedules fire by themselves', async () => {
  await scheduler.create('now', { ScheduleExpression: 'rate(1 minute)', Target: { Input: 'at once' } })
  const messages = await scheduler.calls.receive(runs, { WaitTimeSeconds: 10 })
  expect(bodiesOf(messages)).toEqual(['at once'])
})

test('a rate without a start date begins at once and goes on from there until it is deleted', async () => {
  await scheduler.create('rate', {
    ScheduleExpression: 'rate(1 minute)',
    Target: { Input: '<aws.scheduler.scheduled-time>' },
  })
  scheduler.goTo(noonMs - 1000)
  expect(scheduler.goTo(noonMs + 58_999)).toBe(0)
  expect(scheduler.goTo(noonMs + 59_000)).toBe(1)
  expect(bodiesOf(await received())).toEqual(['2030-01-01T11:59:59Z', '2030-01-01T12:00:59Z'])
  await scheduler.calls.client.send(new DeleteScheduleCommand({ Name: 'rate' }))
  expect(scheduler.goTo(noonMs + 119_000)).toBe(0)
})

test('a rate with a start date keeps its phase, and ends at its end date', async () => {
  await scheduler.create('phase', {
    ScheduleExpression: 'rate(1 minute)',
    StartDate: new Date(noonMs - 57_000),
    EndDate: new Date(noonMs + 65_000),
  })
  expect(scheduler.goTo(noonMs + 2_999)).toBe(0)
  expect(scheduler.goTo(noonMs + 3_000)).toBe(1)
  expect(scheduler.goTo(noonMs + 63_000)).toBe(1)
  expect(scheduler.goTo(noonMs + 123_000)).toBe(0)
})

test('a cron expression fires on the minute, in its time zone', async () => {
  await scheduler.create('cron', {
    // Kathmandu is 5 h 45 min ahead.
    ScheduleExpression: 'cron(45/1 17 * * ? *)',
    ScheduleExpressionTimezone: 'Asia/Kathmandu',
    Target: { Input: '<aws.scheduler.scheduled-time>' },
  })
  expect(scheduler.goTo(noonMs - 1)).toBe(0)
  for (const minute of [0, 1, 2]) expect(scheduler.goTo(noonMs + minute * minuteMs)).toBe(1)
  expect(bodiesOf(await received())).toEqual([0, 1, 2].map((minute) => `2030-01-01T12:0${minute}:00Z`))
})

test('a flexible window delays a firing by less than its length, and not the next one', async () => {
  await scheduler.create('flexible', {
    ScheduleExpression: 'rate(5 minutes)',
    StartDate: new Date(noonMs),
    FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1 },
    Target: { Input: '<aws.scheduler.scheduled-time>' },
  })
  expect(scheduler.goTo(noonMs - 1)).toBe(0)
  expect(scheduler.goTo(noonMs + minuteMs)).toBe(1)
  expect(scheduler.goTo(noonMs + 5 * minuteMs - 1)).toBe(0)
  expect(scheduler.goTo(noonMs + 6 * minuteMs)).toBe(1)
  expect(bodiesOf(await received())).toEqual(['2030-01-01T12:00:00Z', '2030-01-01T12:05:00Z'])
})

test('a disabled schedule does not fire until it is enabled', async () => {
  const more = { ScheduleExpression: 'cron(* * * * ? *)' }
  await scheduler.create('disabled', { ...more, State: 'DISABLED' })
  expect(scheduler.goTo(noonMs + 1)).toBe(0)
  await scheduler.calls.client.send(new UpdateScheduleCommand(scheduleOf('disabled', more)))
  expect(scheduler.goTo(noonMs + minuteMs - 1)).toBe(0)
  expect(scheduler.goTo(noonMs + minuteMs)).toBe(1)
  expect(scheduler.goTo(noonMs + 2 * minuteMs)).toBe(1)
})

test('a FIFO queue gets the message in the group of the target', async () => {
  const fifo = { FifoQueue: 'true', ContentBasedDeduplication: 'true' }
  const url = await scheduler.calls.createQueue('runs.fifo', fifo)
  const Target = { Arn: queueArn('runs.fifo'), SqsParameters: { MessageGroupId: 'site-1' } }
  await scheduler.create('fifo', { ScheduleExpression: atText(noonMs), Target })
  scheduler.goTo(noonMs)
  const [message] = await received(url)
  expect(message?.Attributes?.MessageGroupId).toBe('site-1')
})

const missingTarget = {
  Arn: queueArn('missing'),
  Input: 'attempt <aws.scheduler.attempt-number>',
  RetryPolicy: { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 60 },
}

test('what no target takes goes to the dead-letter queue after its retries, with the reason', async () => {
  const dead = await scheduler.calls.createQueue('dead')
  const Target = { ...missingTarget, DeadLetterConfig: { Arn: queueArn('dead') } }
  await scheduler.create('lost', { ScheduleExpression: atText(noonMs), Target })
  scheduler.goTo(noonMs)
  const [letter] = await scheduler.calls.receive(dead, { WaitTimeSeconds: 10 })
  expect(letter?.Body).toBe('attempt 3')
  const attributes = Object.entries(letter?.MessageAttributes ?? {})
  expect(Object.fromEntries(attributes.map(([name, { StringValue }]) => [name, StringValue]))).toEqual({
    ERROR_CODE: 'QueueDoesNotExist',
    ERROR_MESSAGE: 'The specified queue does not exist.',
    EXECUTION_ID: expect.any(String),
    RETRY_ATTEMPTS: '2',
    SCHEDULE_ARN: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/lost',
    TARGET_ARN: queueArn('missing'),
  })
  expect(scheduler.faults).toEqual([])
})

test('without a dead-letter queue a lost delivery is reported', async () => {
  await scheduler.create('lost', { ScheduleExpression: atText(noonMs), Target: missingTarget })
  scheduler.goTo(noonMs)
  await expect
    .poll(() => scheduler.faults)
    .toEqual([
      expect.objectContaining({ message: expect.stringMatching(/default\/lost: given up after 3 attempts/) }),
    ])
})

test('a target that comes back in time gets the message after all', async () => {
  const Target = { Arn: queueArn('late'), Input: 'attempt <aws.scheduler.attempt-number>' }
  await scheduler.create('late', { ScheduleExpression: atText(noonMs), Target })
  scheduler.goTo(noonMs)
  const url = await scheduler.calls.createQueue('late')
  const [message] = await scheduler.calls.receive(url, { WaitTimeSeconds: 20 })
  expect(message?.Body).toMatch(/^attempt [2-9]$/)
})
