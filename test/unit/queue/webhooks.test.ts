import type { SQSRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import type { RequestKey } from '../../../lib/core/requests/request-record.ts'
import { silentMetrics } from '../../../lib/core/telemetry/metrics-publisher.ts'
import type { MessageResult } from '../../../lib/jobs/message.ts'
import { createWebhookConsumer } from '../../../lib/queue/webhooks.ts'

const record = (messageId: string, body: unknown) =>
  ({
    messageId,
    receiptHandle: `handle of ${messageId}`,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: '0' },
  }) as SQSRecord

const consume = async (records: SQSRecord[], handle: (key: RequestKey) => Promise<MessageResult>) => {
  const hidden: [string, number][] = []
  const lines: Record<string, unknown>[] = []
  const note = (fields: Record<string, unknown>) => void lines.push(fields)
  const consumer = createWebhookConsumer({
    queue: 'webhook',
    handle,
    changeVisibility: async (handleOf, seconds) => void hidden.push([handleOf, seconds]),
    log: { ...silentLogger, info: note, error: note },
    metrics: silentMetrics,
    nowMs: () => 0,
  })
  const result = await consumer(
    { Records: records },
    { awsRequestId: 'one', getRemainingTimeInMillis: () => 30_000 },
  )
  return { failed: result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), hidden, lines }
}

const message = (requestId: string) => ({ accountId: 'acct', requestId })

test('a pending webhook is hidden until its next attempt; every other message is deleted', async () => {
  const { failed, hidden, lines } = await consume(
    [record('1', message('late')), record('2', message('over')), record('3', message('broken'))],
    async ({ id }) => {
      if (id === 'broken') throw new Error('no table')
      return id === 'late' ? { outcome: 'retry', retrySeconds: 300 } : { outcome: 'delivered' }
    },
  )
  expect(failed.sort()).toEqual(['1', '3'])
  expect(hidden).toContainEqual(['handle of 1', 300])
  expect(lines).toContainEqual(
    expect.objectContaining({ account: 'acct', requestId: 'late', outcome: 'retry', retrySeconds: 300 }),
  )
})

test.each(['{', 'null', '[]', '{"accountId":"acct"}', '{"accountId":1,"requestId":"x"}', '"x"'])(
  'the message %j is dropped',
  async (body) => {
    const { failed, lines } = await consume([record('1', body)], async () => {
      throw new Error('handled')
    })
    expect(failed).toEqual([])
    expect(lines).toEqual([expect.objectContaining({ outcome: 'malformed' })])
  },
)

test('a slow receiver does not delay the others of its batch', async () => {
  const others = Promise.withResolvers<void>()
  const { failed } = await consume(
    [record('1', message('slow')), record('2', message('quick'))],
    async ({ id }) => {
      // Waits for the next one: one after the other would never end.
      if (id === 'slow') await others.promise
      else others.resolve()
      return { outcome: 'delivered' }
    },
  )
  expect(failed).toEqual([])
})
