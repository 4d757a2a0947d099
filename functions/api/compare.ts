import { endpoint } from '../../lib/http/endpoint.ts'
import { compare } from '../../lib/http/requests.ts'
import { createCompareResults } from '../../lib/jobs/compare-results.ts'
import { createResults } from '../../lib/jobs/results.ts'
import { operations } from '../../lib/schema/operations.ts'
import { createCacheStore } from '../../lib/store/cache.ts'
import { createResultStore } from '../../lib/store/results.ts'
import { config, deps, dynamo, log, nowMs, openHits, places, requests, s3 } from '../deps.ts'

const { cacheUrl, cacheTable: tableName, resultsBucket: bucket } = config
const files = createResultStore({ s3, bucket, log })
const cache = createCacheStore({ dynamo, tableName, nowMs })
const results = createResults({ files, cache, nowMs, cacheUrl, log })

export const handler = endpoint(
  operations.compare,
  compare(
    createCompareResults({ requests, files, results, hits: openHits, places, tiers: deps.tiers, nowMs }),
    cacheUrl,
  ),
  deps,
)
