import type { AwsServiceContext } from '../service.ts'
import { createSqs, type Sqs } from '../sqs/sqs.ts'
import { createScheduler, type SchedulerOptions } from './scheduler.ts'

/** Returns SQS and Scheduler for `startAws`. Schedules send directly to the queues. */
export const createQueueServices = (options: Omit<SchedulerOptions, 'sendToTarget'> = {}) => {
  let sqs: Sqs | undefined
  return {
    sqs: (context: AwsServiceContext) => {
      sqs = createSqs(context)
      return sqs
    },
    scheduler: (context: AwsServiceContext) =>
      createScheduler(context, {
        ...options,
        sendToTarget: ({ arn, body }) => {
          if (!sqs) throw new Error('SQS must start before Scheduler, which sends messages to it.')
          sqs.send(arn, { MessageBody: body })
        },
      }),
  }
}
