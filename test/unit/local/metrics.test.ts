import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { requestPoints } from '../../../lib/core/telemetry/metric-points.ts'
import { type MetricName, type MetricPoint, metrics, point } from '../../../lib/core/telemetry/metrics.ts'
import { createMetrics } from '../../../lib/telemetry.ts'
import { root } from '../../../local/bundles.ts'
import { toOtlpRequest } from '../../../local/metrics/otlp-json.ts'
import { toPrometheusText } from '../../../local/metrics/prometheus-text.ts'
import { createServiceMetrics, toPrometheusName } from '../../../local/metrics/service-metrics.ts'

/** The lines that a function writes for these points. */
const linesOf = (points: readonly MetricPoint[]): string[] => {
  const written: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(...String(chunk).trim().split('\n'))
    return true
  })
  onTestFinished(() => spy.mockRestore())
  createMetrics('local', silentLogger).publish(points)
  spy.mockRestore()
  return written
}

const renderQueue = async () => [{ labels: { queue: 'render', state: 'visible' }, value: 3 }]

const create = (queues = () => [renderQueue()], log: (line: string) => void = () => {}) =>
  createServiceMetrics(
    {
      queues,
      processes: () => [{ labels: { function: 'screenshot', state: 'idle' }, value: 1 }],
      waiting: () => [{ labels: { function: 'screenshot' }, value: 0 }],
      isReady: () => true,
      version: '1.2.3',
    },
    log,
  )

const record = (points: readonly MetricPoint[]) => {
  const service = create()
  for (const line of linesOf(points)) expect(service.record(line)).toBe(true)
  return service
}

const samplesOf = async (service: ReturnType<typeof create>) =>
  toPrometheusText(await service.collect())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

const rendered = requestPoints({
  handler: 'screenshot',
  operation: 'screenshot',
  status: 200,
  outcome: 'ok',
  totalMs: 812,
  phasesMs: { access: 4, navigate: 300 },
  coldEnvironment: false,
  coldBrowser: true,
  cache: 'miss',
})

test('the lines for CloudWatch become counters and histograms with the same dimensions', async () => {
  const samples = await samplesOf(record([...rendered, ...rendered]))
  expect(samples).toEqual(
    expect.arrayContaining([
      'stillframe_requests_total{operation="screenshot",outcome="ok"} 2',
      'stillframe_cache_answers_total{operation="screenshot",result="miss"} 2',
      'stillframe_cold_starts_total{handler="screenshot",kind="browser"} 2',
      'stillframe_total_duration_seconds_bucket{operation="screenshot",le="0.5"} 0',
      'stillframe_total_duration_seconds_bucket{operation="screenshot",le="1"} 2',
      'stillframe_total_duration_seconds_bucket{operation="screenshot",le="+Inf"} 2',
      'stillframe_total_duration_seconds_sum{operation="screenshot"} 1.624',
      'stillframe_total_duration_seconds_count{operation="screenshot"} 2',
      'stillframe_navigate_duration_seconds_bucket{operation="screenshot",le="0.25"} 0',
      'stillframe_queue_messages{queue="render",state="visible"} 3',
      'stillframe_build_info{version="1.2.3"} 1',
      'stillframe_ready 1',
    ]),
  )
})

test('counters whose labels have few values begin with 0, so a rate sees the first failure', async () => {
  const service = create()
  const samples = await samplesOf(service)
  expect(samples).toEqual(
    expect.arrayContaining([
      'stillframe_requests_total{operation="screenshot",outcome="service"} 0',
      'stillframe_requests_total{operation="mcp",outcome="refused"} 0',
      'stillframe_background_requests_total{operation="pdf",outcome="service"} 0',
      'stillframe_dead_letters_total{queue="webhook"} 0',
      'stillframe_retries_total{queue="render"} 0',
      'stillframe_missing_protections_total{kind="browser"} 0',
      'stillframe_browser_recycles_total{reason="memory"} 0',
      'stillframe_webhook_results_total{result="failed"} 0',
      'stillframe_upload_results_total{result="failed"} 0',
    ]),
  )
  for (const line of linesOf(everyStart)) service.record(line)
  // Each value has one series, which the line of a function continues.
  const later = await samplesOf(service)
  expect(later).toHaveLength(samples.length)
  expect(later.filter((sample) => sample.startsWith('stillframe_dead_letters_total'))).toEqual([
    'stillframe_dead_letters_total{queue="render"} 1',
    'stillframe_dead_letters_total{queue="webhook"} 0',
  ])
})

const everyStart = [
  point('Requests', { operation: 'screenshot', outcome: 'service' }),
  point('DeadLetters', { queue: 'render' }),
  point('MissingProtections', { kind: 'node' }),
]

test('several values of one line are counted separately, a bound belongs to its bucket', async () => {
  const waits = [5, 5_000, 90_000_000].map((ms) => point('QueueWait', { queue: 'webhook' }, ms))
  const samples = await samplesOf(record(waits))
  const bucketOf = (le: string) => `stillframe_queue_wait_seconds_bucket{queue="webhook",le="${le}"}`
  expect(samples).toEqual(
    expect.arrayContaining([
      `${bucketOf('0.005')} 1`,
      `${bucketOf('5')} 2`,
      `${bucketOf('21600')} 2`,
      `${bucketOf('+Inf')} 3`,
    ]),
  )
})

test('every metric has a family with its meaning, in the form that Prometheus recommends', async () => {
  const service = create()
  const text = toPrometheusText(await service.collect())
  for (const name of Object.keys(metrics) as MetricName[])
    expect(text).toContain(`# HELP ${toPrometheusName(name)} ${metrics[name].meaning.slice(0, 20)}`)
  expect(toPrometheusName('OwnDuration')).toBe('stillframe_own_duration_seconds')
  expect(new Set(service.names()).size).toBe(service.names().length)
  for (const name of service.names()) expect(name).toMatch(/^(?:stillframe|process)_[a-z_]+[a-z]$/)
})

test('the JSON of OTLP has strings for 64-bit integers, numbers for enums, and names in lowerCamelCase', () => {
  const labels = { queue: 'webhook' }
  const attributes = [{ key: 'queue', value: { stringValue: 'webhook' } }]
  const help = 'Meaning.'
  const request = toOtlpRequest(
    [
      { name: 'stillframe_retries_total', help, type: 'counter', values: [{ labels, value: 2 }] },
      { name: 'stillframe_ready', help, type: 'gauge', values: [{ labels: {}, value: 1 }] },
      {
        ...{ name: 'stillframe_queue_wait_seconds', help, type: 'histogram', bounds: [0.5, 1] },
        values: [{ labels, counts: [3, 0, 1], sum: 7.5 }],
      },
      { name: 'stillframe_dead_letters_total', help, type: 'counter', values: [] },
    ],
    { 'service.name': 'stillframe' },
    { startMs: 1_793_000_000_000.7, nowMs: 1_793_000_060_123 },
  )
  const times = { startTimeUnixNano: '1793000000000000000', timeUnixNano: '1793000060123000000' }
  expect(request).toEqual({
    resourceMetrics: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'stillframe' } }] },
        scopeMetrics: [
          {
            scope: { name: 'stillframe' },
            metrics: [
              {
                ...{ name: 'stillframe_retries_total', description: help, unit: '1' },
                sum: {
                  ...{ aggregationTemporality: 2, isMonotonic: true },
                  dataPoints: [{ attributes, ...times, asDouble: 2 }],
                },
              },
              {
                ...{ name: 'stillframe_ready', description: help, unit: '1' },
                gauge: { dataPoints: [{ attributes: [], ...times, asDouble: 1 }] },
              },
              {
                ...{ name: 'stillframe_queue_wait_seconds', description: help, unit: 's' },
                histogram: {
                  aggregationTemporality: 2,
                  dataPoints: [
                    {
                      ...{ attributes, ...times, count: '4', sum: 7.5 },
                      ...{ bucketCounts: ['3', '0', '1'], explicitBounds: [0.5, 1] },
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  })
})

test('a queue that cannot be read is missing, counted and logged, and everything else is there', async () => {
  const logged: string[] = []
  const denied = async () => Promise.reject(new Error('arn:aws:iam::1:role/a is not authorized.'))
  const service = create(
    () => [denied(), renderQueue()],
    (line) => logged.push(line),
  )
  const samples = await samplesOf(service)
  expect(samples).toEqual(
    expect.arrayContaining([
      'stillframe_queue_messages{queue="render",state="visible"} 3',
      'stillframe_metric_errors_total{metric="stillframe_queue_messages"} 1',
      'stillframe_ready 1',
    ]),
  )
  expect(samples.join()).not.toContain('arn:')
  expect(logged).toEqual(['stillframe_queue_messages: Error: arn:aws:iam::1:role/a is not authorized.'])
})

test('a metric line that is cut or malformed is a line of the log', () => {
  const { record: recordLine } = create()
  const [line = ''] = linesOf(rendered)
  const cuts = [8, 30, line.length - 1].map((length) => line.slice(0, length))
  const shapes = ['{"_aws":null}', '{"_aws":{"CloudWatchMetrics":[{"Metrics":[null]}]}}', `${line}{"_aws":`]
  for (const text of [...cuts, ...shapes]) expect([text, recordLine(text)]).toEqual([text, false])
})

const dashboard = JSON.parse(readFileSync(join(root, 'infra', 'grafana-dashboard.json'), 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}

test('the dashboard for Grafana uses metrics that exist', async () => {
  const types = new Map(
    [...toPrometheusText(await create().collect()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(
      ([, name = '', type]) => [name, type],
    ),
  )
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThan(20)
  for (const expression of expressions)
    for (const [used] of expression.matchAll(/\b(?:stillframe|process)_\w+/g)) {
      const [, family = ''] = /^(\w+)_(?:bucket|sum|count)$/.exec(used) ?? []
      expect([used, types.get(family) === 'histogram' || types.has(used)]).toEqual([used, true])
    }
})

test('the dashboard for Grafana shows every metric of this service', () => {
  const text = JSON.stringify(dashboard)
  // API Gateway and the canary are on AWS only.
  const elsewhere = new Set<string>(['GatewayThrottles', 'CanaryRenders'])
  const here = (Object.keys(metrics) as MetricName[]).filter((name) => !elsewhere.has(name))
  expect(here.filter((name) => !text.includes(toPrometheusName(name)))).toEqual([])
})
