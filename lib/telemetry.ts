import { Metrics as Powertools } from '@aws-lambda-powertools/metrics'
import { pino } from 'pino'
import { describeCause } from './base/describe-cause.ts'
import type { Logger } from './base/logger.ts'
import { type MetricPoint, metrics, namespace } from './core/telemetry/metrics.ts'
import type { Metrics } from './core/telemetry/metrics-publisher.ts'

/**
 * Returns a logger that writes one JSON line for each event to standard output, which CloudWatch Logs reads.
 * @param level `info`, `warn`, `error` or `silent`
 */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Synchronous, because a line must not be lost when the environment freezes after the response.
    pino.destination({ dest: 1, sync: true }),
  )

/**
 * Returns metrics that are written as lines of the log, which CloudWatch Logs reads (embedded metric format). Nothing is sent over the
 * network, so no response waits for it. One line for each set of dimension values.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export const createMetrics = (stage: string, log: Pick<Logger, 'warn'>): Metrics => {
  const powertools = new Powertools({ namespace })
  // Its own default dimension `service` would have one value for all.
  powertools.clearDefaultDimensions()
  powertools.setDefaultDimensions({ stage })
  const write = (group: readonly MetricPoint[], atMs: number | undefined) => {
    if (atMs !== undefined) powertools.setTimestamp(atMs)
    powertools.addDimensions({ ...group[0]?.dimensions })
    for (const { name, value } of group) powertools.addMetric(name, metrics[name].unit, value)
    powertools.publishStoredMetrics()
  }
  return {
    publish(points, atMs) {
      try {
        // One that is not finite would be `null`, and CloudWatch would drop the line.
        const finite = points.filter(({ value }) => Number.isFinite(value))
        for (const group of Map.groupBy(finite, ({ dimensions }) => JSON.stringify(dimensions)).values())
          write(group, atMs)
      } catch (error) {
        powertools.clearMetrics()
        powertools.clearDimensions()
        // A request does not fail for its statistics.
        log.warn({ cause: describeCause(error) }, 'metrics not written')
      }
    },
  }
}
