import { SQSClient } from '@aws-sdk/client-sqs'
import { createQueues } from '../lib/store/queues.ts'
import { config } from './deps.ts'

/** The composition root of what queues work. */
export const queues = createQueues({
  sqs: new SQSClient({}),
  urls: { render: config.renderQueueUrl, webhook: config.webhookQueueUrl },
})
