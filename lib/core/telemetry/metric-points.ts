import type { BlockedTargets } from '../network/blocked-targets.ts'
import {
  type MetricName,
  type MetricPoint,
  type MissingProtection,
  metrics,
  type Outcome,
  point,
  type RecycleReason,
} from './metrics.ts'

const refusals = new Set([401, 402, 403, 423, 429])

export const toOutcome = (status: number): Outcome => {
  if (status >= 500) return 'service'
  if (refusals.has(status)) return 'refused'
  return status >= 400 ? 'caller' : 'ok'
}

/** Codes of background requests that the service itself failed: the 500 errors of errors.ts, and the sweep's codes. */
const ownFailures = new Set(['internal_error', 'browser_lost', 'expired'])

type PhasesMs = Readonly<Partial<Record<string, number>>>

/** `navigate` → `NavigateDuration` */
const toMetricName = (phase: string) => `${phase[0]?.toUpperCase()}${phase.slice(1)}Duration`

const isMetric = (name: string): name is MetricName => Object.hasOwn(metrics, name)

const durationOf = (operation: string, name: string, ms: number): MetricPoint[] =>
  isMetric(name) ? [{ name, dimensions: { operation }, value: Math.max(0, ms) }] : []

/** Durations of a successful render. OwnDuration excludes the time of the page and the caller, so an alarm on it points at the service. */
const renderPoints = (operation: string, totalMs: number, phasesMs: PhasesMs): MetricPoint[] => [
  ...durationOf(operation, 'TotalDuration', totalMs),
  ...durationOf(operation, 'OwnDuration', totalMs - (phasesMs['navigate'] ?? 0) - (phasesMs['wait'] ?? 0)),
  ...Object.entries(phasesMs).flatMap(([phase, ms]) => durationOf(operation, toMetricName(phase), ms ?? 0)),
]

const coldStart = (handler: string, kind: string, isCold: boolean) =>
  isCold ? [point('ColdStarts', { handler, kind })] : []

const blockedPoints = (targets: BlockedTargets = {}): MetricPoint[] =>
  Object.entries(targets).map(([kind, count]) => point('BlockedTargets', { kind }, count))

/** The fields of a request's log line. */
export interface RequestFacts {
  /** Name of the function. Known before the operation is. */
  handler: string
  operation: string
  status: number
  /** Code of the error, or `ok`. */
  outcome: string
  totalMs: number
  /** Of access and of the render. */
  phasesMs: PhasesMs
  coldEnvironment: boolean
  coldBrowser: boolean
  blockedTargets?: BlockedTargets | undefined
  cache: 'hit' | 'miss' | undefined
}

export const requestPoints = (facts: RequestFacts): MetricPoint[] => {
  const { handler, operation, status, cache } = facts
  const outcome = toOutcome(status)
  return [
    point('Requests', { operation, outcome }),
    ...(outcome === 'refused' ? [point('Refusals', { reason: facts.outcome })] : []),
    ...(cache ? [point('CacheAnswers', { operation, result: cache })] : []),
    ...coldStart(handler, 'environment', facts.coldEnvironment),
    ...coldStart(handler, 'browser', facts.coldBrowser),
    ...blockedPoints(facts.blockedTargets),
    ...(outcome === 'ok' ? requestDurations(facts) : []),
  ]
}

const requestDurations = ({ operation, status, totalMs, phasesMs, cache }: RequestFacts): MetricPoint[] => {
  if (status === 202) return durationOf(operation, 'AcceptedDuration', totalMs)
  if (cache === 'hit') return durationOf(operation, 'CachedDuration', totalMs)
  const { access, ...render } = phasesMs
  if (Object.keys(render).length > 0) return renderPoints(operation, totalMs, phasesMs)
  return [
    ...durationOf(operation, 'TotalDuration', totalMs),
    ...durationOf(operation, 'AccessDuration', access ?? 0),
  ]
}

/** The fields of a message's log line, for every queue. */
export interface MessageFacts {
  queue: string
  outcome: string
  receiveCount: number
  /** From sending to this delivery. */
  waitedMs: number
  coldEnvironment: boolean
}

/** The queue that a dead letter comes from. */
const origins: Readonly<Record<string, string>> = {
  'render-dead-letters': 'render',
  'webhook-dead-letters': 'webhook',
}

/** `retry`: the work failed and is retried. `error`: the handler threw. A message that is early or leased has not failed. */
const failures = new Set(['retry', 'error'])

export const messagePoints = (facts: MessageFacts): MetricPoint[] => {
  const { queue, outcome, receiveCount, waitedMs } = facts
  const origin = origins[queue]
  return [
    point('Messages', { queue, outcome }),
    ...(receiveCount === 1 && !origin ? [point('QueueWait', { queue }, Math.max(0, waitedMs))] : []),
    ...(failures.has(outcome) ? [point('Retries', { queue })] : []),
    ...(origin ? [point('DeadLetters', { queue: origin })] : []),
    ...coldStart(queue, 'environment', facts.coldEnvironment),
  ]
}

/** The fields that a worker logs for a background request. */
export interface BackgroundFacts {
  /** Name of the queue. */
  handler: string
  outcome: string
  operation: string | undefined
  /** Code of the error that it ended with. */
  reason: string | undefined
  totalMs: number
  phasesMs: PhasesMs
  coldBrowser: boolean
  blockedTargets?: BlockedTargets | undefined
}

export const backgroundPoints = (facts: BackgroundFacts): MetricPoint[] => {
  const { handler, operation, outcome, phasesMs } = facts
  const cold = [...coldStart(handler, 'browser', facts.coldBrowser), ...blockedPoints(facts.blockedTargets)]
  if (operation === undefined) return cold
  if (outcome === 'failed')
    return [...cold, point('BackgroundRequests', { operation, outcome: toReasonOutcome(facts.reason) })]
  if (outcome !== 'done') return cold
  const isRendered = Object.keys(phasesMs).length > 0
  return [
    ...cold,
    point('BackgroundRequests', { operation, outcome: 'ok' }),
    ...(isRendered ? renderPoints(operation, facts.totalMs, phasesMs) : []),
  ]
}

const toReasonOutcome = (reason: string | undefined): Outcome =>
  reason === undefined || ownFailures.has(reason) ? 'service' : 'caller'

const deliveryResults: Readonly<Record<string, string>> = {
  delivered: 'delivered',
  retry: 'retried',
  failed: 'failed',
}

/** Returns no points for a message that was too early or had nothing to deliver. */
export const deliveryPoints = (outcome: string, isUpload: boolean): MetricPoint[] => {
  const result = deliveryResults[outcome]
  return result ? [point(isUpload ? 'UploadResults' : 'WebhookResults', { result })] : []
}

export const taskPoints = (outcome: string): MetricPoint[] => [point('TaskRuns', { outcome })]

export const recyclePoints = (reason: RecycleReason): MetricPoint[] => [point('BrowserRecycles', { reason })]

export const missingProtectionPoints = (kind: MissingProtection): MetricPoint[] => [
  point('MissingProtections', { kind }),
]

/** Totals of the parts of a sweep; undefined if the part failed. */
interface SweepFacts {
  requests:
    | {
        expired: number
        webhooksSent: number
        webhooksGivenUp: number
        uploadsGivenUp: number
        errors: number
      }
    | undefined
  schedules: { repaired: number; left: number } | undefined
  baselines: { kept: number; errors: number } | undefined
}

export const sweepPoints = ({ requests, schedules, baselines }: SweepFacts): MetricPoint[] => {
  const counts = {
    expired: requests?.expired ?? 0,
    webhook_sent: requests?.webhooksSent ?? 0,
    webhook_given_up: requests?.webhooksGivenUp ?? 0,
    upload_given_up: requests?.uploadsGivenUp ?? 0,
    error: requests?.errors ?? 0,
    schedule_repaired: schedules?.repaired ?? 0,
    schedule_left: schedules?.left ?? 0,
    baseline_kept: baselines?.kept ?? 0,
    baseline_left: baselines?.errors ?? 0,
  }
  const endings = Object.entries(counts).flatMap(([kind, count]) =>
    count > 0 ? [point('SweepEndings', { kind }, count)] : [],
  )
  const failed = (name: 'WebhookResults' | 'UploadResults', count: number) =>
    count > 0 ? [point(name, { result: 'failed' }, count)] : []
  return [
    ...endings,
    ...failed('WebhookResults', counts.webhook_given_up),
    ...failed('UploadResults', counts.upload_given_up),
  ]
}
