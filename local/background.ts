import type { SQSClient } from '@aws-sdk/client-sqs'
import { queueFunctions, sweep } from '../functions/list.ts'
import { region } from './credentials.ts'
import { renderConcurrency } from './functions.ts'
import type { Lambda } from './lambda/create-lambda.ts'
import { sqsQueue } from './lambda/events/queue-port.ts'
import { startSqsEventSource } from './lambda/events/start-sqs-event-source.ts'
import type { Queue, QueueSet } from './queues.ts'

interface Options {
  lambda: Lambda
  sqs: SQSClient
  queues: QueueSet
  log: (line: string) => void
}

const sweepMs = 5 * 60_000

/**
 * What runs without being asked: the queues' consumers and the sweep's timer.
 * @returns stops them
 */
export const startBackground = ({ lambda, sqs, queues, log }: Options): (() => Promise<void>) => {
  const consume = (queue: Queue, { name }: { name: string }, batchSize: number, maxConcurrency: number) =>
    startSqsEventSource({
      lambda,
      functionName: name,
      queue: sqsQueue(sqs, queue.url),
      queueArn: queue.arn,
      region,
      batchSize,
      maxConcurrency,
      log,
    })
  const sources = [
    // A render fills its environment: one message an event.
    consume(queues.render, queueFunctions.renderWorker, 1, renderConcurrency),
    consume(queues.webhook, queueFunctions.webhookWorker, 10, 2),
    consume(queues.renderDeadLetters, queueFunctions.renderDeadLetters, 10, 1),
    consume(queues.webhookDeadLetters, queueFunctions.webhookDeadLetters, 10, 1),
  ]
  const timer = setInterval(() => {
    lambda.invoke(sweep.name, {}).catch((error: unknown) => log(`${sweep.name}: ${error}`))
  }, sweepMs)
  return async () => {
    clearInterval(timer)
    await Promise.all(sources.map((source) => source.close()))
  }
}
