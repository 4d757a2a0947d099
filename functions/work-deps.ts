import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { createCacheReader } from '../lib/jobs/answer-from-cache.ts'
import { createRecordResult } from '../lib/jobs/record-result.ts'
import { createRenderNow } from '../lib/jobs/render-now.ts'
import { createSingleFlight } from '../lib/jobs/single-flight.ts'
import { createStorage } from '../lib/jobs/store-result.ts'
import { createCacheStore } from '../lib/store/cache.ts'
import { createQueues } from '../lib/store/queues.ts'
import { createRequestStore } from '../lib/store/requests.ts'
import { createResultStore } from '../lib/store/results.ts'
import { config, deps, dynamo, log, nowMs, usage } from './deps.ts'

/** The composition root of what stores results and queues work: beside deps.ts, so that the light functions carry no S3. */
export const s3 = new S3Client({})

const sqs = new SQSClient({})

export const queues = createQueues({
  sqs,
  urls: { render: config.renderQueueUrl, webhook: config.webhookQueueUrl },
})

export const requests = createRequestStore({ dynamo, tableName: config.requestsTable, nowMs })

const results = createResultStore({ s3, bucket: config.resultsBucket })

const cacheStore = createCacheStore({ dynamo, tableName: config.cacheTable, nowMs })

export const cache = createCacheReader({ cache: cacheStore, results, log })

export const storage = createStorage({ results, cache: cacheStore, nowMs })

const renderNow = createRenderNow({
  cache,
  storage,
  flight: createSingleFlight(),
  usage,
  recordResult: createRecordResult({ requests, queues, nowMs, log }),
  nowMs,
  log,
})

export const renderEndpointDeps = { ...deps, renderNow }
