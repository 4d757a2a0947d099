import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { sweep } from '../infra/functions.ts'
import { queues as definitions, timerMinutes } from '../infra/queues.ts'
import { renderMessages } from '../lib/core/requests/queue-messages.ts'
import { createRequestStore } from '../lib/store/requests.ts'
import { renderConcurrency } from './functions.ts'
import type { Lambda } from './lambda/create-lambda.ts'
import { type QueueMessage, sqsQueue } from './lambda/events/queue-port.ts'
import { type SqsEventSource, startSqsEventSource } from './lambda/events/start-sqs-event-source.ts'
import type { ServiceCloud } from './start-cloud.ts'

interface Options {
  lambda: Lambda
  cloud: Pick<ServiceCloud, 'dynamo' | 'sqs' | 'queues' | 'region' | 'environment' | 'endPolls'>
  /** The time that a stop leaves to what is in progress. */
  drainMs: number
  log: (line: string) => void
}

export interface Background {
  /** Receives no more messages and resolves when those in progress are processed. */
  drain(): Promise<void>
  /** Receives no more messages and waits briefly for those in progress. */
  close(): Promise<void>
}

/** Invocations in parallel. */
const concurrency = {
  render: renderConcurrency,
  webhook: 2,
  renderDeadLetters: 1,
  webhookDeadLetters: 1,
}

/** Returns the length of a poll, which must end within the drain: messages that it receives are then returned to the queue. SQS allows 1 to 20 s. */
export const toPollSeconds = (drainMs: number) => Math.min(Math.max(Math.floor(drainMs / 1000) - 1, 1), 20)

/** Starts the queues' consumers and the sweep's timer. */
export const startBackground = ({ lambda, cloud, drainMs, log }: Options): Background => {
  const { sqs, queues, region } = cloud
  const abandon = createAbandon(cloud)
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
      waitSeconds: toPollSeconds(drainMs),
      ...(name === 'render' && { abandon }),
      log,
    })
  }
  const sources = (Object.keys(concurrency) as (keyof typeof concurrency)[]).map(consume)
  const timer = setInterval(() => {
    lambda.invoke(sweep.name, {}).catch((error: unknown) => log(`${sweep.name}: ${error}`))
  }, timerMinutes * 60_000)
  const stop = (end: (source: SqsEventSource) => Promise<void>) => async () => {
    clearInterval(timer)
    const ended = sources.map(end)
    lambda.drain()
    cloud.endPolls()
    await Promise.all(ended)
  }
  return { drain: stop((source) => source.drain()), close: stop((source) => source.close()) }
}

/**
 * Returns what releases the requests of messages whose worker was stopped with the service. Otherwise their leases would delay them for
 * minutes, and each restart would cost them an attempt.
 */
const createAbandon = ({ dynamo, environment }: Options['cloud']) => {
  const requests = createRequestStore({
    dynamo: DynamoDBDocumentClient.from(dynamo),
    tableName: environment['REQUESTS_TABLE'] ?? '',
    nowMs: Date.now,
  })
  return async (messages: readonly QueueMessage[]) => {
    for (const { body } of messages) {
      const message = renderMessages.decode(body)
      if (message?.kind !== 'request') continue
      const record = await requests.find({ accountId: message.accountId, id: message.requestId })
      if (record?.claimId !== undefined) await requests.release(record, { isCounted: false })
    }
  }
}
