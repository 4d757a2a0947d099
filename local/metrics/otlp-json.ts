// The JSON encoding of OTLP 1.x: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding. Names are in lowerCamelCase, 64-bit
// integers are strings, and enums are numbers.
import type { Distribution, Family, Labels, Reading } from './registry.ts'

const toAttributes = (labels: Labels) =>
  Object.entries(labels).map(([key, stringValue]) => ({ key, value: { stringValue } }))

const toNanoseconds = (ms: number) => String(BigInt(Math.floor(ms)) * 1_000_000n)

/** AGGREGATION_TEMPORALITY_CUMULATIVE: each value counts from the start of the process. */
const cumulative = 2

interface Period {
  startMs: number
  nowMs: number
}

const toTimes = ({ startMs, nowMs }: Period) => ({
  startTimeUnixNano: toNanoseconds(startMs),
  timeUnixNano: toNanoseconds(nowMs),
})

const toNumberPoint = ({ labels, value }: Reading, period: Period) => ({
  attributes: toAttributes(labels),
  ...toTimes(period),
  asDouble: value,
})

const toHistogramPoint = (
  { labels, counts, sum }: Distribution,
  bounds: readonly number[],
  period: Period,
) => ({
  attributes: toAttributes(labels),
  ...toTimes(period),
  count: String(counts.reduce((total, count) => total + count, 0)),
  sum,
  bucketCounts: counts.map(String),
  explicitBounds: bounds,
})

/** Returns the unit that the name has in the notation of UCUM, which OTLP uses. */
const toUnit = (name: string) => {
  if (/_seconds(?:_total)?$/.test(name)) return 's'
  return name.endsWith('_bytes') ? 'By' : '1'
}

const toData = (family: Family, period: Period) => {
  if (family.type === 'histogram') {
    const dataPoints = family.values.map((value) => toHistogramPoint(value, family.bounds, period))
    return { histogram: { aggregationTemporality: cumulative, dataPoints } }
  }
  const dataPoints = family.values.map((value) => toNumberPoint(value, period))
  return family.type === 'counter'
    ? { sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints } }
    : { gauge: { dataPoints } }
}

/** Returns the request of an export (ExportMetricsServiceRequest). Families without values are left out. */
export const toOtlpRequest = (families: readonly Family[], resource: Labels, period: Period): object => ({
  resourceMetrics: [
    {
      resource: { attributes: toAttributes(resource) },
      scopeMetrics: [
        {
          scope: { name: 'stillframe' },
          metrics: families
            .filter(({ values }) => values.length > 0)
            .map((family) => ({
              name: family.name,
              description: family.help,
              unit: toUnit(family.name),
              ...toData(family, period),
            })),
        },
      ],
    },
  ],
})
