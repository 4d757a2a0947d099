import { createGetFile } from '../../lib/egress/get-file.ts'
import { batchListRoutes } from '../../lib/http/batches.ts'
import { endpoints } from '../../lib/http/endpoint.ts'
import { createReadSitemap } from '../../lib/jobs/batches/read-sitemap.ts'
import { createIdempotencyStore } from '../../lib/store/idempotency.ts'
import { batches, resumeBatch } from '../batches.ts'
import { announceUse, config, deps, dynamo, egressPolicy, inputs, nowMs } from '../deps.ts'

const idempotency = createIdempotencyStore({ dynamo, tableName: config.cacheTable, nowMs })
const readSitemap = createReadSitemap({
  getFile: createGetFile({ policy: egressPolicy }),
  egress: egressPolicy,
  nowMs,
})

export const handler = endpoints(
  batchListRoutes({ ...deps, batches, inputs, idempotency, resumeBatch, announceUse, readSitemap }),
  deps,
)
