import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  SchedulerClient,
} from '@aws-sdk/client-scheduler'
import { SQSClient } from '@aws-sdk/client-sqs'
import { startAws } from '../../../local/aws/aws.ts'
import { createQueueServices } from '../../../local/aws/scheduler/queue-services.ts'
import { createDataDir } from './test-aws.ts'
import { clientSettings, sqsCalls } from './test-sqs.ts'

export type ScheduleInput = Partial<Omit<CreateScheduleCommandInput, 'Target'>> & {
  Target?: Partial<CreateScheduleCommandInput['Target']>
}

export const queueArn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`

/** A schedule that never comes due, into the queue `runs`, unless `more` says otherwise. */
export const scheduleOf = (Name: string, { Target, ...more }: ScheduleInput = {}) => ({
  Name,
  ScheduleExpression: 'at(2099-01-01T00:00:00)',
  FlexibleTimeWindow: { Mode: 'OFF' as const },
  Target: { Arn: queueArn('runs'), RoleArn: 'arn:aws:iam::000000000000:role/scheduler', ...Target },
  ...more,
})

/** `at(...)` in UTC, so many seconds after an instant. */
export const atText = (ms: number) => `at(${new Date(ms).toISOString().slice(0, 19)})`

export const connectScheduler = (url: string) => {
  const sqs = new SQSClient(clientSettings(url))
  return { sqs, ...sqsCalls(sqs), client: new SchedulerClient(clientSettings(url)) }
}

/** Scheduler and SQS in this process, on a new folder, with a clock that stands still until it is moved. */
export const startTestScheduler = async () => {
  const { dataDir, removeDataDir } = createDataDir()
  const clock = { nowMs: Date.now() }
  const faults: unknown[] = []
  const start = () =>
    startAws({
      dataDir,
      nowMs: () => clock.nowMs,
      reportFault: (fault) => faults.push(fault),
      services: createQueueServices({ retryMs: 5 }),
    })
  let aws = await start()
  let calls = connectScheduler(aws.url)
  const stop = async () => {
    calls.client.destroy()
    calls.sqs.destroy()
    await aws.close()
  }
  return {
    clock,
    faults,
    get calls() {
      return calls
    },
    create: (name: string, more: ScheduleInput = {}) =>
      calls.client.send(new CreateScheduleCommand(scheduleOf(name, more))),
    /** Moves the clock to an instant and fires what is due by then. Returns how many schedules that were. */
    goTo: (ms: number) => {
      clock.nowMs = ms
      return aws.services.scheduler.runDue()
    },
    /** Moves the clock while nothing runs. */
    restartAt: async (ms: number) => {
      await stop()
      clock.nowMs = ms
      aws = await start()
      calls = connectScheduler(aws.url)
    },
    close: async () => {
      await stop()
      removeDataDir()
    },
  }
}
