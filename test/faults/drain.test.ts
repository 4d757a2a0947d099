import { expect, onTestFinished, test } from 'vitest'
import { descendantsOf } from '../../local/lambda/process-tree.ts'
import { bounds, isLong, printFigures, serviceSettings } from '../support/faults/bounds.ts'
import { checkEnds, countEnds } from '../support/faults/check-ends.ts'
import { readRecords } from '../support/faults/read-records.ts'
import { residentBytes } from '../support/faults/resident-bytes.ts'
import { runOrders } from '../support/faults/run-orders.ts'
import { createQuickOrders, startPages } from '../support/faults/workload.ts'
import { startTestService } from '../support/service/service.ts'
import { startWebhookReceiver } from '../support/sites/webhook-receiver.ts'

const { orders: orderCount, minutes } = bounds.drain
const mebibyte = 1024 ** 2

// Memory needs many requests to show a leak. In the short form cloud.test.ts drains its queue without loss, despite the faults.
test.runIf(isLong)(
  `${orderCount} queued requests drain without loss`,
  { timeout: minutes * 60_000 },
  async () => {
    const pages = await startPages()
    onTestFinished(() => pages.close())
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.stop())
    await using service = await startTestService(serviceSettings)
    const signal = AbortSignal.timeout(minutes * 60_000 - 10_000)
    const samples: number[] = []
    const timer = setInterval(() => samples.push(residentBytes(descendantsOf(process.pid))), 1_000)
    onTestFinished(() => clearInterval(timer))

    const orders = createQuickOrders(orderCount, pages.url, receiver.url)
    const endings = await runOrders(service, orders, { lanes: 16, signal })

    const evidence = {
      endings,
      records: await readRecords(service.dataDir),
      acknowledged: receiver.acknowledged,
    }
    await checkEnds(evidence, () => false)
    expect(endings.every(({ seen }) => seen.status === 'done')).toBe(true)
    const half = Math.floor(samples.length / 2)
    const peak = (part: number[]) => Math.max(...part) / mebibyte
    printFigures('drain', {
      ...countEnds(evidence),
      'peak MiB of the first half': peak(samples.slice(0, half)).toFixed(0),
      'of the second': peak(samples.slice(half)).toFixed(0),
    })
    // Browsers start and end, which moves the peak by about one browser.
    expect(peak(samples.slice(half))).toBeLessThan(peak(samples.slice(0, half)) * 1.3 + 300)
  },
)
