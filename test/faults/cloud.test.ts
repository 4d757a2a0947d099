import { expect, onTestFinished, test } from 'vitest'
import { bounds, printFigures, serviceSettings } from '../support/faults/bounds.ts'
import { checkEnds, countEnds } from '../support/faults/check-ends.ts'
import { type CloudCall, createFaultyCloud, type Fault } from '../support/faults/faulty-cloud.ts'
import { readRecords } from '../support/faults/read-records.ts'
import { runOrders } from '../support/faults/run-orders.ts'
import { createOrders, startPages } from '../support/faults/workload.ts'
import { startTestService } from '../support/service/service.ts'
import { startWebhookReceiver } from '../support/sites/webhook-receiver.ts'

const { orders: orderCount, minutes } = bounds.cloud

const throttled: Fault = { kind: 'refuse', status: 400, code: 'ProvisionedThroughputExceededException' }

/** Spoils the first one, so that a short run meets it too, and then as many as the chance says. */
const some = (chance: number) => {
  let isFirst = true
  return () => {
    const isSpoilt = isFirst || Math.random() < chance
    isFirst = false
    return isSpoilt
  }
}

const writeFails = some(1 / 3)
const isThrottled = some(1 / 4)
const isRepeated = some(1 / 2)

/** Each fault alone and all of them together. */
const faults: Record<string, (call: CloudCall) => Fault | undefined> = {
  'S3 fails one write in three': ({ service, action }) =>
    service === 's3' && action === 'PUT' && writeFails()
      ? { kind: 'refuse', status: 503, code: 'SlowDown' }
      : undefined,
  'DynamoDB throttles one call in four': ({ service }) =>
    service === 'dynamodb' && isThrottled() ? throttled : undefined,
  'the queues deliver twice and out of order': ({ service, action }) =>
    service === 'sqs' && action === 'SendMessage' && isRepeated()
      ? { kind: 'repeat', afterMs: Math.random() * 4_000 }
      : undefined,
}

const together = (call: CloudCall) =>
  Object.values(faults)
    .map((decide) => decide(call))
    .find((fault) => fault !== undefined)

test.each(Object.entries({ ...faults, 'all at once': together }))(
  `${orderCount} requests end as they must where %s`,
  { timeout: minutes * 60_000 },
  async (name, decide) => {
    await using cloud = createFaultyCloud(decide)
    const pages = await startPages()
    onTestFinished(() => pages.close())
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.stop())
    await using service = await startTestService(serviceSettings, { endpointFor: cloud.stand })
    const signal = AbortSignal.timeout(minutes * 60_000 - 10_000)

    const orders = createOrders(orderCount, pages.url, receiver.url)
    const endings = await runOrders(service, orders, { lanes: 4, signal })

    const { acknowledged } = receiver
    const evidence = { endings, records: await readRecords(service.dataDir), acknowledged }
    const met = [...cloud.counts].filter(([, { faults: count }]) => count > 0)
    printFigures(name, {
      ...countEnds(evidence),
      ...Object.fromEntries(met.map(([action, { calls, faults: count }]) => [action, `${count}/${calls}`])),
    })
    expect(met.length).toBeGreaterThan(0)
    // An acknowledgement that DynamoDB refuses to note, three times, is the one that is asked for again.
    await checkEnds(evidence, () => name.includes('DynamoDB') || name === 'all at once')
  },
)
