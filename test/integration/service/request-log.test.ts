import { expect, test, vi } from 'vitest'
import type { RequestList } from '../../../lib/schema/requests.ts'
import { joinWebhookService } from '../../support/service/webhook-service.ts'

const desk = await joinWebhookService()

const scrape = (accessKey: string, options: Record<string, string>) =>
  desk.call(
    `/v1/scrape?${new URLSearchParams({ url: desk.site.url, js_enabled: 'false', ...options })}`,
    accessKey,
  )

const idOf = ({ headers }: Response) => headers.get('x-service-request-id') ?? ''

const listOf = async (accessKey: string, query = '') =>
  ((await (await desk.call(`/v1/requests?${query}`, accessKey)).json()) as RequestList).requests

/** The log is written while the response is sent. */
const listWith = (accessKey: string, count: number) =>
  vi.waitFor(
    async () => {
      const requests = await listOf(accessKey)
      expect(requests).toHaveLength(count)
      return requests
    },
    { timeout: 10_000, interval: 50 },
  )

test('the log has every synchronous request that was counted, with its outcome, and no private parameter', async () => {
  const { accessKey } = await desk.service.createAccount('growth')
  const done = await scrape(accessKey, { external_id: 'order-1', headers: 'X-Secret: hush', format: 'md' })
  const { length } = await done.arrayBuffer().then((body) => new Uint8Array(body))
  const failed = await scrape(accessKey, { url: 'http://user:hush@127.0.0.1:1/pricing' })
  const invalid = await scrape(accessKey, { url: `${desk.site.url}invalid`, format: 'docx' })
  const malformed = await desk.call('/v1/pdf', accessKey, { method: 'POST', body: '{' })
  const refused = await scrape('z'.repeat(24), {})
  expect([done, failed, invalid, malformed, refused].map(({ status }) => status)).toEqual([
    200, 400, 400, 400, 401,
  ])
  const requests = await listWith(accessKey, 4)
  expect(requests.map(({ id }) => id)).toEqual([malformed, invalid, failed, done].map(idOf))
  expect(requests).toMatchObject([
    { operation: 'pdf', status: 'failed', url: null, error: { code: 'invalid_body' } },
    {
      status: 'failed',
      url: `${desk.site.url}invalid`,
      options: {},
      error: { code: 'invalid_parameter', message: expect.stringContaining('docx') },
    },
    { status: 'failed', url: 'http://127.0.0.1:1/pricing', error: { code: 'address_blocked' } },
    {
      operation: 'scrape',
      status: 'done',
      url: desk.site.url,
      external_id: 'order-1',
      key_id: accessKey.slice(0, 10),
      options: { format: 'md', js_enabled: false, external_id: 'order-1' },
      omitted_options: ['headers'],
      file: null,
      expires: null,
      error: null,
      webhook: null,
      content_type: 'text/markdown; charset=utf-8',
      bytes: length,
      duration_ms: expect.any(Number),
    },
  ])
  expect(JSON.stringify(requests)).not.toContain('hush')
})

test('a request that has a record is not logged again, whether it is done, failed, or queued', async () => {
  const { accessKey } = await desk.service.createAccount('growth')
  const responses = [
    await scrape(accessKey, { cache: 'true' }),
    await scrape(accessKey, { response_type: 'json' }),
    await scrape(accessKey, { async: 'true' }),
    await scrape(accessKey, {
      url: 'http://127.0.0.1:1/',
      webhook_url: desk.site.url,
      webhook_errors: 'true',
    }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 202, 400])
  const requests = await listWith(accessKey, 4)
  expect(requests.map(({ id }) => id)).toEqual(responses.map(idOf).reverse())
  expect(requests.map(({ key_id }) => key_id)).toEqual(responses.map(() => accessKey.slice(0, 10)))
  expect(await listOf(accessKey, 'stored=true')).toHaveLength(4)
})
