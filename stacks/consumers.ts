import { queueFunctions, sweep } from '../functions/list.ts'
import { createFunction, type FunctionOptions } from './function.ts'
import { schedulerTrust } from './tasks.ts'

interface Consumer {
  /** Messages that one call gets at most. */
  batchSize: number
  /** Calls at one time. */
  concurrency: number
}

/** What the queues call, and the sweep that a timer calls. */
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
  // A render has the browser, and the visibility of its message, to itself.
  subscribe(queues.render, functions.renderWorker, { batchSize: 1, concurrency: settings.renderWorkersMax })
  // Deliveries mostly wait, so that ten go side by side.
  subscribe(queues.webhook, functions.webhookWorker, {
    batchSize: 10,
    concurrency: settings.webhookWorkersMax,
  })
  subscribe(queues.renderDeadLetters, functions.renderDeadLetters, { batchSize: 10, concurrency: 2 })
  subscribe(queues.webhookDeadLetters, functions.webhookDeadLetters, { batchSize: 10, concurrency: 2 })
  scheduleSweep(functions.sweep, queues.scheduleDeadLetters.arn)
  return functions
}

/** SST's subscribe() names a function that it makes itself after a hash; ours exist, and their roles may read their queue. */
const subscribe = (queue: sst.aws.Queue, consumer: sst.aws.Function, { batchSize, concurrency }: Consumer) =>
  queue.subscribe(consumer.arn, {
    // One message that fails comes back alone.
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
    schedule: 'rate(5 minutes)',
    function: consumer.arn,
    // The next one comes in five minutes.
    retries: 1,
    dlq: deadLetterArn,
    transform: {
      role: (args) => {
        // SST's own is open to a schedule of any account (https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html).
        args.assumeRolePolicy = schedulerTrust(
          $interpolate`arn:aws:scheduler:${region}:${account}:schedule-group/default`,
        )
      },
    },
  })
}
