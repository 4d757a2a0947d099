import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAccountStore } from '../../lib/store/accounts.ts'
import { startAws } from '../../local/aws/aws.ts'
import { createScheduler } from '../../local/aws/scheduler/scheduler.ts'
import type { AwsServiceContext } from '../../local/aws/service.ts'
import { cloudEnvironment, provisionCloud } from '../../local/cloud.ts'
import { region } from '../../local/credentials.ts'
import { ensureStorageKey } from '../../local/storage-key.ts'
import { tableNames } from '../../local/tables.ts'
import { findFreePort } from '../support/service/free-port.ts'
import { startProcess } from '../support/service/start-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createDynamoDb } from './dynamodb.ts'
import { createS3 } from './s3.ts'
import { createSqs } from './sqs.ts'

/** The resources of a stage: tables of DynamoDB Local, queues and files of moto. */
const startStage = async () => {
  const folder = temporaryFolder()
  const scheduler = (context: AwsServiceContext) => createScheduler(context, { sendToTarget: () => {} })
  const services = { dynamodb: createDynamoDb, s3: createS3, sqs: createSqs, scheduler }
  const aws = await startAws({ dataDir: join(folder, 'aws'), accessKeyId: 'role', region, services })
  const cloud = await provisionCloud(aws.access)
  onTestFinished(async () => {
    cloud.close()
    await aws.close()
  })
  const dynamo = DynamoDBDocumentClient.from(cloud.dynamo)
  const accounts = createAccountStore({ dynamo, tableName: tableNames.accounts, nowMs: Date.now })
  const environment = {
    ...cloudEnvironment(cloud, aws.url),
    ...{ CLOUD: 'aws', STAGE: 'trial', STORAGE_KEY: await ensureStorageKey(folder), DRAIN_SECONDS: '30' },
    ...{
      AWS_REGION: region,
      AWS_ENDPOINT_URL: aws.url,
      AWS_ACCESS_KEY_ID: 'role',
      AWS_SECRET_ACCESS_KEY: 'role',
    },
  }
  const startContainer = async () => {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const own = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: join(folder, String(port)) }
    const started = await startProcess({ ...environment, ...own })
    onTestFinished(async () => {
      started.child.kill('SIGKILL')
      await started.ended
    })
    return { ...started, url }
  }
  return { account: await accounts.create('scale'), startContainer }
}

const rendersBefore = 6
const renders = 20
const secondsMax = 5

test('a container that stops hides no message: renders through another one end immediately', async () => {
  const { account, startContainer } = await startStage()
  const [stopping, staying] = await Promise.all([startContainer(), startContainer()])
  const call = async (path: string, body?: object) => {
    const headers = { 'x-access-key': account.accessKey, 'content-type': 'application/json' }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    return (await fetch(staying.url + path, { headers, ...sent })).json()
  }
  const read = (id: string) => call(`/v1/requests/${id}`)
  const untilDone = (id: string) =>
    vi.waitUntil(async () => (await read(id)).status === 'done', { timeout: 60_000, interval: 100 })
  const send = async (number: number): Promise<string> =>
    (await call('/v1/screenshot', { html: `<h1>${number}</h1>`, async: true })).id
  // Both containers have started their browsers.
  await Promise.all((await Promise.all([1, 2, 3, 4].map(send))).map(untilDone))
  const ids: string[] = []
  for (let number = 0; number < renders; number++) {
    if (number === rendersBefore) stopping.child.kill('SIGTERM')
    ids.push(await send(number))
    await wait(500)
  }
  await Promise.all(ids.map(untilDone))
  const times = await Promise.all(ids.map(read))
  const late = times.filter(({ created, finished }) => finished - created > secondsMax)
  expect(late).toEqual([])
  expect(await stopping.ended).toBe(0)
})
