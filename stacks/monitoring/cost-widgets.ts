import { functions } from '../../infra/functions.ts'
import { toLogGroup, toName } from '../names.ts'
import { memoryMbOf, type Settings } from '../settings.ts'
import { type MonitoredNames, tablesOf } from './monitored-names.ts'
import { awsMetric, computed, graph, type Line, serviceMetricByValue, type Widget } from './widgets.ts'

type Names = MonitoredNames<string>

/** x86 in most regions, on the date in docs/operate/cost.md. */
export const usdPerGbSecond = 0.0000166667

export const cost = (names: Names, settings: Settings): Widget[] => {
  const { region } = names
  return [
    graph(region, 'Lambda: GB-seconds and USD per hour', gbSecondLines(settings), { periodSeconds: 3600 }),
    graph(
      region,
      'Cache hits, %',
      [
        serviceMetricByValue('CacheAnswers', { stat: 'Sum', result: 'hit', id: 'hits', visible: false }),
        serviceMetricByValue('CacheAnswers', { stat: 'Sum', result: 'miss', id: 'misses', visible: false }),
        computed('100 * SUM(hits) / (SUM(hits) + SUM(misses))', { label: 'hits %' }),
      ],
      { unit: '%' },
    ),
    graph(
      'us-east-1',
      'Edge: requests and bytes per hour',
      [
        awsMetric('AWS/CloudFront', 'Requests', edgeOf(names), { label: 'requests' }),
        awsMetric('AWS/CloudFront', 'BytesDownloaded', edgeOf(names), { label: 'bytes', yAxis: 'right' }),
      ],
      { periodSeconds: 3600 },
    ),
    graph(region, 'DynamoDB: units per hour', unitLines(names), { periodSeconds: 3600, stacked: true }),
    graph(
      region,
      'Logs: bytes per hour',
      functions.map(({ name }) =>
        awsMetric('AWS/Logs', 'IncomingBytes', { LogGroupName: toLogGroup(name) }, { label: name }),
      ),
      { periodSeconds: 3600, stacked: true },
    ),
    graph(
      region,
      'Stored results, bytes',
      [
        awsMetric(
          'AWS/S3',
          'BucketSizeBytes',
          { BucketName: names.resultsBucket, StorageType: 'StandardStorage' },
          { label: 'results and inputs' },
        ),
      ],
      { stat: 'Average', periodSeconds: 86_400 },
    ),
  ]
}

const edgeOf = ({ distributionId }: Names) => ({ DistributionId: distributionId, Region: 'Global' })

const gbSecondLines = (settings: Settings): Line[] => {
  const durations = functions.map((fn, index) =>
    awsMetric(
      'AWS/Lambda',
      'Duration',
      { FunctionName: toName(fn.name) },
      { id: `d${index}`, visible: false },
    ),
  )
  const sum = functions
    .map((fn, index) => `FILL(d${index}, 0) * ${memoryMbOf(fn, settings) / 1024}`)
    .join(' + ')
  return [
    ...durations,
    computed(`(${sum}) / 1000`, { id: 'gbs', label: 'GB-seconds' }),
    computed(`gbs * ${usdPerGbSecond}`, { label: 'USD', yAxis: 'right' }),
  ]
}

const unitLines = (names: Names): Line[] =>
  Object.entries(tablesOf(names)).flatMap(([label, TableName]) => [
    awsMetric('AWS/DynamoDB', 'ConsumedWriteCapacityUnits', { TableName }, { label: `${label} writes` }),
    awsMetric('AWS/DynamoDB', 'ConsumedReadCapacityUnits', { TableName }, { label: `${label} reads` }),
  ])
