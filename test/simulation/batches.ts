import { type Batch, toBatchPartition } from '../../lib/core/requests/batch.ts'
import { toBatchCounts } from '../../lib/core/requests/batch-view.ts'
import { renderMessages } from '../../lib/core/requests/queue-messages.ts'
import type { RequestRecord } from '../../lib/core/requests/request-record.ts'
import { toSeconds } from '../../lib/core/to-seconds.ts'
import type { Call, Customer, CustomerTools } from './customers.ts'
import type { Item } from './expressions.ts'
import type { Ledger } from './ledger.ts'
import { toReceiver } from './outside.ts'
import type { World } from './simulate.ts'

/** A batch that was answered with 202. */
export interface BatchPromise {
  accountId: string
  id: string
  total: number
}

/** A single lane can be longer than a chain that Lambda takes for a loop. */
const shapes = [
  { max: 12, lanes: {} },
  { max: 12, lanes: {} },
  { max: 30, lanes: { max_concurrency: 1 } },
]

/** What customers do with batches. */
export const createBatchCustomers = (
  { engine, ledger, kinds }: CustomerTools,
  call: Call,
  accepted: BatchPromise[],
) => {
  const pick = <T>(list: readonly T[]): T => list[engine.random(list.length)] as T

  const createBatch = async (owner: Customer, newId: () => string) => {
    const { max, lanes } = pick(shapes)
    const total = 1 + engine.random(max)
    const requests = Array.from({ length: total }, () => ({ url: `https://page.test/${pick(kinds.pages)}` }))
    const options = {
      operation: 'scrape' as const,
      options: { external_id: owner.id },
      requests,
      webhook_signed: true,
      ...(engine.chance(700) && { webhook_url: toReceiver(pick(kinds.receivers)) }),
      ...lanes,
    }
    const idempotencyKey = engine.chance(500) ? `batch ${newId()}` : undefined
    for (let tries = idempotencyKey === undefined ? 1 : 3; tries > 0; tries--) {
      const batch = await call('POST /v1/batches', owner, (service, _, account) =>
        service.acceptBatch({
          requestId: newId(),
          created: toSeconds(engine.nowMs()),
          account,
          options,
          idempotencyKey,
        }),
      )
      if (batch) return void accepted.push({ accountId: owner.id, id: batch.id, total })
      await engine.sleep(engine.random(60_000))
    }
  }

  const cancelBatch = async () => {
    if (accepted.length === 0) return
    const { accountId, id } = pick(accepted)
    const isCanceled = await call('DELETE /v1/batches/<id>', undefined, async (service) => {
      await service.cancelBatch({ accountId: toBatchPartition(accountId), id })
      return true
    })
    if (isCanceled) ledger.canceled.add(id)
  }
  return { createBatch, cancelBatch }
}

const isWaiting = ({ id }: Item, requestId: string) =>
  /^waiting#\d#\d+#(.+)/.exec(id?.['S'] as string)?.[1] === requestId

/** Whether a request is open for longer than the minutes in which it is recorded, or a repeat finds it. */
export const isKeptOpen = ({ id, ttl }: Item, record: RequestRecord) =>
  id?.['S'] === `open#${record.id}` && Number(ttl?.['N']) > record.created + 3600

const isOf = (body: string, requestId: string) => {
  const message = renderMessages.decode(body)
  return message?.kind === 'request' && message.requestId === requestId
}

const isBatch = (record: RequestRecord) => 'lanes' in record

/**
 * A message of a request that has ended is not deleted before the request is no longer open and its batch has gone on, unless another one exists,
 * or follows when a place is free.
 * @param body of a message of a queue of renders
 * @param others the bodies of messages that are not deleted
 */
export const checkFollowed = (
  { entries, check }: Ledger,
  items: readonly Item[],
  body: string,
  others: readonly string[],
) => {
  const message = renderMessages.decode(body)
  const record = message?.kind === 'request' ? entries.get(message.requestId)?.record : undefined
  const { batchId = '', lane = '', index, status } = record ?? {}
  const batch = entries.get(batchId)?.record as unknown as Batch | undefined
  if (!record || status === 'queued') return
  const isFollowed =
    items.some((item) => isWaiting(item, record.id)) || others.some((other) => isOf(other, record.id))
  if (isFollowed) return
  check(!items.some((item) => isKeptOpen(item, record)), () => `${record.id} has ended and is open`)
  if (batch)
    check(batch.lanes[lane] !== index, () => `${batchId} does not know that its request ${index} has ended`)
}

/** Every request of a batch ended once, and was counted once as what it ended as. No request waited until it expired. */
export const checkBatches = ({ ledger: { check, entries }, customers, cloud }: World) => {
  for (const { id, total } of customers.promises.batches)
    check(
      (entries.get(id)?.record as unknown as Batch)?.total === total,
      () => `${id} was accepted and is lost`,
    )
  const records = [...entries.values()].map(({ record }) => record)
  for (const record of records.filter(isBatch)) {
    const batch = record as unknown as Batch
    const { queued, total, done, failed } = toBatchCounts(batch)
    const items = records.filter(({ batchId }) => batchId === batch.id)
    check(
      queued === 0 && done + failed === total,
      () => `${batch.id} has counted ${done + failed} of ${total}`,
    )
    const outcomes = Map.groupBy(items, ({ status, error }) => error?.code ?? status)
    const countOf = (outcome: string) => outcomes.get(outcome)?.length ?? 0
    // Of a closed account, further requests get no record.
    const { account_closed: closed = 0, ...recorded } = batch.counts
    for (const [outcome, count] of Object.entries(recorded))
      check(count === countOf(outcome), () => `${batch.id} counts ${count} of ${countOf(outcome)} ${outcome}`)
    const unrecorded = (batch.dropped ?? 0) + closed - countOf('account_closed')
    check(
      items.length + unrecorded === total,
      () => `${batch.id} has ${items.length} requests and ${unrecorded} without a record of ${total}`,
    )
    check(!outcomes.has('expired'), () => `a request of ${batch.id} expired`)
    check(
      // A call that another one with the same key overtook may have died before it deleted its list.
      !cloud.bucket
        .keys()
        .some((key) => key.startsWith('inputs/') && key.includes(`${batch.id}-${batch.listId}`)),
      () => `the list of ${batch.id} is left in the bucket`,
    )
  }
}
