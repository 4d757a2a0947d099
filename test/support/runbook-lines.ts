import type { SQSRecord } from 'aws-lambda'
import {
  BrowserLostError,
  InternalError,
  InvalidSignatureError,
  PageTimeoutError,
} from '../../lib/base/errors.ts'
import type { Logger } from '../../lib/base/logger.ts'
import type { RenderReport } from '../../lib/core/telemetry/render-report.ts'
import type { CallContext } from '../../lib/http/call.ts'
import { requestLog } from '../../lib/http/request-log.ts'
import { createSweep } from '../../lib/jobs/sweep.ts'
import { createSweepSchedules } from '../../lib/jobs/tasks/sweep-schedules.ts'
import { silentMetrics } from '../../lib/metrics-publisher.ts'
import { createRenderConsumer } from '../../lib/queue/renders.ts'
import { createWebhookConsumer } from '../../lib/queue/webhooks.ts'
import type { LogLine } from './logs-insights.ts'

const startMs = Date.UTC(2026, 10, 22, 10)
const lines = new Map<string, LogLine>()

const add = (label: string, log: string, line: object) => {
  if (lines.has(label)) throw new Error(`There are two lines ${label}.`)
  lines.set(label, {
    '@message': JSON.stringify(line),
    '@log': `123456789012:/aws/lambda/stillframe-production-${log}`,
    '@timestamp': startMs + lines.size,
  })
}

/** Writes lines as the logger of lib/telemetry.ts does. The labels name them in their order. */
const recorder = (log: string, ...labels: string[]): Logger => {
  const write = (level: string) => (fields: object, message: string) =>
    add(labels.shift() ?? `unexpected ${message}`, log, {
      level,
      time: '2026-11-22T10:00:00.000Z',
      ...fields,
      message,
    })
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

const recordRequests = async () => {
  const log = recorder(
    'screenshot',
    'render',
    'wrong signature',
    'page timeout',
    'service error',
    'lost browser',
  )
  const { before, after, onError } = requestLog('screenshot', {
    log,
    metrics: silentMetrics,
    nowMs: () => startMs,
  })
  const call = async (end: typeof after, more: object, report: Partial<RenderReport> = {}) => {
    const context = {} as CallContext
    const request = { context, response: undefined, error: undefined, ...more } as never
    await before?.(request)
    context.call.account = { id: 'acct' } as never
    context.call.report.phasesMs = {
      launch: 40,
      navigate: 800,
      wait: 0,
      settle: 90,
      capture: 120,
      encode: 30,
    }
    Object.assign(context.call.report, report)
    await end?.(request)
  }
  await call(after, { response: { statusCode: 200, headers: {}, body: '' } })
  await call(onError, { error: new InvalidSignatureError('The signature does not match.') })
  const timeout = { error: new PageTimeoutError('The page took too long.') }
  await call(onError, timeout, { blockedTargets: { link_local: 2 } })
  await call(onError, {
    error: new InternalError('Retry.', { cause: new Error('AccessDenied: dynamodb:GetItem') }),
  })
  await call(onError, { error: new BrowserLostError('Lost.', { cause: new Error('prctl failed') }) })
}

const recordOf = (id: string, message: object) =>
  ({
    messageId: id,
    receiptHandle: id,
    body: JSON.stringify(message),
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(startMs - 500) },
  }) as SQSRecord

const context = { getRemainingTimeInMillis: () => 100_000 }

const recordMessages = async () => {
  const common = { changeVisibility: async () => {}, metrics: silentMetrics, nowMs: () => startMs }
  const outcomes = [
    { outcome: 'done' },
    {
      outcome: 'retry',
      retrySeconds: 5,
      cause: new BrowserLostError('The browser stopped during the render. Send it again.'),
    },
    { outcome: 'failed', record: { error: { code: 'page_timeout' } } },
  ]
  const renders = createRenderConsumer({
    ...common,
    queue: 'render',
    log: recorder('render-worker', 'background render', 'background retry', 'background failure'),
    perform: async ({ id }) => outcomes[Number(id)] as never,
    runTask: async () => ({ outcome: 'gone' }) as never,
  })
  const request = (requestId: string) =>
    recordOf(requestId, { kind: 'request', accountId: 'acct', requestId })
  await renders({ Records: ['0', '1', '2'].map(request) }, context)
  const deadRenders = createRenderConsumer({
    ...common,
    queue: 'render-dead-letters',
    log: recorder('render-dead-letters', 'dead letter error'),
    perform: () => Promise.reject(new Error('ProvisionedThroughputExceeded')),
    runTask: async () => ({ outcome: 'gone' }) as never,
  })
  await deadRenders({ Records: [request('3')] }, context)
  const webhookOutcomes = [
    { outcome: 'delivered' },
    { outcome: 'retry', retrySeconds: 300 },
    { outcome: 'early', retrySeconds: 9 },
  ]
  const webhooks = createWebhookConsumer({
    ...common,
    queue: 'webhook',
    log: recorder('webhook-worker', 'webhook delivered', 'webhook retried', 'webhook early'),
    handle: async ({ id }) => webhookOutcomes[Number(id)] as never,
  })
  const Records = webhookOutcomes.map((_, id) =>
    recordOf(String(id), { accountId: 'acct', requestId: String(id) }),
  )
  await webhooks({ Records }, context)
}

const recordSweep = async () => {
  const fails = () => Promise.reject(new Error('TimeoutError'))
  const sweepRequests = createSweep({
    requests: {
      listOpen: async (kind: string) => (kind === 'queued' ? [{ id: 'r', accountId: 'acct' }] : []),
      find: fails,
      moveOpen: fails,
    },
    log: recorder('sweep', 'not swept', 'not postponed'),
    nowMs: () => startMs,
  } as never)
  const requests = await sweepRequests()
  const sweepSchedules = createSweepSchedules({
    tasks: { listScheduled: async function* () {} },
    schedules: {
      nameOf: String,
      list: async function* () {
        yield { taskId: 7, name: 'orphan', createdMs: 0 }
      },
    },
    reconcileSchedules: fails,
    log: recorder('sweep', 'schedules not repaired'),
    nowMs: () => startMs,
  } as never)
  // The last line of functions/queues/sweep.ts.
  recorder('sweep', 'sweep').info({ requests, schedules: await sweepSchedules(), totalMs: 3 }, 'sweep')
}

/**
 * Lambda's own lines with the log format JSON, as in AWS's documentation
 * (https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html, https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html).
 */
const recordPlatform = () => {
  const time = '2026-11-22T10:00:00.000Z'
  const requestId = '6d68ca91-49c9-448d-89b8-7ca3e6dc66aa'
  const metrics = { durationMs: 693.92, billedDurationMs: 694, memorySizeMB: 3008, maxMemoryUsedMB: 840 }
  const platform = (label: string, log: string, event: string, record: object) =>
    add(label, log, { time, type: `platform.${event}`, record })
  platform('init start', 'pdf', 'initStart', {
    initializationType: 'on-demand',
    phase: 'init',
    runtimeVersion: 'nodejs:24.v3',
  })
  platform('init report', 'pdf', 'initReport', {
    initializationType: 'on-demand',
    phase: 'init',
    status: 'success',
    metrics: { durationMs: 125.33 },
  })
  platform('start', 'pdf', 'start', { requestId, version: '$LATEST' })
  platform('runtime done', 'pdf', 'runtimeDone', {
    requestId,
    status: 'timeout',
    metrics: { durationMs: 100_000 },
  })
  platform('successful report', 'pdf', 'report', { requestId, status: 'success', metrics })
  platform('timeout', 'pdf', 'report', {
    requestId,
    status: 'timeout',
    metrics: { ...metrics, durationMs: 100_000 },
  })
  platform('out of memory', 'pdf', 'report', {
    requestId,
    status: 'error',
    errorType: 'Runtime.OutOfMemory',
    metrics: { ...metrics, maxMemoryUsedMB: 3008 },
  })
  platform('sweep timeout', 'sweep', 'report', { requestId, status: 'timeout', metrics })
  add('uncaught exception', 'sweep', {
    timestamp: time,
    level: 'ERROR',
    requestId,
    message: { errorType: 'TypeError', errorMessage: 'x is undefined', stackTrace: [] },
  })
  add('metric', 'pdf', {
    _aws: { Timestamp: startMs, CloudWatchMetrics: [] },
    stage: 'production',
    Requests: 1,
  })
}

/** Lines of lib/render/browser/browser-host.ts and functions/browser.ts, which need a browser. */
const recordBrowsers = () => {
  const log = recorder('pdf', 'lost browser process', 'environment replaced')
  log.info(
    { processId: 9, renders: 3, reason: 'ended', stderr: 'prctl(PR_SET_NO_NEW_PRIVS) failed' },
    'browser recycled',
  )
  log.error({ reason: 'launches' }, 'environment replaced')
}

/** Writes the lines that the queries of docs/operate/runbook.md find or pass over, by their labels. */
export const recordLogLines = async (): Promise<ReadonlyMap<string, LogLine>> => {
  await recordRequests()
  await recordMessages()
  await recordSweep()
  recordPlatform()
  recordBrowsers()
  return lines
}
