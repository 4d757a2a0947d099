import { monitorEventLoopDelay } from 'node:perf_hooks'
import { CreateScheduleCommand, CreateScheduleGroupCommand } from '@aws-sdk/client-scheduler'
import type { Message } from '@aws-sdk/client-sqs'
import { expect, onTestFinished, test } from 'vitest'
import { startAws } from '../../../local/aws/aws.ts'
import { createQueueServices } from '../../../local/aws/scheduler/queue-services.ts'
import { createDataDir } from './test-aws.ts'
import { connectScheduler, groupName, scheduleOf } from './test-scheduler.ts'

const minuteMs = 60_000
const count = 100

const minute = Date.parse('2030-01-01T12:00:00Z')

/** Starts the services with a stopped clock, which `runFrom` starts. */
const startWithStoppedClock = async () => {
  const { dataDir, removeDataDir } = createDataDir()
  let nowMs = () => minute - minuteMs / 2
  const aws = await startAws({ dataDir, nowMs: () => nowMs(), services: createQueueServices() })
  const calls = connectScheduler(aws.url)
  onTestFinished(async () => {
    calls.client.destroy()
    calls.sqs.destroy()
    await aws.close()
    removeDataDir()
  })
  const runFrom = (ms: number) => {
    const startedMs = performance.now()
    nowMs = () => Math.floor(ms + performance.now() - startedMs)
    // Timers that were set before the clock changed have the old time.
    return aws.services.scheduler.runDue().length
  }
  return { calls, runFrom }
}

test('schedules of one minute reach the queue within a second after it, and not before it', async () => {
  const { calls, runFrom } = await startWithStoppedClock()
  const runs = await calls.createQueue('runs')
  await calls.client.send(new CreateScheduleGroupCommand({ Name: groupName }))
  const everyMinute = {
    ScheduleExpression: 'cron(* * * * ? *)',
    Target: { Input: '<aws.scheduler.scheduled-time>' },
  }
  for (let number = 0; number < count; number += 1)
    await calls.client.send(new CreateScheduleCommand(scheduleOf(`s${number}`, everyMinute)))
  expect(runFrom(minute - 1500)).toBe(0)
  // Subtracts the delay that a busy machine causes in this process.
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const messages: Message[] = []
  while (messages.length < count) messages.push(...(await calls.receive(runs, { WaitTimeSeconds: 20 })))
  delays.disable()
  const lags = messages.map(({ Attributes }) => Number(Attributes?.SentTimestamp) - minute)
  expect(Math.min(...lags)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...lags)).toBeLessThan(1000 + delays.max / 1e6)
  expect(new Set(messages.map(({ Body }) => Body))).toEqual(new Set(['2030-01-01T12:00:00Z']))
})
