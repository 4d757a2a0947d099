import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { root } from './bundles.ts'
import type { LocalConfig } from './config.ts'
import { readyFunction } from './functions.ts'
import { createHealth, type Health, type ReadyResult } from './health.ts'
import type { Lambda } from './lambda/create-lambda.ts'
import { startMetricsServer } from './metrics/metrics-server.ts'
import type { Reading } from './metrics/registry.ts'
import { createServiceMetrics } from './metrics/service-metrics.ts'
import { toQueueName } from './queues.ts'
import type { ServiceCloud } from './start-cloud.ts'

interface Options {
  config: Pick<LocalConfig, 'metricsPort' | 'printsMetrics' | 'host'>
  /** Undefined until the functions have started. */
  lambda: () => Lambda | undefined
  cloud: Pick<ServiceCloud, 'sqs' | 'queues'>
  log: (line: string) => void
}

export interface Monitor {
  health: Health
  /** The URL that Prometheus scrapes. Undefined without `METRICS_PORT`. */
  metricsUrl: string | undefined
  /** Receives each line that a function has written. */
  log(line: string): void
  close(): Promise<void>
}

/** Starts the health checks, and the metrics server if `METRICS_PORT` is set. */
export const startMonitor = async ({ config, lambda, cloud, log }: Options): Promise<Monitor> => {
  const health = createHealth({ check: () => renderDemoPage(lambda()), nowMs: Date.now })
  if (config.metricsPort === undefined) return { health, metricsUrl: undefined, log, close: async () => {} }
  const states = () => lambda()?.states() ?? []
  const readings = {
    queues: () => readQueues(cloud),
    processes: () =>
      states().flatMap(({ functionName, busy, idle }) => [
        { labels: { function: functionName, state: 'busy' }, value: busy },
        { labels: { function: functionName, state: 'idle' }, value: idle },
      ]),
    waiting: () =>
      states().map(({ functionName, waiting }) => ({ labels: { function: functionName }, value: waiting })),
    isReady: health.isReady,
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
  }
  const metrics = createServiceMetrics(readings, log)
  const server = await startMetricsServer(metrics, config.metricsPort, config.host)
  return {
    health,
    metricsUrl: server.url,
    log(line) {
      if (!metrics.record(line) || config.printsMetrics) log(line)
    },
    close: server.close,
  }
}

const renderDemoPage = async (lambda: Lambda | undefined): Promise<ReadyResult> => {
  if (!lambda) return { reason: 'starting' }
  const result = await lambda.invoke(readyFunction.name, {})
  if (result.kind !== 'buffered') throw new Error('The function streamed its response.')
  return JSON.parse(result.payload.toString())
}

const countNames = {
  visible: 'ApproximateNumberOfMessages',
  in_flight: 'ApproximateNumberOfMessagesNotVisible',
  delayed: 'ApproximateNumberOfMessagesDelayed',
} as const

/** Less than Prometheus waits for all metrics, which is 10 seconds by default. */
const queueMs = 5_000

const readQueues = ({ sqs, queues }: Options['cloud']) =>
  Object.entries(queues).map(async ([name, { url }]): Promise<Reading[]> => {
    const command = new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: Object.values(countNames),
    })
    const { Attributes = {} } = await sqs.send(command, { abortSignal: AbortSignal.timeout(queueMs) })
    return Object.entries(countNames).map(([state, attribute]) => ({
      labels: { queue: toQueueName(name), state },
      value: Number(Attributes[attribute]),
    }))
  })
