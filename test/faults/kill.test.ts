import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readServiceFile } from '../../local/service-file.ts'
import { bounds, printFigures, seed, seedText, serviceSettings } from '../support/faults/bounds.ts'
import { checkChanges } from '../support/faults/check-changes.ts'
import { checkEnds, countEnds } from '../support/faults/check-ends.ts'
import { createMinuteTask } from '../support/faults/minute-task.ts'
import { readRecords } from '../support/faults/read-records.ts'
import { readUsedHits, runOrders } from '../support/faults/run-orders.ts'
import { createOrders, startPages } from '../support/faults/workload.ts'
import { createRandom } from '../support/random.ts'
import { findFreePort } from '../support/service/free-port.ts'
import { type Started, startProcess } from '../support/service/start-process.ts'
import { startWebhookReceiver } from '../support/sites/webhook-receiver.ts'

/** A service that is killed and started again on the same port and data. */
const startMortalService = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-kill-'))
  const settings = { ...serviceSettings, PORT: String(await findFreePort()), DATA_DIR: dataDir }
  let running: Started = await startProcess(settings)
  const kills: { fromMs: number; untilMs: number }[] = []
  const kill = async () => {
    running.child.kill('SIGKILL')
    await running.ended
  }
  onTestFinished(async () => {
    await kill()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    dataDir,
    kills,
    async killAndRestart() {
      const fromMs = Date.now()
      await kill()
      running = await startProcess(settings)
      kills.push({ fromMs, untilMs: Date.now() })
    },
  }
}

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
  const file = await readServiceFile(service.dataDir)
  const caller = { baseUrl: file?.baseUrl ?? '', accessKey: file?.accounts[0]?.accessKey ?? '' }
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
