import { createHash } from 'node:crypto'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, expect, test } from 'vitest'
import { Acknowledgement, RequestView } from '../../../lib/schema/requests.ts'
import { createRequestStore } from '../../../lib/store/requests.ts'
import { tableNames } from '../../../local/tables.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
const { id: accountId, accessKey } = await service.createAccount('scale')
const cloud = await service.openCloud()
afterAll(async () => {
  cloud.close()
  await service[Symbol.asyncDispose]()
})

const call = (path: string, init: RequestInit = {}) =>
  fetch(service.baseUrl + path, {
    ...init,
    headers: { 'x-access-key': accessKey, 'content-type': 'application/json' },
  })

const find = async (id: string) => RequestView.parse(await (await call(`/v1/requests/${id}`)).json())

test('an asynchronous screenshot ends as done, and its file is complete', async () => {
  const url = 'http://demo.stillframe.example/'
  const options = { format: 'png', async: true, external_id: 'a-1' }
  const body = JSON.stringify({ url, block_annoyance: 'none', ...options })
  const response = await call('/v1/screenshot', { method: 'POST', body })
  expect(response.status).toBe(202)
  const { id, url: requestUrl, created } = Acknowledgement.parse(await response.json())
  expect(id).toBe(response.headers.get('x-service-request-id'))
  expect(requestUrl).toBe(`${service.baseUrl}/v1/requests/${id}`)
  await expect.poll(async () => (await find(id)).status, { timeout: 50_000, interval: 100 }).toBe('done')
  const request = await find(id)
  expect(request).toMatchObject({
    id,
    operation: 'screenshot',
    created,
    error: null,
    external_id: 'a-1',
    url,
    options,
    omitted_options: [],
    duration_ms: expect.any(Number),
    content_type: 'image/png',
    width: 1280,
    height: 1080,
    pages: null,
    duration: null,
    page_status: 200,
    page_title: 'Harbour Light, a field guide to lighthouses',
  })
  const served = await fetch(request.file ?? '')
  const file = Buffer.from(await served.arrayBuffer())
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(file.toString('latin1').startsWith('\x89PNG')).toBe(true)
  expect(request.bytes).toBe(file.length)
  const records = createRequestStore({
    dynamo: DynamoDBDocumentClient.from(cloud.dynamo),
    tableName: tableNames.requests,
    nowMs: Date.now,
  })
  const sha256 = createHash('sha256').update(file).digest('hex')
  expect((await records.find({ accountId, id }))?.result).toMatchObject({ bytes: file.length, sha256 })
  expect((request.expires ?? 0) - created).toBeGreaterThanOrEqual(48 * 3600)
  expect((await (await call('/v1/usage')).json()).hits.used).toBe(1)
})
