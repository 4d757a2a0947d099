import { randomBytes } from 'node:crypto'
import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { sweep } from '../../../infra/functions.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { createRequestStore } from '../../../lib/store/requests.ts'
import { tableNames } from '../../../local/tables.ts'
import { nowMs } from '../../support/now.ts'
import { joinService } from '../../support/service/shared-service.ts'

/*
 * The shared service runs with the permissions of its roles, and each test file fails if a call was refused. These tests make the
 * calls that the other files do not make.
 */

const service = await joinService()
const account = await service.createAccount('scale')
const cloud = await service.openCloud()

afterAll(() => cloud.close())

const call = async (path: string, status: number, init: RequestInit = {}) => {
  const headers = { 'x-access-key': account.accessKey, 'content-type': 'application/json', ...init.headers }
  const response = await fetch(service.baseUrl + path, { ...init, headers })
  const body = await response.text()
  expect(response.status, `${path}: ${body.slice(0, 300)}`).toBe(status)
  return { id: response.headers.get('x-service-request-id') ?? '', body }
}

const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const record = JSON.parse((await call(`/v1/requests/${id}`, 200)).body)
      expect(record.status).not.toBe('queued')
      expect(record.webhook?.status).not.toBe('pending')
      return record
    },
    { timeout: 60_000, interval: 100 },
  )

/** Records a queued request that was accepted some time ago and whose worker died. Its options are in S3. */
const putQueued = async (ageSeconds: number) => {
  const createdMs = nowMs() - ageSeconds * 1000
  const key = { accountId: account.id, id: createRequestId(createdMs, randomBytes(10)) }
  const dynamo = DynamoDBDocumentClient.from(cloud.dynamo, {
    marshallOptions: { removeUndefinedValues: true },
  })
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

/** Fails unless the calls of these functions passed the guard. */
const expectCallers = async (...names: string[]) => {
  const { allowed } = await service.cloudCalls()
  const callers = new Set(allowed.map((call) => call.split(' ')[0]))
  expect(names.filter((name) => !callers.has(name))).toEqual([])
}

describe('the role of each function allows', () => {
  test('deletions of requests, after which their files are not found', async () => {
    const query = new URLSearchParams({ html: 'to be deleted', cache: 'true', response_type: 'json' })
    const { id, body } = await call(`/v1/screenshot?${query}`, 200)
    const { file } = JSON.parse(body)
    expect((await fetch(file)).status).toBe(200)
    await call(`/v1/requests/${id}`, 204, { method: 'DELETE' })
    expect((await fetch(file)).status).toBe(404)
    await call(`/v1/requests/${id}`, 404)
    const again = await call(`/v1/screenshot?${query}`, 200)
    expect((await fetch(JSON.parse(again.body).file)).status).toBe(200)

    const waiting = await putQueued(60)
    await call(`/v1/requests/${waiting.id}`, 204, { method: 'DELETE' })
    await call(`/v1/requests/${waiting.id}`, 404, { method: 'DELETE' })
  })

  test('dead letters', async () => {
    const { accountId, id } = await putQueued(60)
    const send = (QueueUrl: string, message: object) =>
      cloud.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }))
    await send(cloud.queues.renderDeadLetters.url, { kind: 'request', accountId, requestId: id })
    await send(cloud.queues.webhookDeadLetters.url, { accountId, requestId: id })
    expect(await ended(id)).toMatchObject({ status: 'failed' })
    await vi.waitFor(() => expectCallers('render-dead-letters', 'webhook-dead-letters'), { timeout: 20_000 })
  })

  test('the sweep', async () => {
    const { id } = await putQueued(8 * 3600)
    await using lambda = service.startFunction(sweep.name, cloud)
    await lambda.invoke(sweep.name, {})
    expect(await ended(id)).toMatchObject({ status: 'failed' })
    await expectCallers(sweep.name)
  })
})
