import type { SQSEvent, SQSRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import type { RequestRecord } from '../../../lib/core/requests/request-record.ts'
import type { MetricPoint } from '../../../lib/core/telemetry/metrics.ts'
import { createRenderConsumer, type RenderConsumerOptions } from '../../../lib/queue/renders.ts'
import { createWebhookConsumer } from '../../../lib/queue/webhooks.ts'

const event = (...messages: object[]): SQSEvent => ({
  Records: messages.map(
    (message, index) =>
      ({
        messageId: String(index),
        receiptHandle: '',
        body: JSON.stringify(message),
        attributes: { ApproximateReceiveCount: '1', SentTimestamp: '400' },
      }) as SQSRecord,
  ),
})

const context = { getRemainingTimeInMillis: () => 90_000 }

const listen = () => {
  const published: (readonly MetricPoint[])[] = []
  const common = {
    changeVisibility: async () => {},
    log: silentLogger,
    metrics: { publish: (points: readonly MetricPoint[]) => void published.push(points) },
    nowMs: () => 1000,
  }
  return { published, common }
}

const flat = (points: readonly MetricPoint[] = []) =>
  points.map(({ name, dimensions, value }) => [name, ...Object.values(dimensions), value].join(' '))

const request = { kind: 'request', accountId: 'acct', requestId: 'r' }
const task = { kind: 'task', accountId: 'acct', taskId: 7, scheduledTime: '2026-11-21T10:00:00Z' }
const record = { operation: 'pdf', attempts: 1 } as RequestRecord

test('a batch of webhooks publishes once, with each result', async () => {
  const { published, common } = listen()
  const outcomes = ['delivered', 'retry', 'early']
  const consume = createWebhookConsumer({
    ...common,
    queue: 'webhook',
    handle: async ({ id }) => ({ outcome: outcomes[Number(id)] ?? '', retrySeconds: 1 }),
  })
  await consume(event(...outcomes.map((_, id) => ({ accountId: 'acct', requestId: String(id) }))), context)
  expect(published).toHaveLength(1)
  expect(flat(published[0]).sort()).toEqual([
    'ColdStarts webhook environment 1',
    'Messages webhook delivered 1',
    'Messages webhook early 1',
    'Messages webhook retry 1',
    'QueueWait webhook 600',
    'QueueWait webhook 600',
    'QueueWait webhook 600',
    'Retries webhook 1',
    'WebhookResults delivered 1',
    'WebhookResults retried 1',
  ])
})

const render = async (message: object, changed: Partial<RenderConsumerOptions>) => {
  const { published, common } = listen()
  const consume = createRenderConsumer({
    ...common,
    queue: 'render',
    perform: async () => ({ outcome: 'done', record }),
    runTask: async () => ({ outcome: 'queued', key: { accountId: 'acct', id: 'run' } }),
    ...changed,
  })
  await consume(event(message), context)
  return flat(published[0])
}

test('a rendered request has its operation and its times', async () => {
  const points = await render(request, {
    perform: async (_key, { report }) => {
      report.phasesMs = { capture: 20 }
      report.coldBrowser = true
      return { outcome: 'done', record }
    },
  })
  expect(points).toEqual(
    expect.arrayContaining([
      'BackgroundRequests pdf ok 1',
      'CaptureDuration pdf 20',
      'ColdStarts render browser 1',
      'Messages render done 1',
    ]),
  )
})

test('a request that no worker could render is a dead letter, and a failure of the service', async () => {
  const points = await render(request, {
    queue: 'render-dead-letters',
    perform: async () => ({
      outcome: 'failed',
      record: { ...record, error: { code: 'internal_error', message: '' } },
    }),
  })
  expect(points).toContain('DeadLetters render 1')
  expect(points).toContain('BackgroundRequests pdf service 1')
})

test('a task’s run counts by its outcome, and its render separately', async () => {
  expect(await render(task, {})).toEqual(
    expect.arrayContaining(['TaskRuns queued 1', 'BackgroundRequests pdf ok 1']),
  )
  const skipped = await render(task, { runTask: async () => ({ outcome: 'disabled' }) })
  expect(skipped).toContain('TaskRuns disabled 1')
  expect(skipped.join()).not.toContain('BackgroundRequests')
})

test('a handler that throws counts as a retry', async () => {
  const perform = async () => {
    throw new Error('no table')
  }
  expect(await render(request, { perform })).toContain('Retries render 1')
})
