import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { clientSettings, fileClientSettings } from '../functions/client-settings.ts'
import { tableNames, tables, toTableVariable } from '../infra/tables.ts'
import { reasonOf } from './explain-fault.ts'
import type { QueueSet } from './queues.ts'
import type { ServiceCloud } from './start-cloud.ts'
import { StartFault } from './start-fault.ts'

type Variables = Readonly<Record<string, string>>

/** More than a long poll, during which no byte arrives. */
const pollMs = 25_000

/**
 * Connects to a stage on AWS with the credentials and the region of the environment, such as the role of an ECS task. Other workers may
 * be using its queues and tables, so nothing in them is reset.
 * @throws StartFault if a variable names nothing that the role can read
 */
export const connectStage = async (variables: Variables): Promise<ServiceCloud> => {
  const dynamo = new DynamoDBClient(clientSettings())
  const s3 = new S3Client(fileClientSettings())
  const sqs = new SQSClient(clientSettings({ idleMs: pollMs }))
  const close = async () => {
    for (const client of [dynamo, s3, sqs]) client.destroy()
  }
  try {
    const [queues] = await Promise.all([
      findQueues(sqs, variables),
      readTables(dynamo, variables),
      readBucket(s3, variables),
    ])
    return {
      dynamo,
      s3,
      sqs,
      queues,
      bucket: variables['RESULTS_BUCKET'] ?? '',
      region: await sqs.config.region(),
      // Without the two empty values, the functions would have the credentials of the embedded cloud.
      environment: { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', ...variables },
      // EventBridge Scheduler does it.
      runDueSchedules: () => [],
      endPolls: () => {},
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** @throws StartFault that names the variable, which the call uses */
const check = async <T>(variables: Variables, variable: string, call: (value: string) => Promise<T>) => {
  const value = variables[variable] ?? ''
  try {
    return await call(value)
  } catch (error) {
    const cause = error instanceof Error ? `${error.name}: ${reasonOf(error)}` : String(error)
    throw new StartFault(
      `${variable}: ${value} cannot be read (${cause}). Set it as docs/operate/container.md describes.`,
    )
  }
}

/** Reads an item that no table has. */
const readTables = (dynamo: DynamoDBClient, variables: Variables) =>
  Promise.all(
    tableNames.map((name) => {
      const { primaryIndex, fields } = tables[name]
      const types: Readonly<Record<string, string>> = fields
      const Key = Object.fromEntries(
        Object.values(primaryIndex).map((key) => [key, types[key] === 'number' ? { N: '0' } : { S: '-' }]),
      )
      return check(variables, toTableVariable(name), (TableName) =>
        dynamo.send(new GetItemCommand({ TableName, Key })),
      )
    }),
  )

/** Reads an object that does not exist. A role that cannot list the bucket, as it should be, is refused like one that cannot read it. */
const readBucket = (s3: S3Client, variables: Variables) =>
  check(variables, 'RESULTS_BUCKET', async (Bucket) => {
    try {
      await s3.send(new GetObjectCommand({ Bucket, Key: 'cache/-' }))
    } catch (error) {
      if (!(error instanceof Error && ['NoSuchKey', 'AccessDenied'].includes(error.name))) throw error
    }
  })

/** The queues of a stage name their dead-letter queues, which are in the same account and region. */
const findQueues = async (sqs: SQSClient, variables: Variables): Promise<QueueSet> => {
  const find = (variable: string) =>
    check(variables, variable, async (url) => {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn', 'RedrivePolicy'] }),
      )
      const { QueueArn: arn = '', RedrivePolicy } = Attributes
      if (RedrivePolicy === undefined) throw new Error('It has no dead-letter queue, unlike those of a stage')
      return {
        queue: { url, arn },
        deadLetters: siblingOf(url, JSON.parse(RedrivePolicy).deadLetterTargetArn),
      }
    })
  const [render, webhook] = await Promise.all([find('RENDER_QUEUE_URL'), find('WEBHOOK_QUEUE_URL')])
  if (render.queue.arn !== variables['RENDER_QUEUE_ARN'])
    throw new StartFault(`RENDER_QUEUE_ARN must be ${render.queue.arn}, the queue of RENDER_QUEUE_URL.`)
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
