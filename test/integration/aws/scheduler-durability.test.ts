import {
  CreateScheduleCommand,
  CreateScheduleGroupCommand,
  paginateListSchedules,
} from '@aws-sdk/client-scheduler'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../local/aws/scheduler/database.ts'
import type { Definition } from '../../../local/aws/scheduler/definition.ts'
import { createRunner } from '../../../local/aws/scheduler/runner.ts'
import { newDataDir, spawnQueues } from './spawn-queues.ts'
import { cronAt, groupName, queueArn, scheduleOf, startTestScheduler } from './test-scheduler.ts'
import { bodiesOf } from './test-sqs.ts'

const hourMs = 60 * 60_000
const noonMs = Date.parse('2030-01-01T12:00:00Z')

const startAtNoon = async () => {
  const scheduler = await startTestScheduler()
  onTestFinished(() => scheduler.close())
  scheduler.clock.nowMs = noonMs - 1000
  const runs = await scheduler.calls.createQueue('runs')
  return { scheduler, runs: runs.split('/').at(-1) ?? '' }
}

const received = async ({ calls }: Awaited<ReturnType<typeof startTestScheduler>>, queue: string) => {
  const url = await calls.createQueue(queue)
  return bodiesOf(await calls.receive(url, { WaitTimeSeconds: 1, VisibilityTimeout: 43_200 })).toSorted()
}

test('times missed while the service was stopped are skipped, and the schedule fires at its next time', async () => {
  const { scheduler, runs } = await startAtNoon()
  const Target = { Input: '<aws.scheduler.scheduled-time>' }
  await scheduler.create('hourly', { ScheduleExpression: 'cron(0 * * * ? *)', Target })
  expect(scheduler.goTo(noonMs)).toBe(1)
  await scheduler.restartAt(noonMs + 3.5 * hourMs)
  expect(scheduler.goTo(noonMs + 4 * hourMs - 1)).toBe(0)
  expect(scheduler.goTo(noonMs + 4 * hourMs)).toBe(1)
  expect(await received(scheduler, runs)).toEqual(['2030-01-01T12:00:00Z', '2030-01-01T16:00:00Z'])
})

test('times missed while the machine was suspended are skipped, and the schedule fires at its next time', async () => {
  const { scheduler } = await startAtNoon()
  await scheduler.create('minutely', { ScheduleExpression: 'cron(* * * * ? *)' })
  expect(scheduler.goTo(noonMs)).toBe(1)
  // 12:59 is 90 s late and skipped, 13:00 is 30 s late.
  expect(scheduler.goTo(noonMs + hourMs + 30_000)).toBe(1)
  expect(scheduler.goTo(noonMs + hourMs + 60_000)).toBe(1)
})

test('after a stop, the latest time fires if it was missed by less than a minute', async () => {
  const { scheduler, runs } = await startAtNoon()
  const Target = { Input: '<aws.scheduler.scheduled-time>' }
  await scheduler.create('minutely', { ScheduleExpression: 'cron(* * * * ? *)', Target })
  await scheduler.create('hourly', { ScheduleExpression: 'cron(0 * * * ? *)', Target })
  expect(scheduler.goTo(noonMs)).toBe(2)
  await scheduler.restartAt(noonMs + hourMs + 73_000)
  const times: (string | undefined)[] = []
  const timesUntilNow = async () => times.push(...(await received(scheduler, runs)))
  await expect.poll(timesUntilNow).toBe(3)
  await scheduler.restartAt(noonMs + 2 * hourMs + 20_000)
  await expect.poll(timesUntilNow).toBe(5)
  expect(times.slice(2)).toEqual(['2030-01-01T13:01:00Z', '2030-01-01T14:00:00Z', '2030-01-01T14:00:00Z'])
})

test('after the clock was set back, schedules fire at their next time by the new clock', async () => {
  const { scheduler } = await startAtNoon()
  await scheduler.create('minutely', { ScheduleExpression: 'cron(* * * * ? *)' })
  await scheduler.create('daily', { ScheduleExpression: 'cron(0 12 * * ? *)' })
  expect(scheduler.goTo(noonMs)).toBe(2)
  expect(scheduler.goTo(noonMs - 3 * hourMs + 30_000)).toBe(0)
  expect(scheduler.goTo(noonMs - 3 * hourMs + 60_000)).toBe(1)
  await scheduler.restartAt(noonMs - 6 * hourMs + 30_000)
  expect(scheduler.goTo(noonMs - 6 * hourMs + 60_000)).toBe(1)
  expect(scheduler.goTo(noonMs - 1)).toBe(1)
  expect(scheduler.goTo(noonMs)).toBe(2)
})

test('a delivery that was not confirmed when the service stopped is repeated after the next start', async () => {
  const { scheduler } = await startAtNoon()
  const Target = { Arn: queueArn('not-yet'), Input: 'still wanted' }
  await scheduler.create('unconfirmed', { ScheduleExpression: cronAt(noonMs), Target })
  expect(scheduler.goTo(noonMs)).toBe(1)
  await scheduler.restartAt(noonMs + 1000)
  expect(await received(scheduler, 'not-yet')).toEqual(['still wanted'])
  await scheduler.restartAt(noonMs + 2000)
  expect(await received(scheduler, 'not-yet')).toEqual([])
})

test('a schedule that was stored when weekdays could have steps keeps firing', () => {
  const database = openDatabase(':memory:')
  onTestFinished(() => database.close())
  const clock = { nowMs: noonMs }
  const runner = createRunner({
    database,
    nowMs: () => clock.nowMs,
    deliver: () => {},
    reportFault: () => {},
  })
  onTestFinished(() => runner.stop())
  // Each second weekday from Monday on; 2030-01-02 is a Wednesday.
  const definition = { ...scheduleOf('old'), ScheduleExpression: 'cron(0 9 ? * 2/2 *)' } as Definition
  const nextMs = Date.parse('2030-01-02T09:00:00Z')
  database.saveSchedule({ groupName, name: 'old', definition, createdMs: noonMs, nextMs })
  runner.start()
  clock.nowMs = nextMs
  expect(runner.runDue()).toEqual(['old'])
  expect(database.firstNextMs()).toBe(Date.parse('2030-01-04T09:00:00Z'))
})

test('every schedule acknowledged before a kill -9 exists after it', async () => {
  const dataDir = newDataDir()
  const first = await spawnQueues(dataDir)
  await first.scheduler.send(new CreateScheduleGroupCommand({ Name: groupName }))
  const acknowledged: string[] = []
  const create = async () => {
    for (let number = 0; ; number++) {
      const name = `s${number}`
      try {
        await first.scheduler.send(new CreateScheduleCommand(scheduleOf(name)))
      } catch {
        return
      }
      acknowledged.push(name)
    }
  }
  const creating = create()
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), { timeout: 10_000, interval: 5 })
  await first.kill()
  await creating

  const second = await spawnQueues(dataDir)
  const found: (string | undefined)[] = []
  for await (const page of paginateListSchedules({ client: second.scheduler }, { GroupName: groupName })) {
    found.push(...(page.Schedules ?? []).map(({ Name }) => Name))
  }
  expect(found).toEqual(expect.arrayContaining(acknowledged))
})
