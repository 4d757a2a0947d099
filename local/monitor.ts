import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { root } from './bundles.ts'
import type { LocalConfig } from './config.ts'
import { readyFunction } from './functions.ts'
import { createHealth, type Health, type ReadyResult } from './health.ts'
import type { Lambda } from './lambda/create-lambda.ts'
import { startMetricsServer } from './metrics/metrics-server.ts'
import { startOtlpExporter } from './metrics/otlp-exporter.ts'
import type { Reading } from './metrics/registry.ts'
import { createServiceMetrics } from './metrics/service-metrics.ts'
import { toQueueName } from './queues.ts'
import type { ServiceCloud } from './start-cloud.ts'

interface Options {
  config: Pick<LocalConfig, 'metricsPort' | 'otlp' | 'printsMetrics' | 'host'>
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

/** Starts the health checks, and what serves or sends the metrics if `METRICS_PORT` or `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
export const startMonitor = async ({ config, lambda, cloud, log }: Options): Promise<Monitor> => {
  const health = createHealth({ check: () => renderDemoPage(lambda()), nowMs: Date.now })
  const { metricsPort, otlp } = config
  if (metricsPort === undefined && otlp === undefined)
    return { health, metricsUrl: undefined, log, close: async () => {} }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
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
    version,
  }
  const metrics = createServiceMetrics(readings, log)
  const server =
    metricsPort === undefined ? undefined : await startMetricsServer(metrics, metricsPort, config.host)
  // The id tells apart the counters of several containers.
  const resource = {
    'service.name': 'stillframe',
    'service.version': version,
    'service.instance.id': randomUUID(),
  }
  const stopExporter = otlp && startOtlpExporter({ ...otlp, collect: metrics.collect, resource, log })
  return {
    health,
    metricsUrl: server?.url,
    log(line) {
      if (!metrics.record(line) || config.printsMetrics) log(line)
    },
    async close() {
      await stopExporter?.()
      await server?.close()
    },
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
