import { CreateScheduleGroupCommand, type SchedulerClient } from '@aws-sdk/client-scheduler'
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { deadLetterQueues, type QueueDefinition, type QueueName, workQueues } from '../infra/queues.ts'

interface Queue {
  url: string
  arn: string
}

export type QueueSet = Record<QueueName, Queue>

export const scheduleGroup = 'tasks'

/** `renderDeadLetters` -> `render-dead-letters` */
export const toQueueName = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Creates the queues that do not exist, and gives all of them these settings, the dead-letter queues first: a redrive policy contains the ARN of its target. */
export const ensureQueues = async (sqs: SQSClient): Promise<QueueSet> => {
  const ensured: Partial<QueueSet> = {}
  for (const group of [deadLetterQueues, workQueues])
    for (const [name, definition] of Object.entries<QueueDefinition>(group))
      ensured[name as QueueName] = await ensureQueue(sqs, toQueueName(name), definition, ensured)
  return ensured as QueueSet
}

const ensureQueue = async (
  sqs: SQSClient,
  QueueName: string,
  { visibilitySeconds, retentionSeconds, deadLetters }: QueueDefinition,
  ensured: Partial<QueueSet>,
): Promise<Queue> => {
  const Attributes = {
    VisibilityTimeout: String(visibilitySeconds),
    MessageRetentionPeriod: String(retentionSeconds),
    ...(deadLetters && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: ensured[deadLetters.queue]?.arn,
        maxReceiveCount: deadLetters.receives,
      }),
    }),
  }
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName }))
  // A queue that an earlier version created has its settings.
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }))
  const { Attributes: known } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  )
  return { url: QueueUrl, arn: known?.QueueArn ?? '' }
}

export const ensureScheduleGroup = async (scheduler: SchedulerClient) => {
  try {
    await scheduler.send(new CreateScheduleGroupCommand({ Name: scheduleGroup }))
  } catch (error) {
    if ((error as Error).name !== 'ConflictException') throw error
  }
}
