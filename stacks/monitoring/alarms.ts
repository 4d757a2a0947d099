import { type DimensionsOf, type MetricName, namespace } from '../../lib/core/telemetry/metrics.ts'
import type { AwsDimensions, AwsMetricName, AwsNamespace } from './aws-metrics.ts'
import {
  type MonitoredNames,
  renderOperations,
  tablesOf,
  toFunctionName,
  urgentFunctions,
} from './monitored-names.ts'

type Value = $util.Input<string>

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
  /** Heading of docs/runbook.md. */
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

const serviceMetric = <Name extends MetricName>(
  metricName: Name,
  dimensions: DimensionsOf<Name>,
  stat: string,
): Source => ({ namespace, metricName, dimensions: { stage: $app.stage, ...dimensions }, stat })

const awsMetric = <Namespace extends AwsNamespace>(
  awsNamespace: Namespace,
  metricName: AwsMetricName<Namespace>,
  dimensions: AwsDimensions<Namespace, Value>,
  stat: string,
): Source => ({ namespace: awsNamespace, metricName, dimensions: { ...dimensions }, stat })

const over = { comparison: 'GreaterThanThreshold', missing: 'notBreaching' } as const

const minute = 60

/**
 * Four periods of five minutes within an hour. A bad hour of an account with a hundred renders a day, four in that hour, is an alarm.
 * Three slow renders are not. With much traffic the alarm fires after 20 minutes.
 */
const fourInAnHour = { periodSeconds: 5 * minute, periods: [4, 12] } as const

/** Metrics of an idle SQS queue and of EventBridge Scheduler can be 15 minutes late. A single period would be over before they arrive. */
const evenIfLate = { periodSeconds: 5 * minute, periods: [1, 4] } as const

/** @param executionsMax the account's quota of concurrent executions */
export const describeAlarms = (
  names: MonitoredNames<Value>,
  executionsMax: $util.Output<number>,
): Alarm[] => [
  apiErrors(names),
  ...renderOperations.map(slowRender),
  renderQueueAge(names),
  webhookQueueAge(names),
  webhookWait(),
  webhooksInFlight(names),
  deadLetters('Render', 'render', names.renderDeadLetters),
  deadLetters('Webhook', 'webhook', names.webhookDeadLetters),
  scheduleDeadLetters(names),
  schedulerFailures(names),
  sweepStopped(),
  throttles(),
  concurrency(executionsMax),
  tableThrottles(names),
  indexThrottles(names),
  backgroundFailures(),
]

/** The gateway also counts what our code cannot report: a function that ran out of memory or time, or failed to start. */
const apiErrors = ({ apiName }: MonitoredNames<Value>): Alarm => {
  const api = { ApiName: apiName, Stage: $app.stage }
  return {
    name: 'Api5xx',
    meaning: 'Within five minutes, more than 1 % of the responses and at least three were 5xx.',
    section: 'api-5xx',
    sources: {
      errors: awsMetric('AWS/ApiGateway', '5XXError', api, 'Sum'),
      responses: awsMetric('AWS/ApiGateway', 'Count', api, 'Sum'),
    },
    // A single error during low traffic should not page anyone.
    expression: 'IF(errors >= 3, 100 * errors / responses, 0)',
    periodSeconds: 5 * minute,
    periods: [1, 1],
    threshold: 1,
    ...over,
  }
}

/** A screencast's own time is mostly its duration, which the caller sets. The other operations should add less than 5 s to the page's time. */
const ownSecondsMax = { screenshot: 8, scrape: 8, pdf: 8, screencast: 30 }

const slowRender = (operation: (typeof renderOperations)[number]): Alarm => ({
  name: `Slow${operation[0]?.toUpperCase()}${operation.slice(1)}`,
  meaning: `The p95 of the service's own time for the operation ${operation} is above ${ownSecondsMax[operation]} s.`,
  section: 'slow-renders',
  sources: { own: serviceMetric('OwnDuration', { operation }, 'p95') },
  ...fourInAnHour,
  threshold: ownSecondsMax[operation] * 1000,
  ...over,
})

const renderQueueAge = ({ renderQueue }: MonitoredNames<Value>): Alarm => ({
  name: 'RenderQueueAge',
  meaning: 'An accepted request has waited for ten minutes without being rendered.',
  section: 'render-queue-age',
  sources: {
    age: awsMetric('AWS/SQS', 'ApproximateAgeOfOldestMessage', { QueueName: renderQueue }, 'Maximum'),
  },
  // Three attempts at the longest render, with the waits between them, end within this time.
  threshold: 10 * minute,
  periodSeconds: minute,
  periods: [5, 5],
  ...over,
})

/**
 * A webhook that is retried stays in the queue. SQS stops counting a message towards the age after its third receive, which is
 * due 35 min after the first. An older message was received less often, so the queue is not being consumed.
 */
const webhookQueueAge = ({ webhookQueue }: MonitoredNames<Value>): Alarm => ({
  name: 'WebhookQueueAge',
  meaning:
    'Webhooks are not being processed. The oldest is an hour old and has had fewer than three attempts.',
  section: 'webhook-queue-age',
  sources: {
    age: awsMetric('AWS/SQS', 'ApproximateAgeOfOldestMessage', { QueueName: webhookQueue }, 'Maximum'),
  },
  threshold: 60 * minute,
  periodSeconds: minute,
  periods: [5, 5],
  ...over,
})

const webhookWait = (): Alarm => ({
  name: 'WebhookWait',
  meaning: 'The p95 wait for the first attempt of a webhook is above five minutes.',
  section: 'webhook-queue-age',
  sources: { wait: serviceMetric('QueueWait', { queue: 'webhook' }, 'p95') },
  threshold: 5 * minute * 1000,
  ...fourInAnHour,
  ...over,
})

/** With 120,000 messages in flight, SQS delivers no more messages from the queue: docs/limits.md. */
const webhooksInFlight = ({ webhookQueue }: MonitoredNames<Value>): Alarm => ({
  name: 'WebhooksInFlight',
  meaning:
    'Webhooks that wait for their next attempt use three quarters of the messages that SQS allows in flight.',
  section: 'webhook-queue-age',
  sources: {
    hidden: awsMetric(
      'AWS/SQS',
      'ApproximateNumberOfMessagesNotVisible',
      { QueueName: webhookQueue },
      'Maximum',
    ),
  },
  threshold: 90_000,
  periodSeconds: 5 * minute,
  periods: [2, 2],
  ...over,
})

/** A function empties the queue immediately, so each single metric may miss a message. Together, the three do not. */
const deadLetters = (name: 'Render' | 'Webhook', queue: string, queueName: Value): Alarm => ({
  name: `${name}DeadLetters`,
  meaning: `The ${queue} queue moved a message to its dead-letter queue.`,
  section: `${queue}-dead-letters`,
  sources: {
    waiting: awsMetric('AWS/SQS', 'ApproximateNumberOfMessagesVisible', { QueueName: queueName }, 'Maximum'),
    taken: awsMetric('AWS/SQS', 'NumberOfMessagesReceived', { QueueName: queueName }, 'Sum'),
    ended: serviceMetric('DeadLetters', { queue }, 'Sum'),
  },
  expression: 'FILL(waiting, 0) + FILL(taken, 0) + FILL(ended, 0)',
  threshold: 0,
  ...evenIfLate,
  ...over,
})

const scheduleDeadLetters = ({ scheduleDeadLetters: queueName }: MonitoredNames<Value>): Alarm => ({
  name: 'ScheduleDeadLetters',
  meaning: 'EventBridge Scheduler could not deliver an invocation. A run of a task or a sweep is missing.',
  section: 'schedule-dead-letters',
  sources: {
    waiting: awsMetric('AWS/SQS', 'ApproximateNumberOfMessagesVisible', { QueueName: queueName }, 'Maximum'),
  },
  threshold: 0,
  periodSeconds: minute,
  periods: [1, 1],
  ...over,
})

const schedulerFailures = ({ scheduleGroup }: MonitoredNames<Value>): Alarm => {
  const group = { ScheduleGroup: scheduleGroup }
  return {
    name: 'SchedulerFailures',
    meaning: 'EventBridge Scheduler cannot send the runs of tasks to the render queue.',
    section: 'scheduler-failures',
    sources: {
      refused: awsMetric('AWS/Scheduler', 'TargetErrorCount', group, 'Sum'),
      dropped: awsMetric('AWS/Scheduler', 'InvocationDroppedCount', group, 'Sum'),
      lost: awsMetric('AWS/Scheduler', 'InvocationsFailedToBeSentToDeadLetterCount', group, 'Sum'),
    },
    expression: 'FILL(refused, 0) + FILL(dropped, 0) + FILL(lost, 0)',
    threshold: 0,
    ...evenIfLate,
    ...over,
  }
}

/** The sweep is the last safeguard against lost requests, so missing data is an alarm too. */
const sweepStopped = (): Alarm => {
  const fn = { FunctionName: toFunctionName('sweep') }
  return {
    name: 'SweepStopped',
    meaning: 'The sweep, which runs every five minutes, has not succeeded for 15 minutes.',
    section: 'sweep-stopped',
    sources: {
      runs: awsMetric('AWS/Lambda', 'Invocations', fn, 'Sum'),
      errors: awsMetric('AWS/Lambda', 'Errors', fn, 'Sum'),
    },
    expression: 'runs - FILL(errors, 0)',
    threshold: 1,
    periodSeconds: 15 * minute,
    periods: [1, 1],
    comparison: 'LessThanThreshold',
    missing: 'breaching',
  }
}

const throttles = (): Alarm => {
  const sources = Object.fromEntries(
    urgentFunctions.map((name, index) => [
      `f${index}`,
      awsMetric('AWS/Lambda', 'Throttles', { FunctionName: toFunctionName(name) }, 'Sum'),
    ]),
  )
  return {
    name: 'Throttles',
    meaning: 'Lambda throttles functions. The concurrency of the account or of a function is used up.',
    section: 'throttles',
    sources,
    expression: Object.keys(sources)
      .map((id) => `FILL(${id}, 0)`)
      .join(' + '),
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
    expression: Object.keys(sources)
      .map((id) => `FILL(${id}, 0)`)
      .join(' + '),
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

/** An index has metrics of its own. If its writes are throttled, those of its table are too, but the table's metrics do not say why. */
const indexThrottles = ({ requestsTable, tasksTable }: MonitoredNames<Value>) =>
  dynamoThrottles('IndexThrottles', 'an index', [
    { TableName: requestsTable, GlobalSecondaryIndexName: 'open' },
    { TableName: tasksTable, GlobalSecondaryIndexName: 'byAccount' },
  ])

const backgroundFailures = (): Alarm => {
  const sources = Object.fromEntries(
    renderOperations.map((operation) => [
      operation,
      serviceMetric('BackgroundRequests', { operation, outcome: 'service' }, 'Sum'),
    ]),
  )
  return {
    name: 'BackgroundFailures',
    meaning: 'Within 15 minutes, three accepted requests failed with a service error after all attempts.',
    section: 'background-failures',
    sources,
    expression: renderOperations.map((operation) => `FILL(${operation}, 0)`).join(' + '),
    threshold: 2,
    periodSeconds: 15 * minute,
    periods: [1, 1],
    ...over,
  }
}
