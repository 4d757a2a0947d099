import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { ScanCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, onTestFinished, test } from 'vitest'
import type { RequestKey } from '../../../lib/core/requests/request-record.ts'
import { createAccountStore } from '../../../lib/store/accounts.ts'
import { createRequestStore } from '../../../lib/store/requests.ts'
import { startAws } from '../../../local/aws/aws.ts'
import { createQueueServices } from '../../../local/aws/scheduler/queue-services.ts'
import { cloudEnvironment, provisionCloud } from '../../../local/cloud.ts'
import { region } from '../../../local/credentials.ts'
import { ensureStorageKey } from '../../../local/storage-key.ts'
import { tableNames } from '../../../local/tables.ts'
import { listen } from '../../support/listen.ts'
import { nowMs } from '../../support/now.ts'
import { findFreePort } from '../../support/service/free-port.ts'
import { startProcess } from '../../support/service/start-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Serves the credentials of a role as ECS does. They are the only ones of the service. */
const serveCredentials = async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        AccessKeyId: 'role',
        SecretAccessKey: 'role',
        Token: 'session',
        Expiration: new Date(nowMs() + 3_600_000).toISOString(),
      }),
    )
  })
  return `http://127.0.0.1:${await listen(server)}/role`
}

/** The resources of a stage, which other processes reach at `AWS_ENDPOINT_URL_*` as they reach a VPC endpoint. */
const startStage = async () => {
  const folder = temporaryFolder()
  let clockMs = nowMs()
  const services = createQueueServices({ nowMs: () => clockMs })
  const aws = await startAws({ dataDir: join(folder, 'aws'), accessKeyId: 'role', region, services })
  const cloud = await provisionCloud(aws.access)
  onTestFinished(async () => {
    cloud.close()
    await aws.close()
  })
  const endpoints = ['DYNAMODB', 'S3', 'SQS', 'SCHEDULER'].map((name) => [
    `AWS_ENDPOINT_URL_${name}`,
    aws.url,
  ])
  const environment: Record<string, string> = {
    ...Object.fromEntries(endpoints),
    ...cloudEnvironment(cloud, aws.url),
    STORAGE_KEY: await ensureStorageKey(folder),
    STAGE: 'trial',
    AWS_REGION: region,
    AWS_CONTAINER_CREDENTIALS_FULL_URI: await serveCredentials(),
  }
  const dynamo = DynamoDBDocumentClient.from(cloud.dynamo)
  const accounts = createAccountStore({ dynamo, tableName: tableNames.accounts, nowMs: Date.now })
  return {
    folder,
    environment,
    accounts,
    findRequest: async (key: RequestKey) =>
      createRequestStore({ dynamo, tableName: tableNames.requests, nowMs: Date.now }).find(key),
    countAccounts: async () =>
      (await cloud.dynamo.send(new ScanCommand({ TableName: tableNames.accounts }))).Count,
    passMinute() {
      clockMs += 60_000
      return aws.services.scheduler.runDue()
    },
  }
}

test('with CLOUD=aws, the service renders, queues and schedules with the resources of a stage', async () => {
  const stage = await startStage()
  const { id: accountId, accessKey } = await stage.accounts.create('scale')
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const dataDir = join(stage.folder, 'data')
  const settings = {
    ...stage.environment,
    CLOUD: 'aws',
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    DRAIN_SECONDS: '0',
  }
  // A folder that an embedded cloud has used.
  const demo = { baseUrl: url, accounts: [{ id: 'demo', plan: 'scale', accessKey: 'a', secretKey: 's' }] }
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'service.json'), JSON.stringify(demo))
  const { child, ended, output } = await startProcess(settings)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const call = async (path: string, body?: object) => {
    const headers = { 'x-access-key': accessKey, 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return [response.status, await response.json()] as const
  }
  const page = { url: 'http://demo.stillframe.example/' }
  const [status, stored] = await call('/v1/screenshot', { ...page, cache: true, response_type: 'json' })
  expect([status, stored.file]).toEqual([200, expect.stringContaining(`${url}/cache/`)])
  expect((await fetch(stored.file)).headers.get('content-type')).toBe('image/jpeg')

  const [accepted, { id }] = await call('/v1/scrape', { ...page, async: true })
  expect(accepted).toBe(202)
  await expect
    .poll(async () => (await call(`/v1/requests/${id}`))[1].status, { timeout: 60_000 })
    .toBe('done')

  const task = {
    name: 'minute',
    api: 'screenshot',
    query: `url=${encodeURIComponent(page.url)}`,
    frequency: 'custom',
    crontab: '* * * * *',
  }
  const [created, { id: taskId }] = await call('/v1/tasks', task)
  expect(created).toBe(201)
  expect(stage.passMinute()).toHaveLength(1)
  const runs = async () => (await call(`/v1/tasks/${taskId}/runs`))[1]
  await expect.poll(async () => JSON.stringify(await runs()), { timeout: 60_000 }).toContain('"done"')

  // It creates nothing in the stage, and knows no account.
  expect(await stage.countAccounts()).toBe(1)
  expect(JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8'))).toEqual(demo)
  expect(output()).not.toContain('access key')

  // A render that is stopped with the service can begin again immediately, and has lost no attempt.
  const [, slow] = await call('/v1/screenshot', { ...page, async: true, delay: 10 })
  const findSlow = () => stage.findRequest({ accountId, id: slow.id })
  await expect.poll(async () => (await findSlow())?.attempts, { timeout: 30_000 }).toBe(1)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  const stopped = await findSlow()
  expect(stopped).toMatchObject({ status: 'queued', attempts: 0 })
  expect(stopped).not.toHaveProperty('leaseUntilMs')
})
