import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { BatchView } from '../../lib/schema/batches.ts'
import { bounds, printFigures, seed, seedText } from '../support/faults/bounds.ts'
import { startMortalService } from '../support/faults/mortal-service.ts'
import { readRecords } from '../support/faults/read-records.ts'
import { readUsedHits } from '../support/faults/run-orders.ts'
import type { Caller } from '../support/faults/workload.ts'
import { createRandom } from '../support/random.ts'
import { page, startFixtureServer } from '../support/sites/fixture-server.ts'
import { startWebhookReceiver } from '../support/sites/webhook-receiver.ts'

const { kills, pages: pageCount, minutes } = bounds.batch

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

const read = async ({ baseUrl, accessKey }: Caller, path: string): Promise<BatchView | undefined> => {
  try {
    const response = await fetch(`${baseUrl}/v1/batches/${path}`, { headers: { 'x-access-key': accessKey } })
    return response.ok ? ((await response.json()) as BatchView) : undefined
  } catch {
    // The service starts again.
    return undefined
  }
}

test(`a batch of ${pageCount} pages survives ${kills} kill -9 (${seedText})`, {
  timeout: minutes * 60_000,
}, async () => {
  const site = await startSite()
  onTestFinished(() => site.close())
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  const service = await startMortalService()
  const { caller } = service
  const response = await fetch(`${caller.baseUrl}/v1/batches`, {
    method: 'POST',
    headers: { 'x-access-key': caller.accessKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      operation: 'scrape',
      // Without scripts, a page needs no browser.
      options: { js_enabled: false, fail_on_status: '4xx' },
      sitemap: `${site.url}/sitemap.txt`,
      webhook_url: receiver.url,
    }),
  })
  expect(response.status, await response.clone().text()).toBe(202)
  const { id } = (await response.json()) as BatchView

  const random = createRandom(seed)
  for (let kill = 1; kill <= kills; kill++) {
    const begun = (pageCount * kill) / (kills + 1)
    await expect
      .poll(async () => (await read(caller, id))?.progress ?? 0, { timeout: minutes * 60_000, interval: 200 })
      .toBeGreaterThanOrEqual(begun / pageCount)
    await wait(random(300))
    await service.killAndRestart()
  }
  await expect
    .poll(() => read(caller, id), { timeout: minutes * 60_000, interval: 500 })
    .toMatchObject({ status: 'ended', webhook: { status: 'delivered' } })

  const batch = await read(caller, id)
  const records = await readRecords(service.dataDir)
  const items = [...records.values()].filter(({ batchId }) => batchId === id)
  const gone = Math.ceil((pageCount - 7) / 100)
  expect(batch).toMatchObject({ total: pageCount, queued: 0, progress: 1 })
  expect(items.map(({ index }) => index).toSorted((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: pageCount }, (_, index) => index),
  )
  const ends = Map.groupBy(items, ({ status, error }) => error?.code ?? status)
  expect(Object.fromEntries([...ends].map(([end, { length }]) => [end, length]))).toEqual({
    ...batch?.codes,
    done: batch?.done,
  })
  // A request that was rendered when its workers died, each time, fails for the service.
  const lost = batch?.codes['internal_error'] ?? 0
  expect(lost).toBeLessThanOrEqual(kills)
  expect(batch?.codes['page_status']).toBeGreaterThanOrEqual(gone - lost)
  const calls = receiver.acknowledged.filter((call) => call.id === id)
  expect(calls).toHaveLength(1)
  const used = await readUsedHits(caller)
  const held = items.filter(({ counted }) => counted).length
  printFigures('batch', {
    pages: pageCount,
    kills,
    done: batch?.done ?? 0,
    ...batch?.codes,
    'visits of pages': site.requests.filter(({ path }) => /^\/(?:page|gone)/.test(path)).length,
    'hits used': used,
    'hits held by records': held,
  })
  expect(used).toBe(held)
})
