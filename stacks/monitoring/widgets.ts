import { type DimensionsOf, type MetricName, metrics, namespace } from '../../lib/core/telemetry/metrics.ts'
import type { AwsDimensions, AwsMetricName, AwsNamespace } from './aws-metrics.ts'

/**
 * Parts of a dashboard's body.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html
 */
export interface Widget {
  type: 'text' | 'metric' | 'log' | 'alarm'
  width: number
  height: number
  properties: Record<string, unknown>
}

interface LineOptions {
  stat?: string
  label?: string
  id?: string
  visible?: boolean
  yAxis?: 'left' | 'right'
  region?: string
}

type SearchOptions = Pick<LineOptions, 'label' | 'id' | 'visible'> & { stat: string }

export type Line = readonly unknown[]

/** One of the service's metrics with all of its dimensions. */
export const serviceMetric = <Name extends MetricName>(
  name: Name,
  dimensions: DimensionsOf<Name>,
  options: LineOptions = {},
): Line => [namespace, name, 'stage', $app.stage, ...Object.entries(dimensions).flat(), options]

/** In a label: the line's value of a dimension. */
export const dimension = (name: string) => `\${PROP('Dim.${name}')}`

const searchSeconds = 300

/** One line for each value of the dimensions that are not given. */
export const serviceMetricByValue = <Name extends MetricName>(
  name: Name,
  { stat, label, id, visible, ...given }: SearchOptions & Partial<DimensionsOf<Name>>,
): Line => {
  const schema = [namespace, ...metrics[name].dimensions, 'stage'].join(',')
  const terms = Object.entries({ stage: $app.stage, ...given }).map(([key, value]) => `${key}="${value}"`)
  const expression = `SEARCH('{${schema}} MetricName="${name}" ${terms.join(' ')}', '${stat}', ${searchSeconds})`
  return [{ expression, label, id, visible }]
}

/** One of AWS's metrics. */
export const awsMetric = <Namespace extends AwsNamespace>(
  awsNamespace: Namespace,
  name: AwsMetricName<Namespace>,
  dimensions: AwsDimensions<Namespace, string>,
  options: LineOptions = {},
): Line => [awsNamespace, name, ...Object.entries(dimensions).flat(), options]

/** Computed from lines of the same widget, by their ids. */
export const computed = (expression: string, options: LineOptions): Line => [{ expression, ...options }]

interface GraphOptions {
  /** Default for lines that do not set it. */
  stat?: string
  periodSeconds?: number
  stacked?: boolean
  unit?: string
  width?: number
}

const graphWidth = 8
const graphHeight = 6

export const graph = (
  region: string,
  title: string,
  lines: readonly Line[],
  { stat = 'Sum', periodSeconds = 300, stacked = false, unit, width = graphWidth }: GraphOptions = {},
): Widget => ({
  type: 'metric',
  width,
  height: graphHeight,
  properties: {
    title,
    region,
    view: 'timeSeries',
    stacked,
    stat,
    period: periodSeconds,
    metrics: lines,
    yAxis: { left: { min: 0, ...(unit && { label: unit, showUnits: false }) } },
  },
})

/** A table of a Logs Insights query. */
export const table = (
  region: string,
  title: string,
  { logGroups, query, width = graphWidth }: { logGroups: readonly string[]; query: string; width?: number },
): Widget => ({
  type: 'log',
  width,
  height: graphHeight,
  properties: {
    title,
    region,
    view: 'table',
    query: `${logGroups.map((group) => `SOURCE '${group}'`).join(' | ')} | ${query}`,
  },
})

const pageWidth = 24
const headingHeight = 2

export const heading = (markdown: string): Widget => ({
  type: 'text',
  width: pageWidth,
  height: headingHeight,
  properties: { markdown },
})

/** Lays out widgets in rows, in the given order. Each heading starts a new row. */
export const layOut = (widgets: readonly Widget[]) => {
  let [x, y, lineHeight] = [0, 0, 0]
  return widgets.map((widget) => {
    if (x + widget.width > pageWidth) {
      x = 0
      y += lineHeight
      lineHeight = 0
    }
    const placed = { ...widget, x, y }
    x += widget.width
    lineHeight = Math.max(lineHeight, widget.height)
    return placed
  })
}
