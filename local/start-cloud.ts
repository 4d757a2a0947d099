import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { startAws } from './aws/aws.ts'
import { createQueueServices } from './aws/scheduler/queue-services.ts'
import type { SchedulerOptions } from './aws/scheduler/scheduler.ts'
import { type Cloud, cloudEnvironment, provisionCloud } from './cloud.ts'
import { region } from './credentials.ts'
import type { QueueSet } from './queues.ts'
import { releaseLeases } from './release-leases.ts'
import { writeCloudFile } from './service-file.ts'
import { resultsBucket } from './storage.ts'
import { ensureStorageKey } from './storage-key.ts'

/** What the service runs against: the embedded cloud, or a stage on AWS. */
export interface ServiceCloud extends Omit<Cloud, 'close'> {
  bucket: string
  region: string
  /** The variables of the functions that name its resources. */
  environment: Readonly<Record<string, string>>
  /** Fires the schedules that are due by the clock of an embedded scheduler and returns their names. */
  runDueSchedules(): string[]
  close(): Promise<void>
}

interface EmbeddedOptions {
  scheduler: Pick<SchedulerOptions, 'nowMs'> | undefined
  /** Returns the URL at which the functions reach the cloud. */
  endpointFor: (endpointUrl: string) => Promise<string>
}

/** Starts the embedded cloud with the data of a folder, and creates what it lacks. */
export const startEmbeddedCloud = async (
  dataDir: string,
  { scheduler, endpointFor }: EmbeddedOptions,
): Promise<ServiceCloud> => {
  const aws = await startAws({
    dataDir: join(dataDir, 'aws'),
    region,
    services: createQueueServices(scheduler),
  })
  try {
    // No worker is running at this point, so no one processes the messages in flight.
    aws.services.sqs.releaseInFlight()
    const cloud = await provisionCloud(aws.url)
    await releaseLeases(DynamoDBDocumentClient.from(cloud.dynamo))
    await writeCloudFile(dataDir, aws.url)
    const endpointUrl = await endpointFor(aws.url)
    return {
      ...cloud,
      bucket: resultsBucket,
      region,
      environment: {
        STAGE: 'local',
        AWS_ENDPOINT_URL: endpointUrl,
        ...cloudEnvironment(cloud, endpointUrl),
        STORAGE_KEY: await ensureStorageKey(dataDir),
      },
      runDueSchedules: () => aws.services.scheduler.runDue(),
      async close() {
        cloud.close()
        await aws.close()
      },
    }
  } catch (error) {
    await aws.close()
    throw error
  }
}

/**
 * Connects to a stage on AWS with the credentials and the region of the environment, such as the role of an ECS task. Other workers may
 * be using its queues and tables, so nothing in them is reset.
 */
export const connectStage = async (variables: Readonly<Record<string, string>>): Promise<ServiceCloud> => {
  const dynamo = new DynamoDBClient()
  const s3 = new S3Client()
  const sqs = new SQSClient()
  return {
    dynamo,
    s3,
    sqs,
    queues: await findQueues(sqs, variables),
    bucket: variables['RESULTS_BUCKET'] ?? '',
    region: await sqs.config.region(),
    // Without the two empty values, the functions would have the credentials of the embedded cloud.
    environment: { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', ...variables },
    // EventBridge Scheduler does it.
    runDueSchedules: () => [],
    async close() {
      for (const client of [dynamo, s3, sqs]) client.destroy()
    },
  }
}

/** The queues of a stage name their dead-letter queues, which are in the same account and region. */
const findQueues = async (sqs: SQSClient, variables: Readonly<Record<string, string>>): Promise<QueueSet> => {
  const find = async (url = '') => {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn', 'RedrivePolicy'] }),
    )
    const { QueueArn: arn = '', RedrivePolicy = '{}' } = Attributes
    const { deadLetterTargetArn } = JSON.parse(RedrivePolicy)
    return { queue: { url, arn }, deadLetters: siblingOf(url, String(deadLetterTargetArn)) }
  }
  const [render, webhook] = await Promise.all([
    find(variables['RENDER_QUEUE_URL']),
    find(variables['WEBHOOK_QUEUE_URL']),
  ])
  return {
    render: render.queue,
    webhook: webhook.queue,
    renderDeadLetters: render.deadLetters,
    webhookDeadLetters: webhook.deadLetters,
    scheduleDeadLetters: siblingOf(render.queue.url, variables['SCHEDULE_DEAD_LETTER_ARN'] ?? ''),
  }
}

/** `https://sqs.eu-central-1.amazonaws.com/<account>/<name>` */
const siblingOf = (url: string, arn: string) => ({
  url: `${url.slice(0, url.lastIndexOf('/') + 1)}${arn.split(':').at(-1)}`,
  arn,
})
