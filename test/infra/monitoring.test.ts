import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLogger } from '../../lib/base/logger.ts'
import { type MetricName, metrics, namespace } from '../../lib/core/telemetry/metrics.ts'
import { requestLog } from '../../lib/http/request-log.ts'
import { type AwsNamespace, awsMetrics } from '../../stacks/monitoring/aws-metrics.ts'
import { readGraph } from './read-graph.ts'
import { productionEnvironment } from './setup.ts'
import { createStack, statementsOf } from './stack.ts'

interface Used {
  /** Who uses it. */
  by: string
  namespace: string
  name: string
  dimensions: Record<string, string>
}

interface Widget {
  type: string
  x: number
  y: number
  width: number
  height: number
  properties: Record<string, unknown>
}

const stack = createStack(await readGraph())
const alarms = stack.all('cloudwatch/metricAlarm')
const dashboard = stack.one('cloudwatch/dashboard', 'Dashboard').inputs
const widgets = JSON.parse(String(dashboard['dashboardBody'])).widgets as Widget[]
const runbook = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operate', 'runbook.md'), 'utf8')

const toAlarmMetric = (by: string, source: Record<string, unknown>): Used => ({
  by,
  namespace: String(source['namespace']),
  name: String(source['metricName']),
  dimensions: (source['dimensions'] ?? {}) as Record<string, string>,
})

const metricsOfAlarm = ({ name, inputs }: (typeof alarms)[number]): Used[] => {
  const queries = inputs['metricQueries'] as { metric?: Record<string, unknown> }[] | undefined
  if (!queries) return [toAlarmMetric(name, inputs)]
  return queries.flatMap(({ metric }) => (metric ? [toAlarmMetric(name, metric)] : []))
}

/** `SEARCH('{Stillframe,queue,stage} MetricName="QueueWait" stage="x"', 'p95', 300)`: dimensions without a value are included. */
const toSearched = (by: string, expression: string): Used[] => {
  const [, schema = '', terms = ''] = /SEARCH\('\{([^}]*)\} ([^']*)'/.exec(expression) ?? []
  if (!schema) return []
  const [searched = '', ...names] = schema.split(',')
  const given = Object.fromEntries(
    [...terms.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  )
  const dimensions = Object.fromEntries(names.map((name) => [name, given[name] ?? '*']))
  return [{ by, namespace: searched, name: String(given['MetricName']), dimensions }]
}

const metricsOfWidget = ({ properties }: Widget): Used[] => {
  const by = String(properties['title'])
  return ((properties['metrics'] ?? []) as unknown[][]).flatMap((line) => {
    const [first] = line
    if (typeof first === 'object') return toSearched(by, String((first as { expression: string }).expression))
    const [metricNamespace, name, ...rest] = line.filter((part) => typeof part === 'string')
    const pairs = Array.from({ length: rest.length / 2 }, (_, index) => rest.slice(2 * index, 2 * index + 2))
    return [
      {
        by,
        namespace: String(metricNamespace),
        name: String(name),
        dimensions: Object.fromEntries(pairs) as Record<string, string>,
      },
    ]
  })
}

const drawn = widgets.flatMap(metricsOfWidget)
const watched = alarms.flatMap(metricsOfAlarm)

test('alarms and widgets use metrics that are emitted, with those dimensions', () => {
  for (const { by, ...used } of [...watched, ...drawn]) {
    const names = Object.keys(used.dimensions).sort()
    expect(Object.values(used.dimensions), by).not.toContain('undefined')
    if (used.namespace === namespace) {
      expect(Object.keys(metrics), by).toContain(used.name)
      expect(used.dimensions['stage'], by).toBe('production')
      expect(names, by).toEqual(['stage', ...metrics[used.name as MetricName].dimensions].sort())
    } else {
      const known = awsMetrics[used.namespace as AwsNamespace]
      expect(known.names, by).toContain(used.name)
      const sets = known.dimensions.map((set) => [...set].sort().join())
      expect(sets, by).toContain(names.join())
    }
  }
})

test('every metric that the code emits is in a widget', () => {
  const names = new Set(drawn.filter((used) => used.namespace === namespace).map(({ name }) => name))
  expect([...names].sort()).toEqual(Object.keys(metrics).sort())
})

test('every listed AWS metric is in use and has its documentation', () => {
  const used = new Set([...watched, ...drawn].map((metric) => `${metric.namespace} ${metric.name}`))
  for (const [awsNamespace, { names, source }] of Object.entries(awsMetrics)) {
    expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//)
    for (const name of names) expect(used).toContain(`${awsNamespace} ${name}`)
  }
})

const resourceNames = new Map([
  ['FunctionName', stack.all('lambda/function').map(({ inputs }) => inputs['name'])],
  ['QueueName', stack.all('sqs/queue').map(({ inputs }) => inputs['name'])],
  ['TableName', stack.all('dynamodb/table').map(({ id }) => id)],
  [
    'GlobalSecondaryIndexName',
    stack
      .all('dynamodb/table')
      .flatMap(({ inputs }) =>
        ((inputs['globalSecondaryIndexes'] ?? []) as { name: string }[]).map(({ name }) => name),
      ),
  ],
  ['BucketName', stack.all('s3/bucket').map(({ id }) => id)],
  ['ScheduleGroup', stack.all('scheduler/scheduleGroup').map(({ inputs }) => inputs['name'])],
  ['DistributionId', stack.all('cloudfront/distribution').map(({ id }) => id)],
  ['ApiName', stack.all('apigateway/restApi').map(({ name, inputs }) => inputs['name'] ?? name)],
  ['LogGroupName', stack.all('cloudwatch/logGroup').map(({ inputs }) => inputs['name'])],
])

/** Dimensions of AWS metrics that name no resource. */
const freeDimensions = new Set(['Region', 'Stage', 'StorageType'])

test('alarms and widgets name resources that exist', () => {
  const used = [...watched, ...drawn].filter((metric) => metric.namespace !== namespace)
  for (const { by, dimensions } of used)
    for (const [dimension, value] of Object.entries(dimensions))
      if (!freeDimensions.has(dimension))
        expect(resourceNames.get(dimension), `${by}: ${dimension}`).toContain(value)
})

test('the bytes of logs include every function', () => {
  const groups = drawn
    .filter(({ name }) => name === 'IncomingBytes')
    .map(({ dimensions }) => dimensions['LogGroupName'])
  const functions = stack.all('lambda/function').map(({ inputs }) => `/aws/lambda/${inputs['name']}`)
  expect(groups.toSorted()).toEqual(functions.toSorted())
})

test('every queue’s dead letters have an alarm', () => {
  const queues = stack.all('sqs/queue').map(({ inputs }) => String(inputs['name']))
  for (const name of queues.filter((queue) => queue.includes('DeadLetters')))
    expect(watched.map(({ dimensions }) => dimensions['QueueName'])).toContain(name)
})

const runbookLink = / https:\/\/render\.example\.com\/docs\/operate\/runbook#([a-z0-9-]+) /

test('an alarm links a section of the stage’s runbook and its dashboard', () => {
  const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  )
  for (const { inputs } of alarms) {
    const description = String(inputs['alarmDescription'])
    expect(headings, description).toContain(runbookLink.exec(description)?.[1])
    expect(description).toContain(
      'https://eu-central-1.console.aws.amazon.com/cloudwatch/home?region=eu-central-1#dashboards/dashboard/stillframe-production-eu-central-1',
    )
    // The longest description that CloudWatch accepts.
    expect(description.length).toBeLessThanOrEqual(1024)
  }
})

test('an alarm notifies the topic of its region when it begins and ends', () => {
  for (const { name, inputs } of alarms) {
    const topic = stack.one('sns/topic', name === 'Edge5xxAlarm' ? 'EdgeAlarms' : 'Alarms').id
    expect([name, inputs['alarmActions'], inputs['okActions']]).toEqual([name, [topic], [topic]])
  }
})

test('an alarm is accepted by CloudWatch', () => {
  for (const { name, inputs } of alarms) {
    const queries = (inputs['metricQueries'] ?? []) as Record<string, unknown>[]
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-data-queries.html
    const sources = queries.filter(({ metric }) => metric)
    expect(sources.length, name).toBeLessThanOrEqual(10)
    const periods = new Set(sources.map(({ metric }) => (metric as { period: number }).period))
    expect(periods.size, name).toBeLessThanOrEqual(1)
    expect(queries.filter(({ returnData }) => returnData)).toHaveLength(queries.length > 0 ? 1 : 0)
    for (const { id } of queries) expect(id).toMatch(/^[a-z][a-zA-Z0-9_]*$/)
    for (const { expression } of queries)
      for (const [id] of String(expression ?? '').matchAll(/\b[a-z]\w*/g))
        expect(queries.map((query) => query['id'])).toContain(id)
    // A day at most in all, and an hour each (API_PutMetricAlarm).
    const [period = inputs['period']] = periods
    expect(Number(period) * Number(inputs['evaluationPeriods']), name).toBeLessThanOrEqual(86_400)
    expect(Number(inputs['datapointsToAlarm'])).toBeLessThanOrEqual(Number(inputs['evaluationPeriods']))
  }
})

test('docs/operate/cost.md counts the alarms and their metrics', () => {
  const cost = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operate', 'cost.md'), 'utf8')
  expect(cost).toContain(`Alarms: ${alarms.length}, on ${watched.length} metrics`)
})

test('the concurrency alarm fires at 80 % of the account’s quota', () => {
  expect(stack.one('cloudwatch/metricAlarm', 'ConcurrencyAlarm').inputs).toMatchObject({
    metricName: 'ConcurrentExecutions',
    threshold: 800,
  })
})

test('missing data is healthy, except for the sweep and the canary', () => {
  const silent = alarms.filter(({ inputs }) => inputs['treatMissingData'] !== 'notBreaching')
  expect(silent.map(({ name }) => name).sort()).toEqual(['CanaryFailsAlarm', 'SweepStoppedAlarm'])
})

/** Sections of the runbook that no alarm names. */
const withoutAlarm = [
  'Every render fails after the first deployment',
  'Attempts to reach internal targets',
  'Queries',
]

test('every other section of the runbook belongs to an alarm', () => {
  const sections = [...runbook.matchAll(/^## (.+)$/gm)].map(([, text]) => text)
  const used = new Set(alarms.map(({ inputs }) => runbookLink.exec(String(inputs['alarmDescription']))?.[1]))
  expect(sections).toEqual(expect.arrayContaining(withoutAlarm))
  expect(sections).toHaveLength(used.size + withoutAlarm.length)
})

test.each(['Alarms', 'EdgeAlarms'])(
  'only CloudWatch of this account may publish to %s, and the email address is subscribed',
  (topic) => {
    const [statement, ...others] = statementsOf(
      stack.one('sns/topicPolicy', `${topic}Policy`).inputs['policy'],
    )
    expect(others).toEqual([])
    expect(statement).toMatchObject({
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Condition: { StringEquals: { 'aws:SourceAccount': '123456789012' } },
    })
    expect(stack.one('sns/topicSubscription', `${topic}Email`).inputs).toMatchObject({
      protocol: 'email',
      endpoint: productionEnvironment.ALARM_EMAIL,
    })
  },
)

test('requests that API Gateway refuses for their rate are counted, and responses of functions are not', () => {
  const { pattern, metricTransformation } = stack.one('cloudwatch/logMetricFilter', 'GatewayThrottles').inputs
  expect(metricTransformation).toMatchObject({
    name: 'GatewayThrottles',
    namespace,
    dimensions: { stage: '$.stage' },
  })
  const { accessLogSettings } = stack.one('apigateway/stage', 'ApiStage').inputs
  const format = JSON.parse((accessLogSettings as { format: string }).format) as Record<string, string>
  // What the pattern reads must be in the log, without quotation marks in the values.
  const read = [...String(pattern).matchAll(/\$\.(\w+)/g)].map(([, field = '']) => format[field])
  expect(read).toEqual(['$context.status', '$context.integration.status'])
  expect(format['stage']).toBe('$context.stage')
})

test('a budget of the setting warns before and when it is spent', () => {
  const { limitAmount, notifications } = stack.one('budgets/budget', 'Budget').inputs
  expect(limitAmount).toBe('500')
  expect(notifications).toEqual([
    expect.objectContaining({ notificationType: 'ACTUAL', threshold: 80 }),
    expect.objectContaining({ notificationType: 'FORECASTED', threshold: 100 }),
  ])
})

test('the queries of the runbook are saved with log groups that exist', () => {
  const queries = stack.all('cloudwatch/queryDefinition')
  const listed = [...runbook.matchAll(/^\| ([A-Z])\. (.*?) \|/gm)].map(
    ([, letter, name]) => `${letter} ${name}`,
  )
  expect(queries.map(({ inputs }) => inputs['name']).sort()).toEqual(
    listed.map((name) => `stillframe-production-queries/${name}`),
  )
  const referred = new Set([...runbook.matchAll(/[Qq]uery ([A-Z])\b/g)].map(([, letter]) => letter))
  for (const letter of referred) expect(listed.map((name) => name[0])).toContain(letter)
  for (const { inputs } of queries) {
    const groups = inputs['logGroupNames'] as string[]
    expect(groups.length).toBeGreaterThan(0)
    // The most that a query reads: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatchlogs_limits.html
    expect(groups.length).toBeLessThanOrEqual(50)
    for (const group of groups) expect(resourceNames.get('LogGroupName')).toContain(group)
  }
})

const loggedFields = async () => {
  const lines: object[] = []
  const log = { ...silentLogger, info: (fields: object) => void lines.push(fields) }
  const { before, after } = requestLog('tasks', { log, metrics: { publish: () => {} }, nowMs: () => 0 })
  const request = {
    event: { headers: {} },
    context: {},
    response: { statusCode: 200, headers: {}, body: '' },
  } as never
  await before?.(request)
  await after?.(request)
  return lines.flatMap((line) => Object.keys(line))
}

test('the dashboard queries logs by fields of the request log', async () => {
  const fields = await loggedFields()
  const queries = widgets
    .filter(({ type }) => type === 'log')
    .map(({ properties }) => String(properties['query']))
  expect(queries.length).toBeGreaterThan(0)
  for (const query of queries) {
    expect(query).toContain('filter message = "request"')
    for (const field of ['account', 'outcome', 'status']) {
      expect(query).toContain(field)
      expect(fields).toContain(field)
    }
  }
})
