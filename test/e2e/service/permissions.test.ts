import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sweep } from '../../../functions/list.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { createRequestStore } from '../../../lib/store/requests.ts'
import { type Cloud, cloudEnvironment, provisionCloud } from '../../../local/cloud.ts'
import { region } from '../../../local/credentials.ts'
import { functionDefinitions } from '../../../local/functions.ts'
import { createLambda } from '../../../local/lambda/create-lambda.ts'
import { readCloudFile } from '../../../local/service-file.ts'
import { tableNames } from '../../../local/tables.ts'
import { type GuardedCloud, startGuardedCloud } from '../../support/service/guarded-cloud.ts'
import { sampleRequests, sendOptions } from '../../support/service/sample-requests.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/sites/webhook-receiver.ts'

let guard: GuardedCloud
let service: TestService
let account: NewAccount
let fixtures: FixtureServer
let receiver: WebhookReceiver
let cloud: Cloud
let dynamo: DynamoDBDocumentClient

beforeAll(async () => {
  fixtures = await startFixtureServer({ '*': page('<title>Guarded</title><h1>Guarded</h1>') })
  receiver = await startWebhookReceiver()
  service = await startTestService(
    { EGRESS_ALLOW: '127.0.0.1' },
    {
      endpointFor: async (endpointUrl) => {
        guard = await startGuardedCloud(endpointUrl)
        return guard.url
      },
    },
  )
  account = await service.createAccount('scale')
  cloud = await provisionCloud((await readCloudFile(service.dataDir))?.endpointUrl ?? '')
  dynamo = DynamoDBDocumentClient.from(cloud.dynamo, { marshallOptions: { removeUndefinedValues: true } })
})

afterAll(async () => {
  cloud.close()
  await service[Symbol.asyncDispose]()
  await guard.close()
  await receiver.close()
  await fixtures.close()
})

afterEach(() => {
  expect([...guard.refused]).toEqual([])
  // Otherwise the calls did not pass the guard.
  expect(guard.allowed.size).toBeGreaterThan(0)
  guard.allowed.clear()
})

const call = async (path: string, status: number, init: RequestInit = {}) => {
  const headers = { 'x-access-key': account.accessKey, 'content-type': 'application/json', ...init.headers }
  const response = await fetch(service.baseUrl + path, { ...init, headers })
  const body = await response.text()
  expect(response.status, `${path}: ${body.slice(0, 300)}`).toBe(status)
  return { id: response.headers.get('x-service-request-id') ?? '', body }
}

const post = (path: string, body: object, status: number, headers: Record<string, string> = {}) =>
  call(path, status, { method: 'POST', body: JSON.stringify(body), headers })

const url = () => `${fixtures.url}/`

const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const record = JSON.parse((await call(`/v1/requests/${id}`, 200)).body)
      expect(record.status).not.toBe('queued')
      expect(record.webhook?.status).not.toBe('pending')
      return record
    },
    { timeout: 60_000, interval: 200 },
  )

/** Records a queued request that was accepted some time ago and whose worker died. Its options are in S3. */
const putQueued = async (ageSeconds: number) => {
  const createdMs = Date.now() - ageSeconds * 1000
  const key = { accountId: account.id, id: createRequestId(createdMs, randomBytes(10)) }
  const records = createRequestStore({ dynamo, tableName: tableNames.requests, nowMs: () => createdMs })
  await records.putQueued({
    ...key,
    operation: 'screenshot',
    created: Math.floor(createdMs / 1000),
    hasInput: true,
    counted: true,
  })
  return key
}

describe('the role of each function allows', () => {
  test('synchronous renders with and without the cache', async () => {
    await post('/v1/screenshot', { url: url() }, 200)
    await post('/v1/scrape', { url: url(), cache: true }, 200)
    await post('/v1/scrape', { url: url(), cache: true }, 200)
    await post('/v1/pdf', { url: url(), webhook_url: receiver.url }, 200)
    await post('/v1/screencast', { url: url(), duration: 1, viewport_width: 320, viewport_height: 240 }, 200)
  })

  test('asynchronous renders with large options, a webhook and an idempotency key', async () => {
    const html = `<title>Large</title>${'<p>text'.repeat(30_000)}`
    const options = { html, async: true, webhook_url: receiver.url }
    const { id } = await post('/v1/screenshot', options, 202, { 'idempotency-key': 'once' })
    const record = await ended(id)
    expect(record).toMatchObject({ status: 'done', webhook: { status: 'delivered' } })
    await call('/v1/requests', 200)
    await call(`/v1/requests/${id}/webhook`, 202, { method: 'POST' })
    await post('/v1/scrape', { url: url(), cache: true, async: true }, 202).then((again) => ended(again.id))
  })

  test('tasks, and a task that is due', async () => {
    const query = new URLSearchParams({ url: url() }).toString()
    const task = { name: 'guarded', api: 'scrape', query, frequency: 'every_minute' }
    const { id } = JSON.parse((await post('/v1/tasks', task, 201)).body)
    await call('/v1/tasks', 200)
    await call(`/v1/tasks/${id}`, 200, { method: 'PATCH', body: JSON.stringify({ name: 'renamed' }) })
    const change = { frequency: 'custom', crontab: '*/2 * * * *' }
    await call(`/v1/tasks/${id}`, 200, { method: 'PATCH', body: JSON.stringify(change) })
    const message = { kind: 'task', accountId: account.id, taskId: id, scheduledTime: '2026-11-21T10:00:00Z' }
    await cloud.sqs.send(
      new SendMessageCommand({ QueueUrl: cloud.queues.render.url, MessageBody: JSON.stringify(message) }),
    )
    await vi.waitFor(async () => expect(JSON.parse((await call(`/v1/tasks/${id}`, 200)).body).runs).toBe(1), {
      timeout: 60_000,
      interval: 200,
    })
    await call(`/v1/tasks/${id}`, 204, { method: 'DELETE' })
  })

  test('every function to refuse a request before it is counted', async () => {
    const unpaid = await service.createAccount('scale')
    await service.accounts.change(unpaid.id, { paid: false })
    for (const operation of Object.values<Operation>(operations).filter(({ keyRequired }) => keyRequired))
      for (const request of sampleRequests(operation)) {
        const response = await sendOptions(service.baseUrl + operation.path.replace('{id}', '1'), request, {
          'x-access-key': unpaid.accessKey,
        })
        expect(response.status, operation.id).toBe(402)
        expect(response.headers.get('ratelimit-limit'), operation.id).not.toBeNull()
        await response.body?.cancel()
      }
  })

  test('operations that do not render', async () => {
    await call('/v1/usage', 200)
    await call('/v1/devices', 200)
    await call('/v1/openapi.json', 200)
    await call('/v1/nothing', 404)
  })

  test('dead letters', async () => {
    const { accountId, id } = await putQueued(60)
    const send = (QueueUrl: string, message: object) =>
      cloud.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }))
    await send(cloud.queues.renderDeadLetters.url, { kind: 'request', accountId, requestId: id })
    await send(cloud.queues.webhookDeadLetters.url, { accountId, requestId: id })
    expect(await ended(id)).toMatchObject({ status: 'failed' })
  })

  test('the sweep', async () => {
    const { id } = await putQueued(8 * 3600)
    const definition = functionDefinitions.filter(({ name }) => name === sweep.name)
    await using lambda = createLambda({
      functions: definition,
      root: join(import.meta.dirname, '..', '..', '..'),
      region,
      environment: {
        STAGE: 'local',
        LOG_LEVEL: 'error',
        AWS_ENDPOINT_URL: guard.url,
        ...cloudEnvironment(cloud, guard.url),
        PUBLIC_URL: service.baseUrl,
      },
      log: (_name, line) => process.stderr.write(`${line}\n`),
    })
    await lambda.invoke(sweep.name, {})
    expect(await ended(id)).toMatchObject({ status: 'failed' })
  })
})
