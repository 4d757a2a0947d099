import { z } from 'zod'
import {
  type DimensionsOf,
  type MetricName,
  metrics,
  missingProtections,
  outcomes,
  recycleReasons,
} from '../../lib/core/telemetry/metrics.ts'
import { operations } from '../../lib/schema/operations.ts'
import { createRegistry, type Labels, type Reading, type Registry } from './registry.ts'

/** Seconds: from a cached result to the longest render, and the longest wait in a queue. */
const bounds = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 600, 3_600, 21_600,
] as const

/** `OwnDuration` -> `own_duration` */
const toSnakeCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter, index) => `${index === 0 ? '' : '_'}${letter.toLowerCase()}`)

/** Returns the name of a metric of CloudWatch in Prometheus: `Requests` -> `stillframe_requests_total`. */
export const toPrometheusName = (name: MetricName): string =>
  `stillframe_${toSnakeCase(name)}_${metrics[name].unit === 'Count' ? 'total' : 'seconds'}`

/** State that is read for each scrape. */
export interface ServiceReadings {
  /** Messages by state, one part for each queue: visible, in_flight, delayed. */
  queues(): Promise<Reading[]>[]
  /** Processes of each function by state: busy, idle. */
  processes(): Reading[]
  /** Events that wait for a process of their function. */
  waiting(): Reading[]
  isReady(): boolean
  version: string
}

export interface ServiceMetrics extends Pick<Registry, 'names' | 'collect'> {
  /** Counts the metrics of a line that a function has written. Returns false for a line of the log. */
  record(line: string): boolean
}

/** The embedded metric format, as lib/telemetry.ts writes it. */
const MetricLine = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(z.object({ Metrics: z.array(z.object({ Name: z.string() })) })),
  }),
})
type MetricLine = z.output<typeof MetricLine>

/** Returns undefined for every other line, such as one that ends where its process was killed. */
const readMetricLine = (text: string): MetricLine | undefined => {
  if (!text.startsWith('{"_aws":')) return undefined
  try {
    return MetricLine.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

type ValuesOf<Name extends MetricName> = { [Dimension in keyof DimensionsOf<Name>]: readonly string[] }

const renders = Object.values(operations).flatMap((operation) => (operation.renders ? [operation.id] : []))
const results = ['delivered', 'retried', 'failed']
const queues = ['render', 'webhook']

/** The values of counters that show failures, where they are few. */
const knownValues: { [Name in MetricName]?: ValuesOf<Name> } = {
  Requests: { operation: [...Object.keys(operations), 'mcp'], outcome: outcomes },
  BackgroundRequests: { operation: renders, outcome: outcomes },
  BrowserRecycles: { reason: recycleReasons },
  MissingProtections: { kind: missingProtections },
  Retries: { queue: queues },
  DeadLetters: { queue: queues },
  WebhookResults: { result: results },
  UploadResults: { result: results },
}

/** Returns every combination of the values, with the labels in the order of the metric's dimensions. */
const toKnownLabels = (name: MetricName): readonly Labels[] => {
  const values: Readonly<Record<string, readonly string[]>> | undefined = knownValues[name]
  if (!values) return []
  const dimensions: readonly string[] = metrics[name].dimensions
  return dimensions.reduce<Labels[]>(
    (all, label) =>
      all.flatMap((labels) => (values[label] ?? []).map((value) => ({ ...labels, [label]: value }))),
    [{}],
  )
}

const isMetric = (name: string): name is MetricName => Object.hasOwn(metrics, name)

/**
 * Collects the metrics that CloudWatch has on AWS, under the same names and dimensions, out of the lines that the functions write. Adds
 * the state of this process and its queues. Readings that fail are logged.
 */
export const createServiceMetrics = (
  readings: ServiceReadings,
  log: (line: string) => void,
): ServiceMetrics => {
  const registry = createRegistry((name, error) => log(`${name}: ${error}`))
  const recorders = new Map(
    (Object.keys(metrics) as MetricName[]).map((name) => {
      const { unit, meaning } = metrics[name]
      const add =
        unit === 'Count'
          ? registry.counter(toPrometheusName(name), meaning, toKnownLabels(name))
          : registry.histogram(toPrometheusName(name), meaning, bounds)
      return [
        name,
        (labels: Record<string, string>, value: number) =>
          add(labels, unit === 'Count' ? value : value / 1000),
      ]
    }),
  )
  addReadings(registry, readings)
  const recordMetric = (name: string, line: MetricLine) => {
    if (!isMetric(name)) return
    const labels = Object.fromEntries(metrics[name].dimensions.map((label) => [label, String(line[label])]))
    for (const value of [line[name]].flat()) recorders.get(name)?.(labels, Number(value))
  }
  return {
    names: registry.names,
    collect: registry.collect,
    record(text) {
      const line = readMetricLine(text)
      if (!line) return false
      for (const { Metrics } of line._aws.CloudWatchMetrics)
        for (const { Name } of Metrics) recordMetric(Name, line)
      return true
    },
  }
}

const addReadings = (registry: Registry, readings: ServiceReadings) => {
  const { queues, processes, waiting, isReady, version } = readings
  const one = (value: number) => [[{ labels: {}, value }]]
  const startSeconds = Date.now() / 1000 - process.uptime()
  registry.readings('stillframe_queue_messages', 'gauge', 'Messages of a queue, by state.', queues)
  registry.readings('stillframe_processes', 'gauge', 'Processes of a function, by state.', () => [
    processes(),
  ])
  registry.readings(
    'stillframe_waiting_events',
    'gauge',
    'Requests and batches of messages that wait for a process of their function.',
    () => [waiting()],
  )
  registry.readings('stillframe_ready', 'gauge', 'Whether GET /ready returns 200.', () =>
    one(isReady() ? 1 : 0),
  )
  registry.readings('stillframe_build_info', 'gauge', 'The version of the service.', () => [
    [{ labels: { version }, value: 1 }],
  ])
  registry.readings('process_cpu_seconds_total', 'counter', 'CPU time of the main process.', () => {
    const { user, system } = process.cpuUsage()
    return one((user + system) / 1e6)
  })
  registry.readings('process_resident_memory_bytes', 'gauge', 'Memory of the main process.', () =>
    one(process.memoryUsage.rss()),
  )
  registry.readings('process_start_time_seconds', 'gauge', 'Start of the main process.', () =>
    one(startSeconds),
  )
}
