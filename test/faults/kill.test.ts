import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { bounds, printFigures, seed, seedText } from '../support/faults/bounds.ts'
import { checkChanges } from '../support/faults/check-changes.ts'
import { checkEnds, countEnds } from '../support/faults/check-ends.ts'
import { createMinuteTask } from '../support/faults/minute-task.ts'
import { startMortalService } from '../support/faults/mortal-service.ts'
import { readRecords } from '../support/faults/read-records.ts'
import { readUsedHits, runOrders } from '../support/faults/run-orders.ts'
import { createOrders, startPages } from '../support/faults/workload.ts'
import { createRandom } from '../support/random.ts'
import { startWebhookReceiver } from '../support/sites/webhook-receiver.ts'

const { kills, orders: orderCount, minutes } = bounds.kill
const lanes = 6
const workers = 2

test(`${orderCount} requests with webhooks survive ${kills} kill -9 (${seedText})`, {
  timeout: minutes * 60_000,
}, async () => {
  const pages = await startPages()
  onTestFinished(() => pages.close())
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  const service = await startMortalService()
  const { caller } = service
  const signal = AbortSignal.timeout(minutes * 60_000 - 10_000)

  const task = await createMinuteTask(caller, pages.url)

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

  const { runs, records: runRecords } = await task.stop(() => readRecords(service.dataDir), signal)
  const { acknowledged } = receiver
  const records = await readRecords(service.dataDir)
  const evidence = { endings, records, acknowledged }
  // A function outlives the service that it cannot reach for a moment, so its webhook may arrive until the next one is ready.
  await checkEnds(evidence, (firstMs, secondMs) =>
    service.kills.some(({ fromMs, untilMs }) => firstMs <= untilMs && secondMs >= fromMs),
  )
  expect(runRecords.filter(({ status }) => status === 'queued')).toHaveLength(0)
  expect(runRecords).toHaveLength(runs)
  expect(records.size).toBe(orderCount + runs)
  const changes = await checkChanges(caller, task.id, runRecords)
  const used = await readUsedHits(caller)
  const held = [...records.values()].filter(({ counted }) => counted).length
  printFigures('kill -9', {
    kills,
    ...countEnds(evidence),
    'runs of a task': runs,
    'changes of its page': changes,
    'hits used': used,
    'hits held by records': held,
  })
  // What is in flight at a kill keeps its hit or loses it, and nothing else does.
  expect(Math.abs(used - held)).toBeLessThanOrEqual(kills * (lanes + workers))
})
