import { CreateScheduleGroupCommand, type SchedulerClient } from '@aws-sdk/client-scheduler'
import { CreateQueueCommand, GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { queueFunctions } from '../functions/list.ts'

export interface Queue {
  url: string
  arn: string
}

export interface QueueSet {
  render: Queue
  renderDeadLetters: Queue
  webhook: Queue
  webhookDeadLetters: Queue
  scheduleDeadLetters: Queue
}

export const scheduleGroup = 'tasks'

const daySeconds = 86_400
const retentionSecondsMax = 14 * daySeconds

/** AWS asks for six times the function's timeout, so that a throttled consumer does not lose messages to their redrive. */
const visibilitySeconds = ({ timeoutSeconds }: { timeoutSeconds: number }) => 6 * timeoutSeconds

/** Creates the queues of production with the same limits; safe to repeat. */
export const ensureQueues = async (sqs: SQSClient): Promise<QueueSet> => {
  const create = async (name: string, attributes: Record<string, number>, deadLetters?: [Queue, number]) => {
    const Attributes = {
      ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)])),
      ...(deadLetters && {
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: deadLetters[0].arn,
          maxReceiveCount: deadLetters[1],
        }),
      }),
    }
    const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes }))
    const { Attributes: known } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
    )
    return { url: QueueUrl, arn: known?.QueueArn ?? '' }
  }
  const deadLetterQueue = (name: string, consumer: { timeoutSeconds: number }) =>
    create(name, {
      MessageRetentionPeriod: retentionSecondsMax,
      VisibilityTimeout: visibilitySeconds(consumer),
    })
  const renderDeadLetters = await deadLetterQueue('render-dead-letters', queueFunctions.renderDeadLetters)
  const webhookDeadLetters = await deadLetterQueue('webhook-dead-letters', queueFunctions.webhookDeadLetters)
  return {
    renderDeadLetters,
    webhookDeadLetters,
    scheduleDeadLetters: await create('schedule-dead-letters', {
      MessageRetentionPeriod: retentionSecondsMax,
    }),
    // A request that nobody could render for six hours is of no use any more; the sweep ends it.
    render: await create(
      'render',
      {
        VisibilityTimeout: visibilitySeconds(queueFunctions.renderWorker),
        MessageRetentionPeriod: 6 * 3600,
      },
      [renderDeadLetters, 10],
    ),
    // Attempts span 27 h; each waits in flight, and each wait costs receives.
    webhook: await create(
      'webhook',
      {
        VisibilityTimeout: visibilitySeconds(queueFunctions.webhookWorker),
        MessageRetentionPeriod: retentionSecondsMax,
      },
      [webhookDeadLetters, 100],
    ),
  }
}

export const ensureScheduleGroup = async (scheduler: SchedulerClient) => {
  try {
    await scheduler.send(new CreateScheduleGroupCommand({ Name: scheduleGroup }))
  } catch (error) {
    if ((error as Error).name !== 'ConflictException') throw error
  }
}
