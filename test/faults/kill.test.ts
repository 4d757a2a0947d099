import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { BatchView } from '../../lib/schema/batches.ts'
import { bounds, isLong, printFigures, seed, seedText } from '../support/faults/bounds.ts'
import { checkEnds, countEnds } from '../support/faults/check-ends.ts'
import { startMortalService } from '../support/faults/mortal-service.ts'
import { readRecords } from '../support/faults/read-records.ts'
import { readUsedHits, runOrders } from '../support/faults/run-orders.ts'
import { type Caller, createOrders, startPages } from '../support/faults/workload.ts'
import { createRandom } from '../support/random.ts'
import { page, startFixtureServer } from '../support/sites/fixture-server.ts'
import { startWebhookReceiver } from '../support/sites/webhook-receiver.ts'

const { kills, orders: orderCount, pages: pageCount, minutes } = bounds.kill
const lanes = 6
const workers = 2

/** A site with a sitemap, of which every hundredth page does not exist. */
const startSite = () =>
  startFixtureServer({
    '/sitemap.txt': (request, response) =>
      void response.end(
        Array.from(
          { length: pageCount },
          (_, index) => `http://${request.headers.host}/${index % 100 === 7 ? 'gone' : 'page'}?${index}\n`,
        ).join(''),
      ),
    '/page': page('<title>page</title><p>one of many'),
    '/gone': (_request, response) => void response.writeHead(404).end('gone'),
  })

const createBatch = async ({ baseUrl, accessKey }: Caller, siteUrl: string, webhookUrl: string) => {
  const response = await fetch(`${baseUrl}/v1/batches`, {
    method: 'POST',
    headers: { 'x-access-key': accessKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      operation: 'scrape',
      options: { js_enabled: false, fail_on_status: '4xx' },
      sitemap: `${siteUrl}/sitemap.txt`,
      webhook_url: webhookUrl,
      // In the short form one chain of messages, which is longer than Lambda allows without the configuration of the function.
      ...(!isLong && { max_concurrency: 1 }),
    }),
  })
  expect(response.status, await response.clone().text()).toBe(202)
  return ((await response.json()) as BatchView).id
}

const readBatch = async ({ baseUrl, accessKey }: Caller, id: string): Promise<BatchView> => {
  const response = await fetch(`${baseUrl}/v1/batches/${id}`, { headers: { 'x-access-key': accessKey } })
  return response.json() as Promise<BatchView>
}

test(`${orderCount} requests with webhooks and a batch of ${pageCount} pages survive ${kills} kill -9 (${seedText})`, {
  timeout: minutes * 60_000,
}, async () => {
  const pages = await startPages()
  onTestFinished(() => pages.close())
  const site = await startSite()
  onTestFinished(() => site.close())
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  const service = await startMortalService()
  const { caller } = service
  const signal = AbortSignal.timeout(minutes * 60_000 - 10_000)

  const batchId = await createBatch(caller, site.url, receiver.url)

  const random = createRandom(seed)
  const killAtRandom = async () => {
    // A kill before the first render would lose nothing.
    await expect.poll(() => pages.requests.length, { timeout: 60_000 }).toBeGreaterThan(0)
    for (let kill = 0; kill < kills; kill++) {
      await wait(random(2_500))
      await service.killAndRestart()
    }
  }
  const [endings] = await Promise.all([
    runOrders(caller, createOrders(orderCount, pages.url, receiver.url), { lanes, signal }),
    killAtRandom(),
  ])
  await expect
    .poll(() => readBatch(caller, batchId), { timeout: minutes * 60_000, interval: 500 })
    .toMatchObject({ status: 'ended', webhook: { status: 'delivered' } })

  const { acknowledged } = receiver
  const records = await readRecords(service.dataDir)
  const evidence = { endings, records, acknowledged }
  // A function outlives the service that it cannot reach for a moment, so its webhook may arrive until the next one is ready.
  await checkEnds(evidence, (firstMs, secondMs) =>
    service.kills.some(({ fromMs, untilMs }) => firstMs <= untilMs && secondMs >= fromMs),
  )
  expect(records.size).toBe(orderCount + pageCount)

  const batch = await readBatch(caller, batchId)
  const items = [...records.values()].filter((record) => record.batchId === batchId)
  expect(batch).toMatchObject({ total: pageCount, queued: 0, progress: 1 })
  expect(items.map(({ index }) => index).toSorted((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: pageCount }, (_, index) => index),
  )
  const ends = Map.groupBy(items, ({ status, error }) => error?.code ?? status)
  expect(Object.fromEntries([...ends].map(([end, { length }]) => [end, length]))).toEqual({
    ...batch.codes,
    done: batch.done,
  })
  // A request that was rendered when its workers died, each time, fails for the service.
  const lost = batch.codes['internal_error'] ?? 0
  expect(lost).toBeLessThanOrEqual(kills)
  expect(batch.codes['page_status']).toBeGreaterThanOrEqual(Math.ceil((pageCount - 7) / 100) - lost)

  const used = await readUsedHits(caller)
  const held = [...records.values()].filter(({ counted }) => counted).length
  printFigures('kill -9', {
    kills,
    ...countEnds(evidence),
    'pages of a batch': batch.done,
    'hits used': used,
    'hits held by records': held,
  })
  // What is in flight at a kill keeps its hit or loses it, and nothing else does.
  expect(Math.abs(used - held)).toBeLessThanOrEqual(kills * (lanes + workers))
})
