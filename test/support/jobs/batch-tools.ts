import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { toBatchPartition } from '../../../lib/core/requests/batch.ts'
import { toBatchView } from '../../../lib/core/requests/batch-view.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { createAcceptBatch } from '../../../lib/jobs/batches/accept-batch.ts'
import { createCancelBatch } from '../../../lib/jobs/batches/cancel-batch.ts'
import { operations } from '../../../lib/schema/operations.ts'
import type { TierName } from '../../../lib/schema/tier-features.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { objectKeys } from '../service/embedded-data.ts'
import { type RequestWorld, startRequestWorld } from './request-world.ts'

interface Account {
  id: string
  plan: TierName
}

export const urls = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    url: `https://example.com/${index}`,
    external_id: `no-${index}`,
  }))

/** The options of `accept` for a process that dies before it begins the first requests. */
export const notBegun = {
  changed: {
    resumeBatch: async () => {
      throw new Error('The process died.')
    },
  },
}

/** Starts the world that the tests of a file share. */
export const startBatchWorld = async () => {
  const world = await startRequestWorld({ onEnd: (close) => afterAll(close) })
  return { world, tools: createBatchTools(world) }
}

/** What a test does with batches. */
export const createBatchTools = (world: RequestWorld) => {
  const accept = async (
    account: Account,
    body: Record<string, unknown>,
    {
      changed = {},
      idempotencyKey,
      signal,
    }: { changed?: object; idempotencyKey?: string; signal?: AbortSignal } = {},
  ) => {
    const value = { operation: 'screenshot', options: { format: 'png' }, ...body }
    const batch = await createAcceptBatch({
      ...world.performDeps,
      readSitemap: async () => urls(3).map(({ url }) => url),
      ...changed,
    })({
      requestId: createRequestId(world.nowMs(), randomBytes(10)),
      created: Math.floor(world.nowMs() / 1000),
      account,
      options: readOptions(operations.create_batch, { kind: 'body', value }),
      idempotencyKey,
      signal,
    })
    return { accountId: toBatchPartition(account.id), id: batch.id }
  }

  const view = async (key: { accountId: string; id: string }) => {
    const batch = await world.batches.find(key)
    if (!batch) throw new Error('The batch does not exist.')
    return toBatchView(batch, world.nowMs(), false)
  }

  const recordsOf = async (account: Account, { id }: { id: string }) => {
    const second = Math.floor(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) / 1000)
    const filter = { batchId: id, limit: 100, from: second, to: second + 1 }
    return (await world.requests.list(account.id, filter)).records
  }

  const cancel = (key: { accountId: string; id: string }) => createCancelBatch(world.performDeps)(key)

  const inputs = (id: string) =>
    objectKeys(world.dataDir, resultsBucket, 'inputs/').filter((key) => key.includes(id))
  return { accept, view, cancel, inputs, recordsOf }
}
