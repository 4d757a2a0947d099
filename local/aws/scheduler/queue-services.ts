import type { AwsServiceContext } from '../service.ts'
import { createSqs, type Sqs } from '../sqs/sqs.ts'
import { createScheduler, type SchedulerOptions } from './scheduler.ts'

/** SQS and Scheduler for `startAws`, with schedules that send straight into the queues. */
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
        sendToTarget: ({ arn, body, attributes = {} }) => {
          if (!sqs) throw new Error('Schedules send to SQS, which has to be started before.')
          sqs.send(arn, {
            MessageBody: body,
            MessageAttributes: toStrings(attributes),
          })
        },
      }),
  }
}

const toStrings = (attributes: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  )
