import { type FunctionEntry, type queueFunctions, sweep } from '../../infra/functions.ts'
import { queues as definitions, type QueueName } from '../../infra/queues.ts'
import { silentLogger } from '../../lib/base/logger.ts'
import { silentMetrics } from '../../lib/core/telemetry/metrics-publisher.ts'
import { neededMs } from '../../lib/jobs/deliver.ts'
import { createRenderConsumer } from '../../lib/queue/renders.ts'
import { createWebhookConsumer } from '../../lib/queue/webhooks.ts'
import type { Lineage, Process } from './engine.ts'
import type { Message } from './queues.ts'
import type { Cloud, Service } from './service.ts'

type ConsumedQueue = keyof typeof queueFunctions extends string
  ? 'render' | 'webhook' | 'renderDeadLetters' | 'webhookDeadLetters'
  : never

/** As many as `WEBHOOK_WORKERS_MAX` by default. */
const workersMax: Record<Exclude<ConsumedQueue, 'render'>, number> = {
  webhook: 2,
  renderDeadLetters: 1,
  webhookDeadLetters: 1,
}

interface Deps {
  cloud: Cloud
  serve(process: Process): Service
  /** `RENDER_WORKERS_MAX` */
  renderWorkers: number
  /** Whether the event sources cannot reach the queues. */
  isSqsAway(): boolean
  /** Called with each message that is done, after it is deleted. */
  onDone(queue: QueueName, body: string): void
}

export type Lambda = ReturnType<typeof createLambda>

/** Event sources, and the functions that they invoke, which end at their timeout. */
export const createLambda = ({ cloud, serve, renderWorkers, isSqsAway, onDone }: Deps) => {
  const most = { ...workersMax, render: renderWorkers }
  const { engine, queues } = cloud
  const busy = new Map<QueueName, Set<Process>>()
  const busyOf = (queue: QueueName) => {
    const processes = busy.get(queue) ?? new Set()
    busy.set(queue, processes)
    for (const process of processes) if (!process.isAlive) processes.delete(process)
    return processes
  }

  const invoke = (queue: ConsumedQueue, messages: Message[]) => {
    const { name, timeoutSeconds, recurses }: FunctionEntry = definitions[queue].consumer.function
    const lineage = continueLineage(name, messages)
    if (!recurses && (lineage.get(name) ?? 0) > chainMax)
      return engine.violate(`Lambda takes the messages of ${name} for a loop`)
    const endsMs = engine.nowMs() + timeoutSeconds * 1000
    const process = engine.spawn(
      `${queue}-worker ${messages.map(({ id }) => id)}`,
      async (own) => {
        const handler = consumerOf(queue, serve(own), cloud)
        const event = { Records: messages.map(toRecord) }
        const awsRequestId = engine.randomBytes(12).toString('hex')
        const context = { awsRequestId, getRemainingTimeInMillis: () => endsMs - engine.nowMs() }
        const { batchItemFailures } = await handler(event as never, context)
        const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
        own.isAlive = false
        for (const { id, receipt, body } of messages) {
          if (failed.has(id)) continue
          queues.delete(queue, receipt)
          onDone(queue, body)
        }
        wake(queue)
      },
      lineage,
    )
    busyOf(queue).add(process)
    engine.after(
      timeoutSeconds * 1000,
      () => {
        process.isAlive = false
        engine.note(process.name, () => 'times out')
        wake(queue)
      },
      process,
    )
  }

  /** Queues that are looked at again: SQS is away, or a busy worker may die without a word. */
  const planned = new Set<QueueName>()
  const wakeLater = (queue: QueueName) => {
    if (planned.has(queue)) return
    planned.add(queue)
    engine.after(60_000, () => {
      planned.delete(queue)
      wake(queue)
    })
  }

  const wake = (queue: QueueName) => {
    if (!(queue in most)) return
    const consumed = queue as ConsumedQueue
    while (!isSqsAway() && busyOf(consumed).size < most[consumed]) {
      const messages = queues.receive(consumed, definitions[consumed].consumer.batchSize)
      if (messages.length === 0) return
      invoke(consumed, messages)
    }
    wakeLater(queue)
  }

  return {
    wake,
    sweep() {
      const process = engine.spawn('sweep', async (own) => {
        await Promise.allSettled(serve(own).sweeps.map((part) => part()))
        own.isAlive = false
      })
      engine.after(sweep.timeoutSeconds * 1000, () => Object.assign(process, { isAlive: false }), process)
    },
  }
}

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html */
const chainMax = 16

const continueLineage = (name: string, messages: readonly Message[]): Lineage => {
  const counts = new Map<string, number>()
  for (const [fn, count] of messages.flatMap(({ lineage }) => [...lineage]))
    counts.set(fn, Math.max(counts.get(fn) ?? 0, count))
  return counts.set(name, (counts.get(name) ?? 0) + 1)
}

const toRecord = ({ id, body, receives, sentMs, receipt }: Message) => ({
  messageId: id,
  receiptHandle: receipt,
  body,
  attributes: { ApproximateReceiveCount: String(receives), SentTimestamp: String(sentMs) },
})

const consumerOf = (queue: ConsumedQueue, service: Service, { engine }: Cloud) => {
  const isDeadLetters = queue === 'renderDeadLetters' || queue === 'webhookDeadLetters'
  const options = {
    queue,
    log: { ...silentLogger, error: service.log.warn },
    metrics: silentMetrics,
    nowMs: engine.nowMs,
    changeVisibility: async (receipt: string, seconds: number) => {
      if (!isDeadLetters) await service.queues.changeVisibility(queue, receipt, seconds)
    },
  }
  if (queue === 'webhook')
    return createWebhookConsumer({
      ...options,
      handle: service.deliverWebhook,
      more: {
        receive: () => service.queues.receive(queue),
        remove: (receipt) => service.queues.deleteBatch(queue, [receipt]),
        places: definitions[queue].consumer.batchSize,
        neededMs,
      },
    })
  if (queue === 'webhookDeadLetters')
    return createWebhookConsumer({ ...options, handle: service.failDelivery })
  const perform = queue === 'render' ? service.perform : service.endDead
  return createRenderConsumer({ ...options, perform, runTask: service.runTask })
}
