import { endpoints } from '../../lib/http/endpoint.ts'
import { requestRoutes } from '../../lib/http/requests.ts'
import { createCacheStore } from '../../lib/store/cache.ts'
import { createResultStore } from '../../lib/store/results.ts'
import { followBatch } from '../batches.ts'
import { config, deps, dynamo, hits, inputs, log, nowMs, places, requests, s3, tasks } from '../deps.ts'

const files = createResultStore({ s3, bucket: config.resultsBucket, log })
const cache = createCacheStore({ dynamo, tableName: config.cacheTable, nowMs })

export const handler = endpoints(
  requestRoutes({ requests, inputs, hits, places, tasks, followBatch, cache, files, nowMs }, config.cacheUrl),
  deps,
)
