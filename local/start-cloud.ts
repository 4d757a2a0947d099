import { join } from 'node:path'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { startAws } from './aws/aws.ts'
import { createQueueServices } from './aws/scheduler/queue-services.ts'
import type { SchedulerOptions } from './aws/scheduler/scheduler.ts'
import { type Cloud, cloudEnvironment, provisionCloud } from './cloud.ts'
import { createAccessKeyId, region, secretAccessKey } from './credentials.ts'
import { makePrivateFolder } from './data-folder.ts'
import { localPlaces } from './free-places.ts'
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
  /** Ends the long polls of embedded queues. Those of a stage end when their time is over. */
  endPolls(): void
  close(): Promise<void>
}

interface EmbeddedOptions {
  scheduler: Pick<SchedulerOptions, 'nowMs'> | undefined
  log: (line: string) => void
  /** Returns the URL at which the functions reach the cloud. */
  endpointFor: (endpointUrl: string) => Promise<string>
}

/** Starts the embedded cloud with the data of a folder, and creates what it lacks. */
export const startEmbeddedCloud = async (
  dataDir: string,
  { scheduler, endpointFor, log }: EmbeddedOptions,
): Promise<ServiceCloud> => {
  const awsDir = join(dataDir, 'aws')
  await makePrivateFolder(awsDir)
  const aws = await startAws({
    dataDir: awsDir,
    accessKeyId: createAccessKeyId(),
    region,
    services: createQueueServices(scheduler),
  })
  try {
    // No worker is running at this point, so no one processes the messages in flight.
    aws.services.sqs.releaseInFlight()
    const cloud = await provisionCloud(aws.access)
    await writeCloudFile(dataDir, aws.access)
    const endpointUrl = await endpointFor(aws.url)
    const environment = cloudEnvironment(cloud, endpointUrl)
    const { resume } = localPlaces({ ...cloud, environment }, log)
    await releaseLeases(DynamoDBDocumentClient.from(cloud.dynamo), resume)
    return {
      ...cloud,
      bucket: resultsBucket,
      region,
      environment: {
        STAGE: 'local',
        AWS_ACCESS_KEY_ID: aws.access.accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_ENDPOINT_URL: endpointUrl,
        ...environment,
        STORAGE_KEY: await ensureStorageKey(dataDir),
      },
      runDueSchedules: () => aws.services.scheduler.runDue(),
      endPolls: aws.services.sqs.endWaits,
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
