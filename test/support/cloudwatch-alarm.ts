/**
 * Evaluates definitions of CloudWatch alarms over values, as AWS describes it:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html (datapoints to alarm, missing data) and
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/percentiles-with-low-samples.html.
 */

export interface MetricValue {
  metricName: string
  /** Only these dimensions are compared. */
  dimensions?: Record<string, string>
  minute: number
  value: number
  /** When CloudWatch has the value, if later than its time. */
  arrivesAt?: number
}

interface Metric {
  metricName: string
  dimensions?: Record<string, string>
  period: number
  stat: string
}

/** The inputs of `aws.cloudwatch.MetricAlarm`. */
export interface AlarmInputs {
  metricName?: string
  dimensions?: Record<string, string>
  period?: number
  statistic?: string
  extendedStatistic?: string
  evaluateLowSampleCountPercentiles?: 'evaluate' | 'ignore'
  metricQueries?: { id: string; expression?: string; metric?: Metric; returnData: boolean }[]
  comparisonOperator: string
  threshold: number
  evaluationPeriods: number
  datapointsToAlarm: number
  treatMissingData: string
}

/** `clock`: periods begin at multiples of their length. `sliding`: the last period ends now. AWS does not say which it is. */
export type Alignment = 'clock' | 'sliding'

type Point = number | undefined

const statistics: Readonly<Record<string, (values: number[]) => number>> = {
  Sum: (values) => values.reduce((total, value) => total + value, 0),
  Maximum: (values) => Math.max(...values),
  p95: (values) => [...values].sort((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1] as number,
}

/** Returns the minutes in which the alarm is in the state ALARM. @throws Error if the definition uses anything unknown */
export const minutesInAlarm = (
  alarm: AlarmInputs,
  values: readonly MetricValue[],
  { from, until, alignment }: { from: number; until: number; alignment: Alignment },
): number[] => {
  const metrics = metricsOf(alarm)
  const periodMinutes = (Object.values(metrics)[0]?.period ?? 0) / 60
  const byMinute = Map.groupBy(values, ({ minute }) => minute)
  const minutes: number[] = []
  let state = false
  for (let now = from; now <= until; now += 1) {
    const end = alignment === 'clock' ? Math.floor(now / periodMinutes) * periodMinutes : now
    const windows = Array.from({ length: alarm.evaluationPeriods }, (_, index) => {
      const start = end - (index + 1) * periodMinutes
      const inPeriod = Array.from(
        { length: periodMinutes },
        (__, minute) => byMinute.get(start + minute) ?? [],
      )
      const known = inPeriod.flat().filter(({ minute, arrivesAt = minute }) => arrivesAt < now)
      return (metric: Metric) => known.filter((value) => isOf(metric, value))
    })
    if (!isIgnored(alarm, metrics, windows))
      state = breaches(alarm, metrics, windows) >= alarm.datapointsToAlarm
    if (state) minutes.push(now)
  }
  return minutes
}

type Window = (metric: Metric) => MetricValue[]

const metricsOf = ({ metricQueries, ...alarm }: AlarmInputs): Record<string, Metric> => {
  if (!metricQueries) {
    const { metricName = '', dimensions, period = 0 } = alarm
    const stat = alarm.extendedStatistic ?? alarm.statistic ?? ''
    return { only: { metricName, stat, period, ...(dimensions && { dimensions }) } }
  }
  return Object.fromEntries(metricQueries.flatMap(({ id, metric }) => (metric ? [[id, metric]] : [])))
}

const isOf = ({ metricName, dimensions }: Metric, value: MetricValue) =>
  metricName === value.metricName &&
  Object.entries(value.dimensions ?? {}).every(([name, text]) => dimensions?.[name] === text)

/** With `ignore`, an alarm on a percentile keeps its state while there are too few values. */
const isIgnored = (alarm: AlarmInputs, metrics: Record<string, Metric>, windows: Window[]) => {
  const [, percent] = /^p(\d+)$/.exec(alarm.extendedStatistic ?? '') ?? []
  if (!percent || alarm.evaluateLowSampleCountPercentiles !== 'ignore') return false
  const count = windows.flatMap((window) => Object.values(metrics).flatMap(window)).length
  return count < 10 / (1 - Number(percent) / 100)
}

const breaches = (alarm: AlarmInputs, metrics: Record<string, Metric>, windows: Window[]) => {
  const expression = alarm.metricQueries?.find(({ returnData }) => returnData)?.expression ?? 'only'
  const points = windows.map((window) => {
    const values = Object.entries(metrics).map(([id, metric]) => {
      const found = window(metric).map(({ value }) => value)
      const statistic = statistics[metric.stat]
      if (!statistic) throw new Error(`The statistic ${metric.stat} is unknown.`)
      return [id, found.length > 0 ? statistic(found) : undefined] as const
    })
    return evaluate(expression, new Map(values))
  })
  return points.filter((point) => {
    if (point === undefined) return alarm.treatMissingData === 'breaching'
    if (alarm.comparisonOperator === 'LessThanThreshold') return point < alarm.threshold
    return point > alarm.threshold
  }).length
}

const operators: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '>=': (a, b) => Number(a >= b),
}

const functions: Readonly<Record<string, (...points: Point[]) => Point>> = {
  FILL: (point, filling) => point ?? filling,
  IF: (condition, then, otherwise) => {
    if (condition === undefined) return undefined
    return condition === 0 ? otherwise : then
  },
}

const precedence = [['>='], ['+', '-'], ['*', '/']]

/** Metric math: a point is missing if a part of it is, unless FILL gives it a value. */
const evaluate = (expression: string, points: ReadonlyMap<string, Point>): Point => {
  const tokens = expression.match(/[A-Za-z]\w*|\d+|>=|[-+*/(),]/g) ?? []
  if (tokens.join('') !== expression.replaceAll(' ', '')) throw new Error(`Cannot read ${expression}`)
  const take = (expected?: string) => {
    const token = tokens.shift()
    if (token === undefined || (expected && token !== expected)) throw new Error(`Cannot read ${expression}`)
    return token
  }
  const call = (name: string): Point => {
    const fn = functions[name]
    if (!fn) throw new Error(`The function ${name} is unknown.`)
    take('(')
    const parameters = [level(0)]
    while (tokens[0] === ',') {
      take()
      parameters.push(level(0))
    }
    take(')')
    return fn(...parameters)
  }
  const operand = (): Point => {
    const token = take()
    if (/^\d/.test(token)) return Number(token)
    if (tokens[0] === '(') return call(token)
    if (!points.has(token)) throw new Error(`There is no metric ${token}.`)
    return points.get(token)
  }
  const level = (depth: number): Point => {
    if (depth === precedence.length) return operand()
    let left = level(depth + 1)
    while (precedence[depth]?.includes(tokens[0] ?? '')) {
      const operator = operators[take()]
      const right = level(depth + 1)
      left = left === undefined || right === undefined ? undefined : operator?.(left, right)
    }
    return left
  }
  const result = level(0)
  if (tokens.length > 0) throw new Error(`Cannot read ${expression}`)
  return result
}
