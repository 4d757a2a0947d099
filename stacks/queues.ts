import { queueFunctions, sweep } from '../functions/list.ts'

export type Queues = ReturnType<typeof createQueues>

/** AWS asks for six times the consumer's timeout, so that a message is not seen twice while Lambda retries a throttled call. */
const visibilityOf = ({ timeoutSeconds }: { timeoutSeconds: number }) => 6 * timeoutSeconds

const day = 86_400

/** Each queue with its dead letters; the consumers are in consumers.ts, because they need the whole environment. */
export const createQueues = () => {
  // A function reads them and ends the requests that they stand for, so that no reader has to be quick.
  const renderDeadLetters = deadLetters('RenderDeadLetters', queueFunctions.renderDeadLetters)
  const webhookDeadLetters = deadLetters('WebhookDeadLetters', queueFunctions.webhookDeadLetters)
  return {
    renderDeadLetters,
    webhookDeadLetters,
    // Schedules that could not deliver, of tasks and of the sweep; for a human.
    scheduleDeadLetters: deadLetters('ScheduleDeadLetters', sweep),
    render: queue('Render', {
      visibilitySeconds: visibilityOf(queueFunctions.renderWorker),
      // After 7 h the sweep ends what is queued: nobody waits for a picture that long.
      retentionSeconds: 6 * 3600,
      // Tries of the render itself are counted in its record; these are deliveries, e.g. while Lambda is throttled.
      deadLetters: { arn: renderDeadLetters.arn, receives: 10 },
    }),
    webhook: queue('Webhook', {
      visibilitySeconds: visibilityOf(queueFunctions.webhookWorker),
      // Longer than the 27 h 35 min of all attempts.
      retentionSeconds: 14 * day,
      // A message that waits longer than the 15 min SQS can delay is received again and again, and put back.
      deadLetters: { arn: webhookDeadLetters.arn, receives: 100 },
    }),
  }
}

const deadLetters = (name: string, consumer: { timeoutSeconds: number }) =>
  queue(name, { visibilitySeconds: visibilityOf(consumer), retentionSeconds: 14 * day })

interface QueueOptions {
  visibilitySeconds: number
  retentionSeconds: number
  deadLetters?: { arn: $util.Output<string>; receives: number }
}

const queue = (name: string, options: QueueOptions) =>
  new sst.aws.Queue(name, {
    visibilityTimeout: `${options.visibilitySeconds} seconds`,
    ...(options.deadLetters && {
      dlq: { queue: options.deadLetters.arn, retry: options.deadLetters.receives },
    }),
    transform: {
      queue: (args) => {
        args.messageRetentionSeconds = options.retentionSeconds
        args.sqsManagedSseEnabled = true
      },
    },
  })
