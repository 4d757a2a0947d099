import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { startAws } from '../../../local/aws/aws.ts'
import { createS3 } from '../../../local/aws/s3/s3.ts'
import type { AwsServiceContext } from '../../../local/aws/service.ts'
import { nowMs } from '../../support/now.ts'

/** Unchanged SDK clients. One attempt only: a retry would hide a wrong response. */
export const createClients = (url: string) => {
  const settings = {
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  }
  const dynamodb = new DynamoDBClient(settings)
  const documents = DynamoDBDocumentClient.from(dynamodb, {
    marshallOptions: { removeUndefinedValues: true },
  })
  const s3 = new S3Client(settings)
  const destroy = () => {
    dynamodb.destroy()
    s3.destroy()
  }
  return { dynamodb, documents, s3, destroy }
}

export const createDataDir = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-aws-'))
  return { dataDir, removeDataDir: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** The services in this process, on a new folder, with a clock that can be moved. */
export const startTestAws = async () => {
  const { dataDir, removeDataDir } = createDataDir()
  const clock = { aheadMs: 0 }
  const caller = { canList: false }
  const aws = await startAws({
    dataDir,
    nowMs: () => nowMs() + clock.aheadMs,
    services: { s3: (context: AwsServiceContext) => createS3(context, caller) },
    reportFault: (fault) => {
      throw fault
    },
  })
  const clients = createClients(aws.url)
  const close = async () => {
    clients.destroy()
    await aws.close()
    removeDataDir()
  }
  return { ...clients, aws, clock, caller, dataDir, close }
}

/** The services in a separate process, which can be killed. */
export const spawnAws = async (dataDir: string) => {
  const child = fork(fileURLToPath(new URL('./aws-process.ts', import.meta.url)), [dataDir], { execArgv: [] })
  const [url] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(failedStart)])) as [
    string,
  ]
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return { ...createClients(url), kill }
}

const failedStart = ([code]: unknown[]): never => {
  throw new Error(`The embedded AWS process ended with ${code}`)
}

export const table = (
  name: string,
  range: string | undefined = undefined,
  index: CreateTableCommandInput['GlobalSecondaryIndexes'] = undefined,
): CreateTableCommandInput => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    ...(range ? [{ AttributeName: range, AttributeType: 'S' as const }] : []),
    ...(index
      ? [
          { AttributeName: 'group', AttributeType: 'S' as const },
          { AttributeName: 'rank', AttributeType: 'N' as const },
        ]
      : []),
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    ...(range ? [{ AttributeName: range, KeyType: 'RANGE' as const }] : []),
  ],
  ...(index ? { GlobalSecondaryIndexes: index } : {}),
})

/** `jobs`: key pk + sk, index `byGroup` with key group + rank. */
export const jobsTable = table('jobs', 'sk', [
  {
    IndexName: 'byGroup',
    KeySchema: [
      { AttributeName: 'group', KeyType: 'HASH' },
      { AttributeName: 'rank', KeyType: 'RANGE' },
    ],
    Projection: { ProjectionType: 'ALL' },
  },
])
