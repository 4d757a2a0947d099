import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { SQSClient } from '@aws-sdk/client-sqs'
import { tableNames as definedTables, toTableVariable } from '../infra/tables.ts'
import { type CloudAccess, toClientSettings } from './credentials.ts'
import { ensureQueues, ensureScheduleGroup, type QueueSet, scheduleGroup } from './queues.ts'
import { ensureBucket, resultsBucket } from './storage.ts'
import { ensureTables, tableNames } from './tables.ts'

/** Clients of the embedded cloud, and its queues. */
export interface Cloud {
  dynamo: DynamoDBClient
  s3: S3Client
  sqs: SQSClient
  queues: QueueSet
  close(): void
}

/** Creates the tables, the bucket, the queues and the schedule group unless they exist. */
export const provisionCloud = async (access: CloudAccess): Promise<Cloud> => {
  const settings = toClientSettings(access)
  const dynamo = new DynamoDBClient(settings)
  const s3 = new S3Client(settings)
  const sqs = new SQSClient(settings)
  const scheduler = new SchedulerClient(settings)
  const close = () => {
    for (const client of [dynamo, s3, sqs]) client.destroy()
  }
  try {
    const [queues] = await Promise.all([
      ensureQueues(sqs),
      ensureTables(dynamo),
      ensureBucket(s3),
      ensureScheduleGroup(scheduler),
    ])
    return { dynamo, s3, sqs, queues, close }
  } catch (error) {
    close()
    throw error
  } finally {
    scheduler.destroy()
  }
}

/** Returns the environment variables with the names of the resources. */
export const cloudEnvironment = (
  { queues }: Pick<Cloud, 'queues'>,
  endpointUrl: string,
): Record<string, string> => ({
  ...Object.fromEntries(definedTables.map((name) => [toTableVariable(name), tableNames[name]])),
  RESULTS_BUCKET: resultsBucket,
  RENDER_QUEUE_URL: endpointUrl + new URL(queues.render.url).pathname,
  RENDER_QUEUE_ARN: queues.render.arn,
  WEBHOOK_QUEUE_URL: endpointUrl + new URL(queues.webhook.url).pathname,
  SCHEDULE_GROUP: scheduleGroup,
  SCHEDULER_ROLE_ARN: 'arn:aws:iam::000000000000:role/scheduler',
  SCHEDULE_DEAD_LETTER_ARN: queues.scheduleDeadLetters.arn,
})
