import { S3Client } from '@aws-sdk/client-s3'
import { createHitReturns } from '../lib/store/hit-returns.ts'
import { createInputStore } from '../lib/store/inputs.ts'
import { config, dynamo, nowMs } from './deps.ts'
import { queues } from './queue-deps.ts'
import { requests } from './request-deps.ts'

export const s3 = new S3Client({})

/** The composition root of what ends requests without rendering them. */
export const concludeDeps = {
  requests,
  inputs: createInputStore({ s3, bucket: config.resultsBucket }),
  hitReturns: createHitReturns({ dynamo, tableName: config.usageTable }),
  queues,
  nowMs,
}
