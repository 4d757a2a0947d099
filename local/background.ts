import { sweep } from '../infra/functions.ts'
import { queues as definitions, timerMinutes } from '../infra/queues.ts'
import { renderConcurrency } from './functions.ts'
import type { Lambda } from './lambda/create-lambda.ts'
import { sqsQueue } from './lambda/events/queue-port.ts'
import { startSqsEventSource } from './lambda/events/start-sqs-event-source.ts'
import type { ServiceCloud } from './start-cloud.ts'

interface Options {
  lambda: Lambda
  cloud: Pick<ServiceCloud, 'sqs' | 'queues' | 'region'>
  log: (line: string) => void
}

/** Invocations in parallel. */
const concurrency = {
  render: renderConcurrency,
  webhook: 2,
  renderDeadLetters: 1,
  webhookDeadLetters: 1,
}

/**
 * Starts the queues' consumers and the sweep's timer.
 * @returns a function that stops them
 */
export const startBackground = ({
  lambda,
  cloud: { sqs, queues, region },
  log,
}: Options): (() => Promise<void>) => {
  const consume = (name: keyof typeof concurrency) => {
    const { consumer } = definitions[name]
    return startSqsEventSource({
      lambda,
      functionName: consumer.function.name,
      queue: sqsQueue(sqs, queues[name].url),
      queueArn: queues[name].arn,
      region,
      batchSize: consumer.batchSize,
      maxConcurrency: concurrency[name],
      log,
    })
  }
  const sources = (Object.keys(concurrency) as (keyof typeof concurrency)[]).map(consume)
  const timer = setInterval(() => {
    lambda.invoke(sweep.name, {}).catch((error: unknown) => log(`${sweep.name}: ${error}`))
  }, timerMinutes * 60_000)
  return async () => {
    clearInterval(timer)
    await Promise.all(sources.map((source) => source.close()))
  }
}
