import { expect, onTestFinished, test } from 'vitest'
import { bounds, isLong, printFigures, seed, seedText, serviceSettings } from '../support/faults/bounds.ts'
import { checkEnds, countEnds } from '../support/faults/check-ends.ts'
import { type CloudCall, createFaultyCloud, type Fault } from '../support/faults/faulty-cloud.ts'
import { readRecords } from '../support/faults/read-records.ts'
import { runOrders } from '../support/faults/run-orders.ts'
import { createOrders, startPages } from '../support/faults/workload.ts'
import { createRandom, type Random } from '../support/random.ts'
import { startTestService } from '../support/service/service.ts'
import { startWebhookReceiver } from '../support/sites/webhook-receiver.ts'

const { orders: orderCount, minutes } = bounds.cloud

const throttled: Fault = { kind: 'refuse', status: 400, code: 'ProvisionedThroughputExceededException' }

type Decide = (call: CloudCall) => Fault | undefined

/** Always includes the first call, to give a short run one of each fault, and then the given share of the calls. */
const some = (random: Random, share: number) => {
  let isFirst = true
  return () => {
    const isSpoilt = isFirst || random(1000) < share * 1000
    isFirst = false
    return isSpoilt
  }
}

const createFaults = (random: Random): Record<string, Decide> => {
  const writeFails = some(random, 1 / 3)
  const isThrottled = some(random, 1 / 4)
  const isRepeated = some(random, 1 / 2)
  return {
    'S3 fails one write in three': ({ service, action }) =>
      service === 's3' && action === 'PUT' && writeFails()
        ? { kind: 'refuse', status: 503, code: 'SlowDown' }
        : undefined,
    'DynamoDB throttles one call in four': ({ service }) =>
      service === 'dynamodb' && isThrottled() ? throttled : undefined,
    'the queues deliver twice and out of order': ({ service, action }) =>
      service === 'sqs' && action === 'SendMessage' && isRepeated()
        ? { kind: 'repeat', afterMs: random(4_000) }
        : undefined,
  }
}

const together = 'all three faults occur'

const createDecide = (name: string, random: Random): Decide => {
  const faults = createFaults(random)
  const decides = Object.entries(faults).flatMap(([each, decide]) =>
    each === name || name === together ? [decide] : [],
  )
  return (call) => decides.map((decide) => decide(call)).find((fault) => fault !== undefined)
}

/** The short run has all faults together. The long run has each of them alone, too. */
const names = isLong ? [...Object.keys(createFaults(createRandom(seed))), together] : [together]
const faultyServices = (name: string) => (name === together ? 3 : 1)

test.each(names)(
  `${orderCount} requests end as they must while %s (${seedText})`,
  { timeout: minutes * 60_000 },
  async (name) => {
    const decide = createDecide(name, createRandom(seed))
    await using cloud = createFaultyCloud(decide)
    const pages = await startPages()
    onTestFinished(() => pages.close())
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.stop())
    await using service = await startTestService(serviceSettings, { endpointFor: cloud.stand })
    const signal = AbortSignal.timeout(minutes * 60_000 - 10_000)

    const orders = createOrders(orderCount, pages.url, receiver.url)
    const endings = await runOrders(service, orders, { lanes: 8, signal })

    const { acknowledged } = receiver
    const evidence = { endings, records: await readRecords(service.dataDir), acknowledged }
    const met = [...cloud.counts].filter(([, { faults: count }]) => count > 0)
    printFigures(name, {
      ...countEnds(evidence),
      ...Object.fromEntries(met.map(([action, { calls, faults: count }]) => [action, `${count}/${calls}`])),
    })
    const services = new Set(met.map(([action]) => action.split(' ')[0]))
    expect(services.size).toBe(faultyServices(name))
    // DynamoDB may refuse three times to record an acknowledgement. The webhook is then sent again.
    await checkEnds(evidence, () => name.includes('DynamoDB') || name === together)
  },
)
