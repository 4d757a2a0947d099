import { DeleteScheduleCommand } from '@aws-sdk/client-scheduler'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { cronAt, groupName, queueArn, startTestScheduler } from './test-scheduler.ts'
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

test('a schedule sends its input with the values of the placeholders', async () => {
  const Input =
    '{"arn":"<aws.scheduler.schedule-arn>","at":"<aws.scheduler.scheduled-time>","id":"<aws.scheduler.execution-id>","attempt":<aws.scheduler.attempt-number>,"other":"<aws.other>"}'
  await scheduler.create('yearly', { ScheduleExpression: cronAt(noonMs), Target: { Input } })
  expect(scheduler.goTo(noonMs - 1)).toBe(0)
  expect(scheduler.goTo(noonMs)).toBe(1)
  const [message] = await received()
  expect(JSON.parse(message?.Body ?? '')).toEqual({
    arn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/tasks/yearly',
    at: '2030-01-01T12:00:00Z',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    attempt: 1,
    other: '<aws.other>',
  })
  expect(scheduler.goTo(noonMs + minuteMs)).toBe(0)
})

test('a deleted schedule does not fire', async () => {
  await scheduler.create('deleted', { ScheduleExpression: cronAt(noonMs) })
  await scheduler.calls.client.send(new DeleteScheduleCommand({ Name: 'deleted', GroupName: groupName }))
  expect(scheduler.goTo(noonMs)).toBe(0)
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

test('a disabled schedule does not fire', async () => {
  await scheduler.create('disabled', { ScheduleExpression: 'cron(* * * * ? *)', State: 'DISABLED' })
  expect(scheduler.goTo(noonMs + minuteMs)).toBe(0)
})

const missingTarget = {
  Arn: queueArn('missing'),
  Input: 'attempt <aws.scheduler.attempt-number>',
  RetryPolicy: { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 60 },
}

test('a message that its target does not accept moves to the dead-letter queue after the retries', async () => {
  const dead = await scheduler.calls.createQueue('dead')
  const Target = { ...missingTarget, DeadLetterConfig: { Arn: queueArn('dead') } }
  await scheduler.create('lost', { ScheduleExpression: cronAt(noonMs), Target })
  scheduler.goTo(noonMs)
  const [letter] = await scheduler.calls.receive(dead, { WaitTimeSeconds: 10 })
  expect(letter?.Body).toBe('attempt 3')
  expect(scheduler.faults).toEqual([])
})

test('without a dead-letter queue a lost delivery is reported', async () => {
  await scheduler.create('lost', { ScheduleExpression: cronAt(noonMs), Target: missingTarget })
  scheduler.goTo(noonMs)
  await expect
    .poll(() => scheduler.faults)
    .toEqual([
      expect.objectContaining({ message: expect.stringMatching(/tasks\/lost: gave up after 3 attempts/) }),
    ])
})

test('a target that becomes available in time receives the message', async () => {
  const Target = { Arn: queueArn('late'), Input: 'attempt <aws.scheduler.attempt-number>' }
  await scheduler.create('late', { ScheduleExpression: cronAt(noonMs), Target })
  scheduler.goTo(noonMs)
  const url = await scheduler.calls.createQueue('late')
  const [message] = await scheduler.calls.receive(url, { WaitTimeSeconds: 20 })
  expect(message?.Body).toMatch(/^attempt [2-9]$/)
})
