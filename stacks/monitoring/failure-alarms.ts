import { canary, functions, queueFunctions } from '../../infra/functions.ts'
import { renderOperationIds } from '../../lib/schema/render-operations.ts'
import { toName } from '../names.ts'
import { memoryMbOf, type Settings } from '../settings.ts'
import { type Alarm, awsMetric, minute, over, serviceMetric, sumOf, type Value } from './alarm.ts'
import { usdPerGbSecond } from './cost-widgets.ts'
import type { MonitoredNames } from './monitored-names.ts'

/** Returns the alarms of failures that neither 5xx responses nor waiting messages show, or show late. */
export const failureAlarms = (settings: Settings): Alarm[] => [
  functionErrors(),
  workersEnd(),
  recursionStopped(),
  workerErrors(),
  noSuccess(),
  gatewayThrottles(),
  canaryFails(),
  ...(settings.budgetUsd === undefined ? [] : [renderCost(settings.budgetUsd, settings)]),
]

/**
 * An alarm can have ten metrics, and there are more functions, so this is the metric of the whole region. API Gateway may count responses
 * whose status a gateway response changes as 4xx, and a function that ends early reaches callers only through such a response:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html
 */
const functionErrors = (): Alarm => ({
  name: 'FunctionErrors',
  meaning:
    'Within five minutes, more than 1 % of the invocations in this AWS account and region, and at least three, ended with an error.',
  section: 'function-errors',
  sources: {
    errors: awsMetric('AWS/Lambda', 'Errors', {}, 'Sum'),
    runs: awsMetric('AWS/Lambda', 'Invocations', {}, 'Sum'),
  },
  expression: 'IF(errors >= 3, 100 * errors / runs, 0)',
  threshold: 1,
  periodSeconds: 5 * minute,
  periods: [1, 1],
  ...over,
})

/**
 * A worker that ends gets its message again after the visibility timeout, at most 10 min later, and the second end can be 8 min after that, at the
 * end of the longest render. Two such ends within 20 min can be of one message. The age of a queue would show it late or never, because SQS
 * leaves out a message after three receives. A render worker whose browsers have left too many processes ends on purpose, some 50 times a day
 * of 300,000 renders. One that cannot start browsers is a fault.
 */
const workersEnd = (): Alarm => {
  const names = [...Object.values(queueFunctions), canary].map(({ name }) => name)
  const sources = Object.fromEntries(
    names.map((name, index) => [
      `f${index}`,
      awsMetric('AWS/Lambda', 'Errors', { FunctionName: toName(name) }, 'Sum'),
    ]),
  )
  return {
    name: 'WorkersEnd',
    meaning: 'Functions of the background work crashed or timed out twice within 20 minutes.',
    section: 'function-errors',
    sources: { ...sources, replaced: serviceMetric('WorkerReplacements', { reason: 'zombies' }, 'Sum') },
    expression: `${sumOf(sources)} - FILL(replaced, 0)`,
    threshold: 0,
    periodSeconds: minute,
    periods: [2, 20],
    ...over,
  }
}

/** Lambda does not start the function, so nothing else shows it: no log line, no error, and SQS keeps the message until it is too old. */
const recursionStopped = (): Alarm => ({
  name: 'RecursionStopped',
  meaning: 'Lambda took a chain of messages for an endless loop and no longer invokes the function for it.',
  section: 'recursion-stopped',
  sources: { dropped: awsMetric('AWS/Lambda', 'RecursiveInvocationsDropped', {}, 'Sum') },
  threshold: 0,
  periodSeconds: 5 * minute,
  periods: [1, 1],
  ...over,
})

const workerErrors = (): Alarm => {
  const queues = ['render', 'webhook', 'render-dead-letters', 'webhook-dead-letters']
  const sources = Object.fromEntries(
    queues.map((queue, index) => [
      `q${index}`,
      serviceMetric('Messages', { queue, outcome: 'error' }, 'Sum'),
    ]),
  )
  return {
    name: 'WorkerErrors',
    meaning: 'In three of ten minutes, background work failed with an unexpected error. It is retried.',
    section: 'worker-errors',
    sources,
    expression: sumOf(sources),
    threshold: 0,
    periodSeconds: minute,
    periods: [3, 10],
    ...over,
  }
}

/** A broken egress or DNS makes every render a 400. One customer with broken URLs does not: others still succeed. */
const noSuccess = (): Alarm => {
  const sourcesOf = (outcome: 'ok' | 'caller') =>
    Object.fromEntries(
      renderOperationIds.map((operation) => [
        `${operation}${outcome === 'ok' ? 'Ok' : 'Failed'}`,
        serviceMetric('Requests', { operation, outcome }, 'Sum'),
      ]),
    )
  const [ok, failed] = [sourcesOf('ok'), sourcesOf('caller')]
  return {
    name: 'NoSuccess',
    meaning: 'In two of three periods of five minutes, fewer than 30 % of at least 20 renders succeeded.',
    section: 'no-success',
    sources: { ...ok, ...failed },
    expression: `IF(${sumOf({ ...ok, ...failed })} >= 20, 100 * (${sumOf(failed)}) / (${sumOf({ ...ok, ...failed })}), 0)`,
    threshold: 70,
    periodSeconds: 5 * minute,
    periods: [2, 3],
    ...over,
  }
}

const gatewayThrottles = (): Alarm => ({
  name: 'GatewayThrottles',
  meaning:
    'In two of five minutes, API Gateway refused requests because all callers together exceeded the rate of a path.',
  section: 'gateway-throttles',
  sources: { refused: serviceMetric('GatewayThrottles', {}, 'Sum') },
  threshold: 0,
  periodSeconds: minute,
  periods: [2, 5],
  ...over,
})

/** Two periods, because a timer that runs a little late leaves one period without a run. */
const canaryFails = (): Alarm => ({
  name: 'CanaryFails',
  meaning:
    'For ten minutes, the demo page could not be rendered through the public URL, or the page of CANARY_URL not in the background.',
  section: 'canary-fails',
  sources: {
    ok: serviceMetric('CanaryRenders', { outcome: 'ok' }, 'Sum'),
    skipped: serviceMetric('CanaryRenders', { outcome: 'skipped' }, 'Sum'),
  },
  expression: 'FILL(ok, 0) + FILL(skipped, 0)',
  threshold: 1,
  periodSeconds: 5 * minute,
  periods: [2, 2],
  comparison: 'LessThanThreshold',
  missing: 'breaching',
})

/** Renders are most of the cost. At this rate the month's budget would be spent in half a month. */
const renderCost = (budgetUsd: number, settings: Settings): Alarm => {
  const rendering = functions.filter(({ renders }) => renders)
  const durations = Object.fromEntries(
    rendering.map(({ name }, index) => [
      `d${index}`,
      awsMetric('AWS/Lambda', 'Duration', { FunctionName: toName(name) }, 'Sum'),
    ]),
  )
  const gbSeconds = rendering
    .map((entry, index) => `FILL(d${index}, 0) * ${memoryMbOf(entry, settings) / 1024}`)
    .join(' + ')
  const hoursPerMonth = 730
  return {
    name: 'RenderCost',
    meaning: `Within an hour, renders cost more than twice the hourly share of BUDGET_USD (${budgetUsd}).`,
    section: 'render-cost',
    sources: durations,
    expression: `(${gbSeconds}) / 1000 * ${usdPerGbSecond}`,
    threshold: (2 * budgetUsd) / hoursPerMonth,
    periodSeconds: 60 * minute,
    periods: [1, 1],
    ...over,
  }
}

/** For us-east-1, where CloudFront's metrics are. It counts what never reaches the API, such as an origin that does not respond. */
export const edgeErrors = ({ distributionId }: MonitoredNames<Value>): Alarm => {
  const edge = { DistributionId: distributionId, Region: 'Global' }
  return {
    name: 'Edge5xx',
    meaning: 'Within five minutes, CloudFront returned more than 1 % and at least three 5xx.',
    section: 'edge-5xx',
    sources: {
      rate: awsMetric('AWS/CloudFront', '5xxErrorRate', edge, 'Average'),
      requests: awsMetric('AWS/CloudFront', 'Requests', edge, 'Sum'),
    },
    expression: 'IF(requests * rate / 100 >= 3, rate, 0)',
    threshold: 1,
    periodSeconds: 5 * minute,
    periods: [1, 1],
    ...over,
  }
}
