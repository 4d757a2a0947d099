import { createAcceptRequest } from '../lib/jobs/accept-request.ts'
import { createCacheReader } from '../lib/jobs/cache-reader.ts'
import { createRecordFailure, createRecordResult } from '../lib/jobs/record-result.ts'
import { createRenderNow } from '../lib/jobs/render-now.ts'
import { createStorage } from '../lib/jobs/store-result.ts'
import { createCacheStore } from '../lib/store/cache.ts'
import { createIdempotencyStore } from '../lib/store/idempotency.ts'
import { createResultStore } from '../lib/store/results.ts'
import { config, deps, dynamo, log, nowMs } from './deps.ts'
import { finalizeDeps, s3 } from './finalize-deps.ts'
import { hits } from './hit-deps.ts'
import { queues } from './queue-deps.ts'
import { requests } from './request-deps.ts'

/** The composition root of functions that store results. It is separate from deps.ts because the light functions must not bundle S3. */
const results = createResultStore({ s3, bucket: config.resultsBucket })

const cacheStore = createCacheStore({ dynamo, tableName: config.cacheTable, nowMs })

export const cache = createCacheReader({ cache: cacheStore, results, log })

export const storage = createStorage({ results, cache: cacheStore, nowMs })

const recordDeps = { requests, queues, nowMs, log }

const renderNow = createRenderNow({
  cache,
  storage,
  hits,
  recordResult: createRecordResult(recordDeps),
  recordFailure: createRecordFailure(recordDeps),
  nowMs,
  log,
})

const idempotency = createIdempotencyStore({ dynamo, tableName: config.cacheTable, nowMs })

const accept = createAcceptRequest({ ...finalizeDeps, idempotency })

export const renderEndpointDeps = { ...deps, renderNow, accept }
