import type { Properties } from '../synth/graph.ts'

/** A metric of an alarm, with its statistic and period. */
export interface MetricOf {
  namespace: string
  name: string
  dimensions: Readonly<Record<string, string>>
}

/** Returns the values that a metric receives in a minute. */
export type History = (metric: MetricOf, minute: number) => readonly number[]

interface Source {
  id: string
  metric: MetricOf
  stat: string
  period: number
}

type State = 'OK' | 'ALARM'

const toMetric = (inputs: Properties): MetricOf => ({
  namespace: String(inputs['namespace']),
  name: String(inputs['metricName']),
  dimensions: (inputs['dimensions'] ?? {}) as Record<string, string>,
})

const sourcesOf = (inputs: Properties): { sources: Source[]; expression: string } => {
  const queries = inputs['metricQueries'] as
    | { id: string; expression?: string; metric?: Properties }[]
    | undefined
  const stat = String(inputs['statistic'] ?? inputs['extendedStatistic'])
  if (!queries)
    return {
      sources: [{ id: 'value', metric: toMetric(inputs), stat, period: Number(inputs['period']) }],
      expression: 'value',
    }
  return {
    sources: queries.flatMap(({ id, metric }) =>
      metric
        ? [{ id, metric: toMetric(metric), stat: String(metric['stat']), period: Number(metric['period']) }]
        : [],
    ),
    expression: String(queries.find(({ expression }) => expression)?.expression),
  }
}

const statistics: Record<string, (values: readonly number[]) => number> = {
  Sum: (values) => values.reduce((sum, value) => sum + value, 0),
  Maximum: (values) => Math.max(...values),
  Average: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  SampleCount: (values) => values.length,
  p95: (values) => values.toSorted((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1] ?? 0,
}

/** Metric math on one point in time. A missing value makes its expression missing, unless FILL replaces it. */
const calculate = (
  expression: string,
  values: Readonly<Record<string, number | undefined>>,
): number | undefined => {
  const functions = {
    FILL: (value: number, instead: number) => (Number.isNaN(value) ? instead : value),
    IF: (condition: boolean | number, then: number, otherwise: number) => (condition ? then : otherwise),
  }
  const names = [...Object.keys(functions), ...Object.keys(values)]
  const found = new Function(...names, `return ${expression}`)(
    ...Object.values(functions),
    ...Object.values(values).map((value) => value ?? Number.NaN),
  ) as number
  // IF of a missing condition takes its else branch here. In CloudWatch the point is missing. Neither breaches.
  return Number.isFinite(found) ? found : undefined
}

/** CloudWatch looks this far back for points if some are missing: more than the evaluated periods. The table in its documentation has two more. */
const extraPeriods = 2

/**
 * Returns the state of an alarm after each minute, as CloudWatch's documentation describes it: every period is evaluated when it is over. If enough points
 * of the evaluation range exist, the most recent are used, and otherwise missing ones are replaced as the alarm says. Alarms on metrics
 * of DynamoDB keep their state instead.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
 */
export const runAlarm = (inputs: Properties, history: History, minutes: number, startMinute = 0): State[] => {
  const { sources, expression } = sourcesOf(inputs)
  const periodMinutes = (sources[0]?.period ?? 60) / 60
  const [needed, of] = [Number(inputs['datapointsToAlarm']), Number(inputs['evaluationPeriods'])]
  const threshold = Number(inputs['threshold'])
  const breaches = (value: number) =>
    inputs['comparisonOperator'] === 'LessThanThreshold' ? value < threshold : value > threshold
  const keepsState = sources.some(({ metric }) => metric.namespace === 'AWS/DynamoDB')

  const pointOf = (period: number): number | undefined => {
    const values = Object.fromEntries(
      sources.map(({ id, metric, stat }) => {
        const all = Array.from({ length: periodMinutes }, (_, index) =>
          history(metric, period * periodMinutes + index - startMinute),
        ).flat()
        return [id, all.length > 0 ? statistics[stat]?.(all) : undefined]
      }),
    )
    if (keepsState && Object.values(values).every((value) => value === undefined)) return undefined
    return calculate(expression, values)
  }

  const evaluate = (lastPeriod: number, state: State): State => {
    const range = Array.from({ length: of + extraPeriods }, (_, index) => pointOf(lastPeriod - index))
    const found = range.filter((value) => value !== undefined)
    if (found.length === 0 && keepsState) return state
    const enough = found.length >= of
    const points = enough ? found.slice(0, of).map(breaches) : fill(range.slice(0, of), found)
    return points.filter(Boolean).length >= needed ? 'ALARM' : 'OK'
  }
  const fill = (recent: readonly (number | undefined)[], found: readonly number[]) => {
    if (keepsState) return found.map(breaches)
    return recent.map((value) =>
      value === undefined ? inputs['treatMissingData'] === 'breaching' : breaches(value),
    )
  }

  const states: State[] = []
  let state: State = 'OK'
  for (let minute = 1; minute <= minutes + startMinute; minute++) {
    if (minute % periodMinutes === 0) state = evaluate(minute / periodMinutes - 1, state)
    if (minute > startMinute) states.push(state)
  }
  return states
}

/**
 * Returns the minutes from the start of an incident to the alarm, at worst, because nobody chooses where in a period an incident begins.
 * @returns undefined if no alarm follows within the minutes
 */
export const minutesToAlarm = (inputs: Properties, history: History, minutes: number): number | undefined => {
  const periodMinutes = (sourcesOf(inputs).sources[0]?.period ?? 60) / 60
  const quietMinutes = periodMinutes * (Number(inputs['evaluationPeriods']) + extraPeriods + 1)
  const delays = Array.from({ length: Math.min(periodMinutes, 5) }, (_, index) => {
    const start = quietMinutes + Math.floor((index * periodMinutes) / Math.min(periodMinutes, 5))
    return runAlarm(inputs, history, minutes, start).indexOf('ALARM') + 1
  })
  return delays.includes(0) ? undefined : Math.max(...delays)
}
