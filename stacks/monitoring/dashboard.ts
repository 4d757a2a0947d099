import { apiFunctions, functions } from '../../infra/functions.ts'
import { renderOperationIds } from '../../lib/schema/render-operations.ts'
import { toLogGroup, toName } from '../names.ts'
import type { Settings } from '../settings.ts'
import { cost } from './cost-widgets.ts'
import { type MonitoredNames, tablesOf } from './monitored-names.ts'
import {
  awsMetric,
  computed,
  dimension,
  graph,
  heading,
  type Line,
  layOut,
  serviceMetric,
  serviceMetricByValue,
  table,
  type Widget,
} from './widgets.ts'

type Names = MonitoredNames<string>

/** Ordered as an on-call engineer needs it: availability, latency, affected customers, backlog, cost. */
export const describeDashboard = (
  names: Names,
  { alarmArns, runbookUrl }: { alarmArns: readonly string[]; runbookUrl: string },
  settings: Settings,
) => ({
  // Graphs of a service with little traffic show lines, not dots.
  periodOverride: 'inherit',
  // Each refresh of a table reads all log lines of this time. At 10 million renders a day, an hour costs 0.01 USD for each table.
  start: '-PT1H',
  widgets: layOut([
    heading(`# Availability\n[Runbook](${runbookUrl}). API Gateway counts what the functions cannot report.`),
    ...availability(names, alarmArns),
    heading('# Latency\n*Own* is without the navigation and waiting that page and caller decide on.'),
    ...latency(names),
    heading(
      '# Affected customers\n*caller*: a wrong request or page; *refused*: not allowed for the account; *service*: our failures.',
    ),
    ...affectedCustomers(names),
    heading('# Backlog\nA webhook that waits for its next attempt is in flight, not visible.'),
    ...backlog(names),
    heading('# Cost\nPrices and formulas: `docs/operate/cost.md`.'),
    ...cost(names, settings),
  ]),
})

const availability = ({ region, apiName, distributionId }: Names, alarmArns: readonly string[]): Widget[] => {
  const api = { ApiName: apiName, Stage: $app.stage }
  // CloudFront's metrics are in us-east-1, regardless of where it serves.
  const edge = { DistributionId: distributionId, Region: 'Global' }
  return [
    { type: 'alarm', width: 24, height: 3, properties: { title: 'Alarms', alarms: alarmArns } },
    graph(region, 'API responses', [
      awsMetric('AWS/ApiGateway', 'Count', api, { label: 'all', stat: 'SampleCount' }),
      awsMetric('AWS/ApiGateway', '4XXError', api, { label: '4xx' }),
      awsMetric('AWS/ApiGateway', '5XXError', api, { label: '5xx' }),
    ]),
    graph(
      region,
      '5xx, % of responses',
      [
        awsMetric('AWS/ApiGateway', '5XXError', api, { id: 'errors', visible: false }),
        awsMetric('AWS/ApiGateway', 'Count', api, { id: 'responses', stat: 'SampleCount', visible: false }),
        computed('100 * errors / responses', { label: '5xx %' }),
      ],
      { unit: '%' },
    ),
    graph(region, 'The canary, and requests that API Gateway refused', [
      serviceMetricByValue('CanaryRenders', { stat: 'Sum', label: dimension('outcome') }),
      serviceMetric('GatewayThrottles', {}, { label: 'refused for the rate of a path' }),
    ]),
    graph(
      'us-east-1',
      'Edge: errors, % of requests',
      [
        awsMetric('AWS/CloudFront', '5xxErrorRate', edge, { label: '5xx' }),
        awsMetric('AWS/CloudFront', '4xxErrorRate', edge, { label: '4xx' }),
      ],
      { stat: 'Average', unit: '%' },
    ),
  ]
}

const perOperation = (name: 'OwnDuration' | 'TotalDuration', stat: string) =>
  renderOperationIds.map((operation) =>
    serviceMetric(name, { operation }, { stat, label: `${operation} ${stat}` }),
  )

const phases = (operation: string): Line[] => [
  serviceMetric('AccessDuration', { operation }, { label: 'access' }),
  serviceMetric('LaunchDuration', { operation }, { label: 'launch' }),
  serviceMetric('NavigateDuration', { operation }, { label: 'navigate' }),
  serviceMetric('WaitDuration', { operation }, { label: 'wait' }),
  serviceMetric('SettleDuration', { operation }, { label: 'settle' }),
  serviceMetric('CaptureDuration', { operation }, { label: 'capture' }),
  serviceMetric('EncodeDuration', { operation }, { label: 'encode' }),
]

const latency = ({ region, apiName }: Names): Widget[] => [
  graph(region, 'Own time of renders, p95', perOperation('OwnDuration', 'p95'), { unit: 'ms' }),
  graph(region, 'Own time of renders, median', perOperation('OwnDuration', 'p50'), { unit: 'ms' }),
  graph(region, 'Total time of renders, p95', perOperation('TotalDuration', 'p95'), { unit: 'ms' }),
  ...renderOperationIds.map((operation) =>
    graph(region, `Phases of a ${operation}, average`, phases(operation), {
      stat: 'Average',
      stacked: true,
      unit: 'ms',
      width: 6,
    }),
  ),
  graph(
    region,
    'Requests without a render, p95',
    [
      serviceMetricByValue('CachedDuration', { stat: 'p95', label: `cached ${dimension('operation')}` }),
      serviceMetricByValue('AcceptedDuration', { stat: 'p95', label: `accepted ${dimension('operation')}` }),
      awsMetric(
        'AWS/ApiGateway',
        'Latency',
        { ApiName: apiName, Stage: $app.stage },
        { stat: 'p50', label: 'API Gateway, median of all' },
      ),
    ],
    { unit: 'ms' },
  ),
  graph(
    region,
    'Time in the queue, p95',
    [serviceMetricByValue('QueueWait', { stat: 'p95', label: dimension('queue') })],
    { unit: 'ms' },
  ),
  graph(region, 'Cold starts', [
    serviceMetricByValue('ColdStarts', {
      stat: 'Sum',
      label: `${dimension('handler')} ${dimension('kind')}`,
    }),
  ]),
]

const failuresByAccount =
  'filter message = "request" and status >= 500 | stats count(*) as failures, latest(outcome) as code by account, operation | sort failures desc | limit 20'

const refusalsByAccount =
  'filter message = "request" and status in [402, 423, 429] | stats count(*) as refused by account, outcome | sort refused desc | limit 20'

const affectedCustomers = ({ region }: Names): Widget[] => {
  const logGroups = apiFunctions.map(({ name }) => toLogGroup(name))
  return [
    graph(region, 'Requests by outcome', [
      serviceMetricByValue('Requests', {
        stat: 'Sum',
        label: `${dimension('operation')} ${dimension('outcome')}`,
      }),
    ]),
    graph(region, 'Service errors by operation', [
      serviceMetricByValue('Requests', { stat: 'Sum', outcome: 'service', label: dimension('operation') }),
      serviceMetricByValue('BackgroundRequests', {
        stat: 'Sum',
        outcome: 'service',
        label: `background ${dimension('operation')}`,
      }),
    ]),
    table(region, 'Accounts with service errors', { logGroups, query: failuresByAccount }),
    graph(region, 'Background requests by outcome', [
      serviceMetricByValue('BackgroundRequests', {
        stat: 'Sum',
        label: `${dimension('operation')} ${dimension('outcome')}`,
      }),
    ]),
    graph(region, 'Refusals: rate, quota, plan, key', [
      serviceMetricByValue('Refusals', { stat: 'Sum', label: dimension('reason') }),
    ]),
    table(region, 'Accounts with refused requests', { logGroups, query: refusalsByAccount }),
    graph(region, 'Webhooks and uploads', [
      serviceMetricByValue('WebhookResults', { stat: 'Sum', label: `webhook ${dimension('result')}` }),
      serviceMetricByValue('UploadResults', { stat: 'Sum', label: `upload ${dimension('result')}` }),
    ]),
    graph(region, 'Task runs', [
      serviceMetricByValue('TaskRuns', { stat: 'Sum', label: dimension('outcome') }),
    ]),
  ]
}

const queueLines = (label: string, QueueName: string): Line[] => [
  awsMetric('AWS/SQS', 'ApproximateNumberOfMessagesVisible', { QueueName }, { label: `${label} visible` }),
  awsMetric(
    'AWS/SQS',
    'ApproximateNumberOfMessagesNotVisible',
    { QueueName },
    { label: `${label} in flight` },
  ),
]

const backlog = (names: Names): Widget[] => {
  const { region } = names
  const age = (label: string, QueueName: string) =>
    awsMetric('AWS/SQS', 'ApproximateAgeOfOldestMessage', { QueueName }, { label })
  const perFunction = (name: 'Errors' | 'Throttles' | 'ConcurrentExecutions') =>
    functions.map((fn) =>
      awsMetric('AWS/Lambda', name, { FunctionName: toName(fn.name) }, { label: fn.name }),
    )
  return [
    graph(
      region,
      'Age of the oldest message',
      [age('render', names.renderQueue), age('webhook', names.webhookQueue)],
      { stat: 'Maximum', periodSeconds: 60, unit: 's' },
    ),
    graph(
      region,
      'Messages in the queues',
      [...queueLines('render', names.renderQueue), ...queueLines('webhook', names.webhookQueue)],
      { stat: 'Maximum', periodSeconds: 60 },
    ),
    graph(region, 'Dead letters', deadLetterLines(names), { stat: 'Maximum' }),
    graph(region, 'Deliveries by outcome', [
      serviceMetricByValue('Messages', {
        stat: 'Sum',
        label: `${dimension('queue')} ${dimension('outcome')}`,
      }),
      serviceMetricByValue('Retries', { stat: 'Sum', label: `retries of ${dimension('queue')}` }),
    ]),
    graph(region, 'The sweep', [
      serviceMetricByValue('SweepEndings', { stat: 'Sum', label: dimension('kind') }),
      awsMetric('AWS/Lambda', 'Invocations', { FunctionName: toName('sweep') }, { label: 'runs' }),
    ]),
    graph(region, 'Task schedules', scheduleLines(names)),
    graph(region, 'Function errors', perFunction('Errors')),
    graph(region, 'Throttled functions', perFunction('Throttles')),
    graph(region, 'Concurrent functions', perFunction('ConcurrentExecutions'), {
      stat: 'Maximum',
      stacked: true,
    }),
    graph(region, 'Discarded browsers by reason', [
      serviceMetricByValue('BrowserRecycles', { stat: 'Sum', label: dimension('reason') }),
    ]),
    graph(region, 'Workers that replaced themselves by reason', [
      serviceMetricByValue('WorkerReplacements', { stat: 'Sum', label: dimension('reason') }),
    ]),
    graph(region, 'Environments without a protection', [
      serviceMetricByValue('MissingProtections', { stat: 'Sum', label: dimension('kind') }),
    ]),
    graph(region, 'Blocked attempts to reach internal targets', [
      serviceMetricByValue('BlockedTargets', { stat: 'Sum', label: dimension('kind') }),
    ]),
    graph(region, 'Throttled tables', throttledTables(names)),
  ]
}

const deadLetterLines = (names: Names): Line[] => {
  const waiting = (label: string, QueueName: string) =>
    awsMetric('AWS/SQS', 'ApproximateNumberOfMessagesVisible', { QueueName }, { label: `${label} waiting` })
  const taken = (label: string, QueueName: string) =>
    awsMetric('AWS/SQS', 'NumberOfMessagesReceived', { QueueName }, { stat: 'Sum', label: `${label} taken` })
  return [
    waiting('render', names.renderDeadLetters),
    waiting('webhook', names.webhookDeadLetters),
    waiting('schedule', names.scheduleDeadLetters),
    taken('render', names.renderDeadLetters),
    taken('webhook', names.webhookDeadLetters),
    serviceMetricByValue('DeadLetters', { stat: 'Sum', label: `ended for ${dimension('queue')}` }),
  ]
}

const scheduleLines = ({ scheduleGroup }: Names): Line[] => {
  const group = { ScheduleGroup: scheduleGroup }
  return [
    awsMetric('AWS/Scheduler', 'InvocationAttemptCount', group, { label: 'attempts' }),
    awsMetric('AWS/Scheduler', 'TargetErrorCount', group, { label: 'refused by the queue' }),
    awsMetric('AWS/Scheduler', 'InvocationDroppedCount', group, { label: 'dropped' }),
    awsMetric('AWS/Scheduler', 'InvocationsFailedToBeSentToDeadLetterCount', group, { label: 'lost' }),
  ]
}

const throttledTables = (names: Names): Line[] =>
  Object.entries(tablesOf(names)).flatMap(([label, TableName]) => [
    awsMetric('AWS/DynamoDB', 'WriteThrottleEvents', { TableName }, { label: `${label} writes` }),
    awsMetric('AWS/DynamoDB', 'ReadThrottleEvents', { TableName }, { label: `${label} reads` }),
  ])
