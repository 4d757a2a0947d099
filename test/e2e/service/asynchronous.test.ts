import { createHash } from 'node:crypto'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Acknowledgement, RequestView } from '../../../lib/schema/requests.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { createRequestStore, type RequestStore } from '../../../lib/store/requests.ts'
import type { Cloud } from '../../../local/cloud.ts'
import { tableNames } from '../../../local/tables.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

let fixtures: FixtureServer
let service: SharedService
let account: NewAccount
let cloud: Cloud
let records: RequestStore

beforeAll(async () => {
  fixtures = await startFixtureServer({
    '*': page('<!doctype html><title>Later</title><body style="margin:0;background:#080"><h1>Later</h1>'),
  })
  service = await joinService()
  account = await service.createAccount('scale')
  cloud = await service.openCloud()
  records = createRequestStore({
    dynamo: DynamoDBDocumentClient.from(cloud.dynamo),
    tableName: tableNames.requests,
    nowMs: Date.now,
  })
})

afterAll(async () => {
  cloud.close()
  await service[Symbol.asyncDispose]()
  await fixtures.close()
})

const call = (path: string, init: RequestInit = {}, accessKey = account.accessKey) =>
  fetch(service.baseUrl + path, { ...init, headers: { 'x-access-key': accessKey, ...init.headers } })

const post = (operation: string, options: object, headers: Record<string, string> = {}) =>
  call(`/v1/${operation}`, {
    method: 'POST',
    body: JSON.stringify({ url: `${fixtures.url}/`, block_annoyance: 'none', async: true, ...options }),
    headers: { 'content-type': 'application/json', ...headers },
  })

const accept = async (operation: string, options: object = {}, headers: Record<string, string> = {}) => {
  const response = await post(operation, options, headers)
  expect(response.status).toBe(202)
  const acknowledgement = Acknowledgement.parse(await response.json())
  expect(acknowledgement.id).toBe(response.headers.get('x-service-request-id'))
  expect(acknowledgement.url).toBe(`${service.baseUrl}/v1/requests/${acknowledgement.id}`)
  return acknowledgement
}

const find = async (id: string): Promise<RequestView> =>
  RequestView.parse(await (await call(`/v1/requests/${id}`)).json())

const end = (id: string): Promise<RequestView> =>
  vi.waitFor(
    async () => {
      const request = await find(id)
      expect(request.status).not.toBe('queued')
      return request
    },
    { timeout: 50_000, interval: 100 },
  )

const usedHits = async () => {
  const { hits } = (await (await call('/v1/usage')).json()) as { hits: { used: number } }
  return hits.used
}

const resultOf = async ({ file }: RequestView) => {
  const response = await fetch(file ?? '')
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}

test('an asynchronous screenshot ends as done, and its file is complete', async () => {
  const before = await usedHits()
  const { id, created } = await accept('screenshot', { format: 'png', external_id: 'a-1' })
  const request = await end(id)
  expect(request).toMatchObject({
    id,
    operation: 'screenshot',
    status: 'done',
    created,
    error: null,
    external_id: 'a-1',
    url: `${fixtures.url}/`,
    options: { format: 'png', async: true, external_id: 'a-1' },
    omitted_options: [],
    duration_ms: expect.any(Number),
    content_type: 'image/png',
    width: 1280,
    height: 1080,
    pages: null,
    duration: null,
  })
  const { status, headers, body } = await resultOf(request)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/png')
  expect(body.toString('latin1').startsWith('\x89PNG')).toBe(true)
  expect(request.bytes).toBe(body.length)
  const record = await records.find({ accountId: account.id, id })
  expect(record?.result).toMatchObject({
    bytes: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
  })
  expect((request.expires ?? 0) - created).toBeGreaterThanOrEqual(48 * 3600)
  expect(await usedHits()).toBe(before + 1)
})

test('a request by GET is accepted, and a synchronous request receives its cached result', async () => {
  const options = { url: `${fixtures.url}/`, format: 'md', cache: 'true', block_annoyance: 'none' }
  const response = await call(`/v1/scrape?${new URLSearchParams({ ...options, async: 'true' })}`)
  expect(response.status).toBe(202)
  const acknowledgement = (await response.json()) as object
  expect(Object.keys(acknowledgement)).toEqual(['status', 'message', 'created', 'id', 'url'])
  const request = await end(response.headers.get('x-service-request-id') ?? '')
  const { headers, body } = await resultOf(request)
  expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(body.toString().trim()).toBe('# Later')
  const hit = await call(`/v1/scrape?${new URLSearchParams(options)}`)
  expect([hit.headers.get('x-service-cache'), await hit.text()]).toEqual(['hit', body.toString()])
})

test('a page that cannot be loaded fails without a retry, with the error of a synchronous request', async () => {
  const url = 'http://nobody.here.invalid/'
  const { id } = await accept('screenshot', { url })
  const synchronous = await post('screenshot', { url, async: false })
  const { message } = (await synchronous.json()) as { message: string }
  expect(await end(id)).toMatchObject({
    status: 'failed',
    file: null,
    expires: null,
    error: { code: synchronous.headers.get('x-service-error'), message },
  })
})
