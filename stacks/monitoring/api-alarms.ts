import { renderOperationIds } from '../../lib/schema/render-operations.ts'
import { toName } from '../names.ts'
import {
  type Alarm,
  awsMetric,
  fourInAnHour,
  minute,
  over,
  serviceMetric,
  sumOf,
  type Value,
} from './alarm.ts'
import type { AwsDimensions } from './aws-metrics.ts'
import { type MonitoredNames, tablesOf, urgentFunctions } from './monitored-names.ts'

/**
 * Returns the alarms of requests to the API, and of the limits of Lambda and DynamoDB.
 * @param executionsMax the account's quota of concurrent executions
 */
export const apiAlarms = (names: MonitoredNames<Value>, executionsMax: $util.Output<number>): Alarm[] => [
  apiDown(names),
  apiErrors(names),
  fewApiErrors(names),
  ...renderOperationIds.map(slowRender),
  throttles(),
  concurrency(executionsMax),
  tableThrottles(names),
  indexThrottles(names),
]

/** Says early that everything fails. With less traffic, the next alarm does. */
const apiDown = (names: MonitoredNames<Value>): Alarm => ({
  name: 'ApiDown',
  meaning: 'For two minutes, more than half of the responses, and at least three a minute, were 5xx.',
  section: 'api-5xx',
  sources: responsesOf(names),
  expression: 'IF(errors >= 3, 100 * errors / responses, 0)',
  periodSeconds: minute,
  periods: [2, 2],
  threshold: 50,
  ...over,
})

/** "API 5xx": the gateway also counts what our code cannot report: a function that ran out of memory or time, or failed to start. */
const apiErrors = (names: MonitoredNames<Value>): Alarm => ({
  name: 'Api5xx',
  meaning: 'Within five minutes, more than 1 % of the responses and at least three were 5xx.',
  section: 'api-5xx',
  sources: responsesOf(names),
  // A single error during low traffic should not page anyone.
  expression: 'IF(errors >= 3, 100 * errors / responses, 0)',
  periodSeconds: 5 * minute,
  periods: [1, 1],
  threshold: 1,
  ...over,
})

/** With much traffic, 1 % is many callers. */
const fewApiErrors = (names: MonitoredNames<Value>): Alarm => ({
  name: 'Api5xxLongTerm',
  meaning: 'Within an hour, more than 0.2 % of the responses and at least ten were 5xx.',
  section: 'api-5xx',
  sources: responsesOf(names),
  expression: 'IF(errors >= 10, 100 * errors / responses, 0)',
  periodSeconds: 60 * minute,
  periods: [1, 1],
  threshold: 0.2,
  ...over,
})

const responsesOf = ({ apiName }: MonitoredNames<Value>) => {
  const api = { ApiName: apiName, Stage: $app.stage }
  return {
    errors: awsMetric('AWS/ApiGateway', '5XXError', api, 'Sum'),
    // The number of its values is the number of responses.
    responses: awsMetric('AWS/ApiGateway', 'Count', api, 'SampleCount'),
  }
}

/**
 * A screencast's own time is mostly its duration, which the caller sets. A snapshot makes several outputs. The other operations should add
 * less than 5 s to the page's time.
 */
const ownSecondsMax = { screenshot: 8, scrape: 8, pdf: 8, snapshot: 15, screencast: 30 }

const slowRender = (operation: (typeof renderOperationIds)[number]): Alarm => ({
  name: `Slow${operation[0]?.toUpperCase()}${operation.slice(1)}`,
  meaning: `The p95 of the service's own time for the operation ${operation} is above ${ownSecondsMax[operation]} s.`,
  section: 'slow-renders',
  sources: { own: serviceMetric('OwnDuration', { operation }, 'p95') },
  ...fourInAnHour,
  threshold: ownSecondsMax[operation] * 1000,
  ...over,
})

const throttles = (): Alarm => {
  const sources = Object.fromEntries(
    urgentFunctions.map((name, index) => [
      `f${index}`,
      awsMetric('AWS/Lambda', 'Throttles', { FunctionName: toName(name) }, 'Sum'),
    ]),
  )
  return {
    name: 'Throttles',
    meaning: 'Lambda throttles functions. The concurrency of the account or of a function is used up.',
    section: 'throttles',
    sources,
    expression: sumOf(sources),
    threshold: 0,
    periodSeconds: minute,
    periods: [3, 5],
    ...over,
  }
}

const concurrency = (executionsMax: $util.Output<number>): Alarm => ({
  name: 'Concurrency',
  meaning: 'The functions of the AWS account use more than 80 % of its concurrent executions in this region.',
  section: 'throttles',
  sources: { used: awsMetric('AWS/Lambda', 'ConcurrentExecutions', {}, 'Maximum') },
  threshold: executionsMax.apply((quota) => 0.8 * quota),
  periodSeconds: minute,
  periods: [5, 5],
  ...over,
})

const dynamoThrottles = (
  name: string,
  what: string,
  dimensions: readonly AwsDimensions<'AWS/DynamoDB', Value>[],
): Alarm => {
  const metrics = dimensions.flatMap((dimension) =>
    (['WriteThrottleEvents', 'ReadThrottleEvents'] as const).map((metric) =>
      awsMetric('AWS/DynamoDB', metric, dimension, 'Sum'),
    ),
  )
  const sources = Object.fromEntries(metrics.map((metric, index) => [`t${index}`, metric]))
  return {
    name,
    meaning: `DynamoDB has throttled ${what} in two of three periods of five minutes.`,
    section: 'table-throttles',
    sources,
    expression: sumOf(sources),
    threshold: 0,
    periodSeconds: 5 * minute,
    periods: [2, 3],
    ...over,
  }
}

const tableThrottles = (names: MonitoredNames<Value>) =>
  dynamoThrottles(
    'TableThrottles',
    'a table',
    Object.values(tablesOf(names)).map((TableName) => ({ TableName })),
  )

/** An index has its own metrics. If its writes are throttled, those of its table are too, but the table's metrics do not say why. */
const indexThrottles = ({ requestsTable, tasksTable }: MonitoredNames<Value>) =>
  dynamoThrottles('IndexThrottles', 'an index', [
    { TableName: requestsTable, GlobalSecondaryIndexName: 'open' },
    { TableName: tasksTable, GlobalSecondaryIndexName: 'byAccount' },
  ])
