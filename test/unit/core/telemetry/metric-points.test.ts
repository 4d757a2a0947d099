import { describe, expect, test } from 'vitest'
import {
  type BackgroundFacts,
  backgroundPoints,
  deliveryPoints,
  type MessageFacts,
  messagePoints,
  missingProtectionPoints,
  type RequestFacts,
  recyclePoints,
  requestPoints,
  sweepPoints,
  taskPoints,
  toOutcome,
} from '../../../../lib/core/telemetry/metric-points.ts'
import { type MetricPoint, metrics, point } from '../../../../lib/core/telemetry/metrics.ts'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { errorReference } from '../../../../lib/schema/error-reference.ts'

const phasesMs = { launch: 10, navigate: 300, wait: 50, settle: 60, capture: 180, encode: 40 }

const request = (facts: Partial<RequestFacts> = {}) =>
  requestPoints({
    handler: 'screenshot',
    operation: 'screenshot',
    status: 200,
    outcome: 'ok',
    totalMs: 812,
    phasesMs: { access: 4, ...phasesMs },
    coldEnvironment: false,
    coldBrowser: false,
    cache: undefined,
    ...facts,
  })

const message = (facts: Partial<MessageFacts> = {}) =>
  messagePoints({
    queue: 'render',
    outcome: 'done',
    receiveCount: 1,
    waitedMs: 700,
    coldEnvironment: false,
    ...facts,
  })

const background = (facts: Partial<BackgroundFacts> = {}) =>
  backgroundPoints({
    handler: 'render',
    operation: 'pdf',
    outcome: 'done',
    reason: undefined,
    totalMs: 900,
    phasesMs,
    coldBrowser: false,
    ...facts,
  })

const swept = sweepPoints({
  requests: { expired: 1, webhooksSent: 2, webhooksGivenUp: 3, uploadsGivenUp: 5, errors: 4 },
  schedules: { repaired: 5, left: 6 },
  baselines: { kept: 7, errors: 8 },
})

const everyPoint = [
  ...request({ coldEnvironment: true, cache: 'miss', blockedTargets: { private: 3 } }),
  ...request({ cache: 'hit' }),
  ...request({ status: 202 }),
  ...request({ status: 429, outcome: 'rate_limited' }),
  ...message({ outcome: 'retry' }),
  ...message({ queue: 'webhook-dead-letters' }),
  ...background(),
  ...deliveryPoints('delivered', false),
  ...deliveryPoints('delivered', true),
  ...taskPoints('queued'),
  ...recyclePoints('memory'),
  ...missingProtectionPoints('browser'),
  ...swept,
  point('CanaryRenders', { outcome: 'ok' }),
  point('WorkerReplacements', { reason: 'zombies' }),
]

const names = (points: readonly MetricPoint[]) => points.map(({ name }) => name)
const valuesOf = (points: readonly MetricPoint[], wanted: string) =>
  points.filter(({ name }) => name === wanted).map(({ dimensions, value }) => [dimensions, value])

test('every metric of the table is emitted, and nothing else', () => {
  // A filter of the gateway's access log counts its throttles.
  const emitted = Object.keys(metrics).filter((name) => name !== 'GatewayThrottles')
  expect([...new Set(names(everyPoint))].sort()).toEqual(emitted.sort())
})

test('every metric has the dimensions of the table', () => {
  for (const { name, dimensions } of everyPoint)
    expect(Object.keys(dimensions).sort(), name).toEqual([...metrics[name].dimensions].sort())
})

test('no dimension contains an account, a request or a URL', () => {
  const dimensions = new Set(Object.values(metrics).flatMap((metric) => [...metric.dimensions]))
  expect([...dimensions].sort()).toEqual([
    'handler',
    'kind',
    'operation',
    'outcome',
    'queue',
    'reason',
    'result',
  ])
})

test.each([
  [200, 'ok'],
  [400, 'caller'],
  [401, 'refused'],
  [402, 'refused'],
  [403, 'refused'],
  [423, 'refused'],
  [429, 'refused'],
  [500, 'service'],
])('the status %i is of class %s', (status, outcome) => {
  expect(toOutcome(status)).toBe(outcome)
})

describe('a request', () => {
  test('that renders has the time of each phase, and the share of the service', () => {
    const points = request()
    const report = createRenderReport()
    report.phasesMs = phasesMs
    for (const [phase, ms] of Object.entries(report.phasesMs)) {
      const name = `${phase[0]?.toUpperCase()}${phase.slice(1)}Duration`
      expect(valuesOf(points, name)).toEqual([[{ operation: 'screenshot' }, ms]])
    }
    expect(valuesOf(points, 'TotalDuration')).toEqual([[{ operation: 'screenshot' }, 812]])
    expect(valuesOf(points, 'OwnDuration')).toEqual([[{ operation: 'screenshot' }, 812 - 300 - 50]])
  })

  test.each([
    { what: 'returned from the cache', facts: { cache: 'hit' as const }, name: 'CachedDuration' },
    { what: 'accepted for later', facts: { status: 202 }, name: 'AcceptedDuration' },
  ])('$what does not make renders look quick', ({ facts, name }) => {
    const points = request({ ...facts, phasesMs: { access: 4 } })
    expect(names(points).filter((found) => found.endsWith('Duration'))).toEqual([name])
  })

  test('that does not render has its whole time', () => {
    const points = request({ operation: 'devices', phasesMs: { access: 4 } })
    expect(valuesOf(points, 'TotalDuration')).toEqual([[{ operation: 'devices' }, 812]])
    expect(valuesOf(points, 'OwnDuration')).toEqual([])
  })

  test.each([400, 429, 500])('that ends with %i has no times', (status) => {
    const points = request({ status, outcome: 'x' })
    expect(names(points).filter((name) => name.endsWith('Duration'))).toEqual([])
  })

  test.each(['rate_limited', 'quota_exceeded'])('that is rejected has its reason: %s', (outcome) => {
    const status = outcome === 'rate_limited' ? 429 : 423
    expect(valuesOf(request({ status, outcome }), 'Refusals')).toEqual([[{ reason: outcome }, 1]])
  })

  test('counts a cold environment and a cold browser separately', () => {
    expect(valuesOf(request({ coldEnvironment: true, coldBrowser: true }), 'ColdStarts')).toEqual([
      [{ handler: 'screenshot', kind: 'environment' }, 1],
      [{ handler: 'screenshot', kind: 'browser' }, 1],
    ])
    expect(names(request())).not.toContain('ColdStarts')
  })
})

describe('a message', () => {
  test('waits until its first delivery, without the time while it is hidden', () => {
    expect(valuesOf(message(), 'QueueWait')).toEqual([[{ queue: 'render' }, 700]])
    expect(names(message({ receiveCount: 2 }))).not.toContain('QueueWait')
  })

  test.each([
    ['retry', true],
    ['error', true],
    ['leased', false],
    ['early', false],
    ['done', false],
  ])('with the outcome %s counts as a retry: %s', (outcome, isRetry) => {
    expect(names(message({ outcome })).includes('Retries')).toBe(isRetry)
  })

  test('of a dead-letter queue names the source queue', () => {
    const points = message({ queue: 'render-dead-letters' })
    expect(valuesOf(points, 'DeadLetters')).toEqual([[{ queue: 'render' }, 1]])
    expect(names(message())).not.toContain('DeadLetters')
  })
})

describe('a background request', () => {
  test('that is done has its times, unless it was cached', () => {
    expect(valuesOf(background(), 'BackgroundRequests')).toEqual([[{ operation: 'pdf', outcome: 'ok' }, 1]])
    expect(names(background())).toContain('OwnDuration')
    expect(names(background({ phasesMs: {} }))).toEqual(['BackgroundRequests'])
  })

  test('that failed is a failure of the service if its code has a status from 500 on', () => {
    for (const { code, statusCode } of errorReference) {
      const points = background({ outcome: 'failed', reason: code })
      const outcome = statusCode >= 500 ? 'service' : 'caller'
      expect(valuesOf(points, 'BackgroundRequests'), code).toEqual([[{ operation: 'pdf', outcome }, 1]])
    }
  })

  test.each(['retry', 'leased', 'ended', 'superseded'])('that is %s has not ended', (outcome) => {
    expect(background({ outcome })).toEqual([])
  })
})

test.each([
  ['delivered', 'delivered'],
  ['retry', 'retried'],
  ['failed', 'failed'],
])('a webhook or an upload that is %s counts as %s', (outcome, result) => {
  expect(valuesOf(deliveryPoints(outcome, false), 'WebhookResults')).toEqual([[{ result }, 1]])
  expect(deliveryPoints(outcome, true)).toEqual([point('UploadResults', { result })])
})

test.each(['early', 'leased', 'closed', 'absent'])('a webhook that is %s has no attempt', (outcome) => {
  expect(deliveryPoints(outcome, false)).toEqual([])
})

test('a sweep counts its repairs, and the abandoned webhooks and uploads as failed', () => {
  expect(valuesOf(swept, 'WebhookResults')).toEqual([[{ result: 'failed' }, 3]])
  expect(valuesOf(swept, 'UploadResults')).toEqual([[{ result: 'failed' }, 5]])
  const repairs = swept.filter(({ name }) => name === 'SweepEndings')
  expect(
    Object.fromEntries(repairs.map(({ dimensions, value }) => [Object.values(dimensions), value])),
  ).toEqual({
    expired: 1,
    webhook_sent: 2,
    webhook_given_up: 3,
    upload_given_up: 5,
    error: 4,
    schedule_repaired: 5,
    schedule_left: 6,
    baseline_kept: 7,
    baseline_left: 8,
  })
})

test('a sweep without repairs, or that failed, emits nothing', () => {
  const nothing = { expired: 0, webhooksSent: 0, webhooksGivenUp: 0, uploadsGivenUp: 0, errors: 0 }
  const baselines = { kept: 0, errors: 0 }
  expect(sweepPoints({ requests: nothing, schedules: { repaired: 0, left: 0 }, baselines })).toEqual([])
  expect(sweepPoints({ requests: undefined, schedules: undefined, baselines: undefined })).toEqual([])
})
