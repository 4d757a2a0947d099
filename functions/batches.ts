import { createBatches } from '../lib/jobs/batches/follow-batch.ts'
import { createBatchStore } from '../lib/store/batches.ts'
import { config, deps, dynamo, finalizeDeps, nowMs } from './deps.ts'
import { announcer } from './events.ts'

/** The composition root of the functions that move batches on. */
export const batches = createBatchStore({ dynamo, tableName: config.requestsTable, nowMs })

export const { followBatch, resumeBatch } = createBatches({ ...deps, ...finalizeDeps, announcer, batches })
