import { createHash } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { defaultPlans } from '../../../lib/core/access/plans.ts'
import type { RenderOperationId } from '../../../lib/schema/operations.ts'
import { Acknowledgement, RequestList, RequestView } from '../../../lib/schema/requests.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { createHitStore } from '../../../lib/store/hits.ts'
import { createRequestStore, type RequestStore } from '../../../lib/store/requests.ts'
import { localCredentials, region } from '../../../local/credentials.ts'
import { readCloudFile } from '../../../local/service-file.ts'
import { tableNames } from '../../../local/tables.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

let fixtures: FixtureServer
let service: SharedService
let account: NewAccount
let dynamo: DynamoDBClient
let records: RequestStore

beforeAll(async () => {
  fixtures = await startFixtureServer({
    '*': page('<!doctype html><title>Later</title><body style="margin:0;background:#080"><h1>Later</h1>'),
  })
  service = await joinService()
  account = await service.createAccount('scale')
  const endpoint = (await readCloudFile(service.dataDir))?.endpointUrl ?? ''
  dynamo = new DynamoDBClient({ endpoint, region, credentials: localCredentials })
  records = createRequestStore({
    dynamo: DynamoDBDocumentClient.from(dynamo),
    tableName: tableNames.requests,
    nowMs: Date.now,
  })
})

afterAll(async () => {
  dynamo.destroy()
  await service[Symbol.asyncDispose]()
  await fixtures.close()
})

const call = (path: string, init: RequestInit = {}, accessKey = account.accessKey) =>
  fetch(service.baseUrl + path, { ...init, headers: { 'x-access-key': accessKey, ...init.headers } })

const post = (operation: string, options: object, headers: Record<string, string> = {}) =>
  call(`/v1/${operation}`, {
    method: 'POST',
    body: JSON.stringify({ url: `${fixtures.url}/`, async: true, ...options }),
    headers: { 'content-type': 'application/json', ...headers },
  })

const accept = async (operation: string, options: object = {}, headers: Record<string, string> = {}) => {
  const response = await post(operation, options, headers)
  expect(response.status).toBe(202)
  const acknowledgement = Acknowledgement.parse(await response.json())
  return { id: response.headers.get('x-service-request-id') ?? '', ...acknowledgement }
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
    { timeout: 50_000, interval: 250 },
  )

const list = async (query = ''): Promise<RequestList> =>
  RequestList.parse(await (await call(`/v1/requests${query}`)).json())

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

interface Kind {
  options: object
  contentType: string
  begins: string
}

const kinds: Record<RenderOperationId, Kind> = {
  screenshot: { options: { format: 'png' }, contentType: 'image/png', begins: '\x89PNG' },
  scrape: { options: { format: 'md' }, contentType: 'text/markdown; charset=utf-8', begins: '# Later' },
  pdf: { options: {}, contentType: 'application/pdf', begins: '%PDF-' },
  screencast: { options: { duration: 1, fps: 5 }, contentType: 'video/mp4', begins: '\0\0\0' },
}

test.each(Object.entries(kinds))(
  'an asynchronous %s ends as done, and its file is complete',
  async (operation, { options, contentType, begins }) => {
    const before = await usedHits()
    const { id, created } = await accept(operation, { ...options, external_id: 'a-1' })
    const request = await end(id)
    expect(request).toMatchObject({ id, operation, status: 'done', created, error: null, external_id: 'a-1' })
    const { status, headers, body } = await resultOf(request)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(contentType)
    expect(body.toString('latin1').startsWith(begins)).toBe(true)
    const record = await records.find({ accountId: account.id, id })
    expect(record?.result).toMatchObject({
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
    })
    expect((request.expires ?? 0) - created).toBeGreaterThanOrEqual(48 * 3600)
    expect(await usedHits()).toBe(before + 1)
  },
)

test('a page that cannot be loaded fails without a retry, with the error of a synchronous request, and uses no hit', async () => {
  const before = await usedHits()
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
  expect(await usedHits()).toBe(before)
})

test('a GET is accepted like a POST', async () => {
  const query = new URLSearchParams({ url: `${fixtures.url}/`, format: 'md', async: 'true' })
  const response = await call(`/v1/scrape?${query}`)
  expect(response.status).toBe(202)
  Acknowledgement.parse(await response.json())
  expect(await end(response.headers.get('x-service-request-id') ?? '')).toMatchObject({ status: 'done' })
})

test('a used up quota rejects a request before it is recorded', async () => {
  const owner = await service.createAccount('free')
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://nobody.here.invalid/', async: true }),
  }
  const hits = createHitStore({
    dynamo: DynamoDBDocumentClient.from(dynamo),
    tableName: tableNames.usage,
    plans: defaultPlans,
    nowMs: Date.now,
  })
  while ((await hits.take(owner, 'another request')).hit);
  const refused = await call('/v1/screenshot', options, owner.accessKey)
  expect(refused.status).toBe(423)
  const { requests } = (await (await call('/v1/requests', {}, owner.accessKey)).json()) as RequestList
  expect(requests).toEqual([])
})

test('several megabytes of html are rendered asynchronously', async () => {
  const html = `<body style="background:#00f">${'<!-- filler -->'.repeat(200_000)}</body>`
  const accepted = await accept('pdf', { url: undefined, html })
  const request = await end(accepted.id)
  expect(request.status).toBe('done')
  expect((await resultOf(request)).body.subarray(0, 5).toString()).toBe('%PDF-')
})

describe('Idempotency-Key', () => {
  test('concurrent POSTs with one key are one request: same id, same response, one hit', async () => {
    const before = await usedHits()
    const headers = { 'idempotency-key': 'order 1' }
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => accept('screenshot', { delay: 1 }, headers)),
    )
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1)
    expect(new Set(responses.map(({ created }) => created)).size).toBe(1)
    const [{ id } = { id: '' }] = responses
    expect((await end(id)).status).toBe('done')
    expect(await accept('screenshot', { delay: 1 }, headers)).toEqual(responses[0])
    expect(await usedHits()).toBe(before + 1)
    const other = await post('screenshot', { delay: 2 }, headers)
    expect(other.status).toBe(400)
    expect(await other.json()).toMatchObject({ message: expect.stringContaining('other parameters') })
  })

  test.each([
    ['a synchronous POST', () => post('screenshot', { async: false }, { 'idempotency-key': 'k' })],
    [
      'a GET',
      () =>
        call(`/v1/screenshot?async=true&url=${encodeURIComponent(fixtures.url)}`, {
          headers: { 'idempotency-key': 'k' },
        }),
    ],
    ['a list', () => call('/v1/requests', { headers: { 'idempotency-key': 'k' } })],
  ])('is refused with %s', async (_what, send) => {
    const response = await send()
    expect(response.status).toBe(400)
    expect(response.headers.get('x-service-error')).toBe('invalid_parameter')
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('Idempotency-Key') })
  })
})

describe('GET /v1/requests', () => {
  test('returns the newest first, in pages, by status and operation', async () => {
    const owner = await service.createAccount('scale')
    const accepted: string[] = []
    const options = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const send = async (operation: string, url: string) => {
      const body = JSON.stringify({ url, async: true })
      const response = await call(`/v1/${operation}`, { ...options, body }, owner.accessKey)
      accepted.push(response.headers.get('x-service-request-id') ?? '')
    }
    await send('scrape', fixtures.url)
    await send('pdf', 'http://nobody.here.invalid/')
    await send('scrape', 'http://nobody.here.invalid/')
    const read = async (query: string) =>
      RequestList.parse(await (await call(`/v1/requests${query}`, {}, owner.accessKey)).json())
    const ids = async (query: string) => (await read(query)).requests.map(({ id }) => id)
    const [first = '', second = '', third = ''] = accepted
    await vi.waitFor(async () => expect(await ids('?status=queued')).toEqual([]), {
      timeout: 50_000,
      interval: 250,
    })
    expect(await ids('')).toEqual([third, second, first])
    expect(await ids('?status=failed')).toEqual([third, second])
    expect(await ids('?operation=scrape')).toEqual([third, first])
    expect(await ids('?operation=scrape&status=done')).toEqual([first])
    const page = await read('?limit=2')
    expect(page.requests.map(({ id }) => id)).toEqual([third, second])
    const next = await read(`?limit=2&cursor=${page.cursor}`)
    expect(next).toMatchObject({ requests: [{ id: first }], cursor: null })
  })

  test('another account sees neither the list nor the request', async () => {
    const { id } = await accept('scrape')
    const stranger = await service.createAccount('scale')
    const response = await call(`/v1/requests/${id}`, {}, stranger.accessKey)
    expect(response.status).toBe(404)
    expect(response.headers.get('x-service-error')).toBe('not_found')
    const strangers = await call('/v1/requests', {}, stranger.accessKey)
    expect(await strangers.json()).toEqual({ requests: [], cursor: null })
    expect((await end(id)).status).toBe('done')
  })

  test.each(['0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3', 'x', '%00', 'a'.repeat(2_000)])(
    'an unknown request returns 404: %s',
    async (id) => {
      expect((await call(`/v1/requests/${id}`)).status).toBe(404)
    },
  )

  test('an invalid cursor returns 400', async () => {
    const response = await call('/v1/requests?cursor=nonsense')
    expect(response.status).toBe(400)
    expect(await list('?limit=1')).toMatchObject({ requests: [{ id: expect.any(String) }] })
  })
})
