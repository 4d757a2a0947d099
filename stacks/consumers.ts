import { canary, queueFunctions, sweep } from '../infra/functions.ts'
import { queues as definitions, timerMinutes } from '../infra/queues.ts'
import { createFunction, type FunctionOptions } from './function.ts'
import { toArn } from './names.ts'
import { workersPerPoller } from './settings.ts'
import { schedulerTrust } from './tasks.ts'

/** Each queue's batch size is in infra/queues.ts. */
interface Consumer {
  fn: sst.aws.Function
  /** The most invocations in parallel. */
  concurrency: number
  /** In provisioned mode, which excludes a maximum concurrency. */
  pollersMin?: number | undefined
}

/** Creates the functions that consume the queues, the sweep and the canary with their timers. */
export const createConsumers = (options: FunctionOptions) => {
  const { queues } = options.resources
  const { settings } = options
  const functions = {
    renderWorker: createFunction(queueFunctions.renderWorker, options),
    webhookWorker: createFunction(queueFunctions.webhookWorker, options),
    renderDeadLetters: createFunction(queueFunctions.renderDeadLetters, options),
    webhookDeadLetters: createFunction(queueFunctions.webhookDeadLetters, options),
    sweep: createFunction(sweep, options),
    canary: createFunction(canary, options),
  }
  // Lambda requires a maximum concurrency of at least 2.
  const consumers = {
    render: {
      fn: functions.renderWorker,
      concurrency: settings.renderWorkersMax,
      pollersMin: settings.renderPollersMin,
    },
    webhook: { fn: functions.webhookWorker, concurrency: settings.webhookWorkersMax },
    renderDeadLetters: { fn: functions.renderDeadLetters, concurrency: 2 },
    webhookDeadLetters: { fn: functions.webhookDeadLetters, concurrency: 2 },
  }
  for (const [name, consumer] of Object.entries<Consumer>(consumers)) {
    const queue = name as keyof typeof consumers
    subscribe(queues[queue], consumer, definitions[queue].consumer.batchSize)
  }
  invokeRegularly('Sweep', functions.sweep, queues.scheduleDeadLetters.arn)
  // A missing run of the canary needs no dead letter, because its alarm counts them.
  invokeRegularly('Canary', functions.canary)
  return functions
}

/** Subscribes by ARN. SST would otherwise create a second function with a hashed name and its own role. */
const subscribe = (queue: sst.aws.Queue, { fn, concurrency, pollersMin }: Consumer, batchSize: number) =>
  queue.subscribe(fn.arn, {
    // Only the messages that failed return to the queue, not the batch.
    batch: { size: batchSize, partialResponses: true },
    transform: {
      eventSourceMapping: (args) => {
        if (pollersMin === undefined) args.scalingConfig = { maximumConcurrency: concurrency }
        else
          args.provisionedPollerConfig = {
            minimumPollers: pollersMin,
            maximumPollers: Math.floor(concurrency / workersPerPoller),
          }
      },
    },
  })

const invokeRegularly = (name: string, fn: sst.aws.Function, deadLetterArn?: $util.Input<string>) => {
  new sst.aws.CronV2(`${name}5Minutes`, {
    schedule: `rate(${timerMinutes} minutes)`,
    function: fn.arn,
    // The next scheduled invocation follows soon.
    retries: 1,
    ...(deadLetterArn && { dlq: deadLetterArn }),
    transform: {
      role: (args) => {
        // SST's own policy trusts schedules of any account (https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html).
        args.assumeRolePolicy = schedulerTrust(toArn('scheduler', 'schedule-group/default'))
      },
    },
  })
}
