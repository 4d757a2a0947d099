import { type DimensionsOf, type MetricName, namespace } from '../../lib/core/telemetry/metrics.ts'
import type { AwsDimensions, AwsMetricName, AwsNamespace } from './aws-metrics.ts'

export type Value = $util.Input<string>

/** One metric of an alarm. */
interface Source {
  namespace: string
  metricName: string
  dimensions: Record<string, Value>
  stat: string
}

export interface Alarm {
  name: string
  /** What the alarm means, for the email. */
  meaning: string
  /** Heading of docs/operate/runbook.md. */
  section: string
  /** Keyed by the id that the expression uses. An alarm on one metric has no expression. */
  sources: Record<string, Source>
  expression?: string
  periodSeconds: number
  /** M out of N periods must breach the threshold. */
  periods: readonly [breaching: number, of: number]
  threshold: $util.Input<number>
  comparison: 'GreaterThanThreshold' | 'LessThanThreshold'
  missing: 'notBreaching' | 'breaching'
}

export const serviceMetric = <Name extends MetricName>(
  metricName: Name,
  dimensions: DimensionsOf<Name>,
  stat: string,
): Source => ({ namespace, metricName, dimensions: { stage: $app.stage, ...dimensions }, stat })

export const awsMetric = <Namespace extends AwsNamespace>(
  awsNamespace: Namespace,
  metricName: AwsMetricName<Namespace>,
  dimensions: AwsDimensions<Namespace, Value>,
  stat: string,
): Source => ({ namespace: awsNamespace, metricName, dimensions: { ...dimensions }, stat })

/** Returns the sum of metrics, of which some may have no data. */
export const sumOf = (sources: Alarm['sources']): string =>
  Object.keys(sources)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ')

export const over = { comparison: 'GreaterThanThreshold', missing: 'notBreaching' } as const

export const minute = 60

/**
 * Four periods of five minutes within an hour. A bad hour of an account with a hundred renders a day, four in that hour, is an alarm.
 * Three slow renders are not. With much traffic the alarm fires after 20 minutes.
 */
export const fourInAnHour = { periodSeconds: 5 * minute, periods: [4, 12] } as const

/** Metrics of an idle SQS queue and of EventBridge Scheduler can be 15 minutes late. A single period would be over before they arrive. */
export const evenIfLate = { periodSeconds: 5 * minute, periods: [1, 4] } as const
