import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { createQueues } from '../lib/store/queues.ts'
import { config } from './deps.ts'

/** The composition root of what stores results and queues work: beside deps.ts, so that the light functions carry no S3. */
export const s3 = new S3Client({})

const sqs = new SQSClient({})

export const queues = createQueues({
  sqs,
  urls: { render: config.renderQueueUrl, webhook: config.webhookQueueUrl },
})
