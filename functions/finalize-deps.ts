import { S3Client } from '@aws-sdk/client-s3'
import { createInputStore } from '../lib/store/inputs.ts'
import { config, nowMs } from './deps.ts'
import { hits } from './hit-deps.ts'
import { queues } from './queue-deps.ts'
import { requests } from './request-deps.ts'

export const s3 = new S3Client({})

/** The composition root of what ends requests without rendering them. */
export const finalizeDeps = {
  requests,
  inputs: createInputStore({ s3, bucket: config.resultsBucket }),
  hits,
  queues,
  nowMs,
}
