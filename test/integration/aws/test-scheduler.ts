import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  SchedulerClient,
} from '@aws-sdk/client-scheduler'
import { SQSClient } from '@aws-sdk/client-sqs'
import { startAws } from '../../../local/aws/aws.ts'
import { createQueueServices } from '../../../local/aws/scheduler/queue-services.ts'
import { nowMs } from '../../support/now.ts'
import { createDataDir } from './test-aws.ts'
import { clientSettings, sqsCalls } from './test-sqs.ts'

export type ScheduleInput = Partial<Omit<CreateScheduleCommandInput, 'Target'>> & {
  Target?: Partial<CreateScheduleCommandInput['Target']>
}

export const queueArn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`

export const groupName = 'tasks'

/** Returns a schedule that sends to the queue `runs`, by default on the first of January. */
export const scheduleOf = (Name: string, { Target, ...more }: ScheduleInput = {}) => ({
  Name,
  GroupName: groupName,
  ScheduleExpression: 'cron(0 0 1 1 ? *)',
  ScheduleExpressionTimezone: 'UTC',
  State: 'ENABLED' as const,
  FlexibleTimeWindow: { Mode: 'OFF' as const },
  Target: {
    Arn: queueArn('runs'),
    RoleArn: 'arn:aws:iam::000000000000:role/scheduler',
    RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
    ...Target,
  },
  ...more,
})

/** Returns `cron(...)` for the minute of an instant, in UTC, once a year. */
export const cronAt = (ms: number) => {
  const date = new Date(ms)
  const fields = [date.getUTCMinutes(), date.getUTCHours(), date.getUTCDate(), date.getUTCMonth() + 1]
  return `cron(${fields.join(' ')} ? *)`
}

export const connectScheduler = (url: string) => {
  const sqs = new SQSClient(clientSettings(url))
  return { sqs, ...sqsCalls(sqs), client: new SchedulerClient(clientSettings(url)) }
}

/** Starts Scheduler and SQS in this process, with a new folder and a stopped, adjustable clock. */
export const startTestScheduler = async () => {
  const { dataDir, removeDataDir } = createDataDir()
  const clock = { nowMs: nowMs() }
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
  await calls.client.send(new CreateScheduleGroupCommand({ Name: groupName }))
  const stop = async () => {
    calls.client.destroy()
    calls.sqs.destroy()
    await aws.close()
  }
  return {
    clock,
    faults,
    get url() {
      return aws.url
    },
    get calls() {
      return calls
    },
    create: (name: string, more: ScheduleInput = {}) =>
      calls.client.send(new CreateScheduleCommand(scheduleOf(name, more))),
    /** Sets the clock, fires the schedules that are due then, and returns their number. */
    goTo: (ms: number) => {
      clock.nowMs = ms
      return aws.services.scheduler.runDue().length
    },
    /** Changes the clock while the services are stopped. */
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
