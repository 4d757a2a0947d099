import { deliveriesMax } from '../lib/core/requests/delivery-schedule.ts'
import type { WorkQueueName } from '../lib/store/queues.ts'
import { type FunctionEntry, queueFunctions } from './functions.ts'

interface DeadLetters {
  queue: DeadLetterQueueName
  /** Receives after which SQS moves a message to the dead letters. */
  receives: number
}

/** An SQS queue. */
export interface QueueDefinition {
  visibilitySeconds: number
  retentionSeconds: number
  consumer?: Consumer
  deadLetters?: DeadLetters
}

interface Consumer {
  function: FunctionEntry
  /** The most messages that one invocation receives. */
  batchSize: number
}

/**
 * A queue with a consumer. AWS recommends a visibility timeout of six times the function's timeout. A message is then not delivered
 * again while Lambda retries a throttled invocation.
 */
const consumedBy = (entry: FunctionEntry, batchSize: number) => ({
  visibilitySeconds: 6 * entry.timeoutSeconds,
  consumer: { function: entry, batchSize },
})

const daySeconds = 86_400

/** The longest retention that SQS offers. */
const retentionSecondsMax = 14 * daySeconds

/** The queues that receive what could not be processed. A function reads the first two and fails the requests that they name. */
export const deadLetterQueues = {
  renderDeadLetters: {
    ...consumedBy(queueFunctions.renderDeadLetters, 10),
    retentionSeconds: retentionSecondsMax,
  },
  webhookDeadLetters: {
    ...consumedBy(queueFunctions.webhookDeadLetters, 10),
    retentionSeconds: retentionSecondsMax,
  },
  // Invocations that EventBridge Scheduler could not deliver, of tasks and of the sweep. An operator reads them.
  scheduleDeadLetters: { visibilitySeconds: 30, retentionSeconds: retentionSecondsMax },
} as const satisfies Record<string, QueueDefinition>

type DeadLetterQueueName = keyof typeof deadLetterQueues

export const workQueues = {
  render: {
    // A render needs the browser, and the visibility timeout of its message, to itself.
    ...consumedBy(queueFunctions.renderWorker, 1),
    // Not six times the timeout: a worker that could not start would delay its message by 50 min. Lambda requires at least the timeout
    // (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html). A throttled invocation has the rest, and a message that
    // is delivered twice is rendered once. A worker that has started hides its message for as long as its render may take.
    visibilitySeconds: queueFunctions.renderWorker.timeoutSeconds + 100,
    // The sweep fails requests that are queued for more than 7 h.
    retentionSeconds: 6 * 3600,
    // Attempts to render are counted in the request's record. This only ends loops, and is the most that SQS offers. An
    // outage during the whole retention takes 362 deliveries if the worker reports it, and 36 if it cannot start.
    deadLetters: { queue: 'renderDeadLetters', receives: 1_000 },
  },
  webhook: {
    // An invocation receives more messages into its free places while deliveries of its batch wait for their receivers.
    ...consumedBy(queueFunctions.webhookWorker, deliveriesMax),
    // Longer than the 27 h 35 min that all attempts take.
    retentionSeconds: retentionSecondsMax,
    // The most that SQS offers. The sweep gives up a webhook that was due for 48 h: 192 deliveries of 15 min, and 443 if the worker cannot start.
    deadLetters: { queue: 'webhookDeadLetters', receives: 1_000 },
  },
} as const satisfies Record<WorkQueueName, QueueDefinition>

export const queues = { ...deadLetterQueues, ...workQueues }

export type QueueName = keyof typeof queues

/** Of the sweep and the canary. */
export const timerMinutes = 5
