import { deadLetterQueues, type QueueDefinition, type QueueName, workQueues } from '../infra/queues.ts'
import { toComponentName } from './names.ts'

export type Queues = Record<QueueName, sst.aws.Queue>

/** Creates the queues. Their consumers are in consumers.ts, because a function needs the names of all resources. */
export const createQueues = (): Queues => {
  const created: Partial<Queues> = {}
  for (const group of [deadLetterQueues, workQueues])
    for (const [name, definition] of Object.entries<QueueDefinition>(group))
      created[name as QueueName] = createQueue(name, definition, created)
  return created as Queues
}

const createQueue = (
  name: string,
  { visibilitySeconds, retentionSeconds, deadLetters }: QueueDefinition,
  created: Partial<Queues>,
) => {
  const target = deadLetters && created[deadLetters.queue]
  return new sst.aws.Queue(toComponentName(name), {
    visibilityTimeout: `${visibilitySeconds} seconds`,
    ...(deadLetters && target && { dlq: { queue: target.arn, retry: deadLetters.receives } }),
    transform: {
      queue: (args) => {
        args.messageRetentionSeconds = retentionSeconds
        args.sqsManagedSseEnabled = true
      },
    },
  })
}
