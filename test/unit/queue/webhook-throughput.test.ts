import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SQSRecord } from 'aws-lambda'
import { expect, test } from 'vitest'
import { queues } from '../../../infra/queues.ts'
import { silentLogger } from '../../../lib/base/logger.ts'
import { silentMetrics } from '../../../lib/core/telemetry/metrics-publisher.ts'
import { neededMs } from '../../../lib/jobs/deliver.ts'
import { createWebhookConsumer } from '../../../lib/queue/webhooks.ts'
import { inFakeTime } from '../../support/in-fake-time.ts'
import { nowMs } from '../../support/now.ts'
import { createRandom } from '../../support/random.ts'

const { batchSize, function: worker } = queues.webhook.consumer
const quickMs = 500
const neverMs = 15_000
const measuredMs = 1_200_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns how many webhooks one worker delivers in a second from a queue that is never empty. @param slow of a thousand receivers, so many never respond */
const measure = (slow: number) =>
  inFakeTime(async () => {
    const random = createRandom(slow)
    let ids = 0
    const next = () => {
      ids += 1
      const body = JSON.stringify({ accountId: 'acct', requestId: `${ids}` })
      const attributes = { ApproximateReceiveCount: '1', SentTimestamp: '0' }
      return { messageId: `${ids}`, receiptHandle: `${ids}`, body, attributes } as SQSRecord
    }
    const consume = createWebhookConsumer({
      queue: 'webhook',
      async handle() {
        await wait(random(1000) < slow ? neverMs : quickMs)
        return { outcome: 'delivered' }
      },
      changeVisibility: async () => {},
      more: { receive: async () => next(), remove: async () => {}, places: batchSize, neededMs },
      log: silentLogger,
      metrics: silentMetrics,
      nowMs,
    })
    const startMs = nowMs()
    while (nowMs() < startMs + measuredMs) {
      const endsMs = nowMs() + worker.timeoutSeconds * 1000
      const Records = Array.from({ length: batchSize }, next)
      await consume({ Records }, { awsRequestId: 'one', getRemainingTimeInMillis: () => endsMs - nowMs() })
    }
    return (ids * 1000) / (nowMs() - startMs)
  })

test('slow receivers occupy places of a worker, not the worker: docs/operate/limits.md has its webhooks a second', async () => {
  const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'operate', 'limits.md')
  const rows: string[] = []
  for (const slow of [0, 10, 50, 75]) {
    const rate = await measure(slow)
    // A batch that waits for its slowest message delivers 1.6 a second of 5 %, and 1.2 of 7.5 %.
    expect(rate).toBeGreaterThan((0.5 * batchSize * 1000) / (quickMs + (slow / 1000) * (neverMs - quickMs)))
    rows.push(`| ${slow / 10} % | ${rate.toFixed(1)} | ${(2 * rate).toFixed(0)} | ${Math.ceil(116 / rate)} |`)
  }
  const head = '| Receivers that never respond |'
  const text = readFileSync(file, 'utf8')
  const [before, after = ''] = text.split(head)
  const table = `${head} webhooks a second of one worker | of two, the default | workers for 116 a second |\n|---|---|---|---|\n${rows.join('\n')}\n`
  await expect(`${before}${table}${after.slice(after.indexOf('\n\n') + 1)}`).toMatchFileSnapshot(file)
})
