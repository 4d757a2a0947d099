import { queueFunctions, sweep } from '../infra/functions.ts'
import { queues as definitions, sweepMinutes } from '../infra/queues.ts'
import { createFunction, type FunctionOptions } from './function.ts'
import { schedulerTrust } from './tasks.ts'

/** Each queue's batch size is in infra/queues.ts. */
interface Consumer {
  fn: sst.aws.Function
  /** The most invocations in parallel. */
  concurrency: number
}

/** Creates the functions that consume the queues, and the sweep with its timer. */
export const createConsumers = (options: FunctionOptions) => {
  const { queues } = options.resources
  const { settings } = options
  const functions = {
    renderWorker: createFunction(queueFunctions.renderWorker, options),
    webhookWorker: createFunction(queueFunctions.webhookWorker, options),
    renderDeadLetters: createFunction(queueFunctions.renderDeadLetters, options),
    webhookDeadLetters: createFunction(queueFunctions.webhookDeadLetters, options),
    sweep: createFunction(sweep, options),
  }
  // Lambda requires a maximum concurrency of at least 2.
  const consumers = {
    render: { fn: functions.renderWorker, concurrency: settings.renderWorkersMax },
    webhook: { fn: functions.webhookWorker, concurrency: settings.webhookWorkersMax },
    renderDeadLetters: { fn: functions.renderDeadLetters, concurrency: 2 },
    webhookDeadLetters: { fn: functions.webhookDeadLetters, concurrency: 2 },
  }
  for (const [name, consumer] of Object.entries<Consumer>(consumers)) {
    const queue = name as keyof typeof consumers
    subscribe(queues[queue], consumer, definitions[queue].consumer.batchSize)
  }
  scheduleSweep(functions.sweep, queues.scheduleDeadLetters.arn)
  return functions
}

/** Subscribes by ARN. SST would otherwise create a second function with a hashed name and its own role. */
const subscribe = (queue: sst.aws.Queue, { fn, concurrency }: Consumer, batchSize: number) =>
  queue.subscribe(fn.arn, {
    // Only the messages that failed return to the queue, not the batch.
    batch: { size: batchSize, partialResponses: true },
    transform: {
      eventSourceMapping: (args) => {
        args.scalingConfig = { maximumConcurrency: concurrency }
      },
    },
  })

const scheduleSweep = (consumer: sst.aws.Function, deadLetterArn: $util.Input<string>) => {
  const region = aws.getRegionOutput({}).region
  const account = aws.getCallerIdentityOutput({}).accountId
  new sst.aws.CronV2('Sweep5Minutes', {
    schedule: `rate(${sweepMinutes} minutes)`,
    function: consumer.arn,
    // The next scheduled invocation follows soon.
    retries: 1,
    dlq: deadLetterArn,
    transform: {
      role: (args) => {
        // SST's own policy trusts schedules of any account (https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html).
        args.assumeRolePolicy = schedulerTrust(
          $interpolate`arn:aws:scheduler:${region}:${account}:schedule-group/default`,
        )
      },
    },
  })
}
