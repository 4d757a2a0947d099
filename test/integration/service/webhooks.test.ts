import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, test } from 'vitest'
import { createSignature } from '../../../lib/core/access/signature.ts'
import { localAdvice } from '../../../lib/core/network/address-policy.ts'
import { joinWebhookService, testReceiver } from '../../support/service/webhook-service.ts'
import type { Delivery } from '../../support/sites/webhook-receiver.ts'

const desk = await joinWebhookService()
afterAll(() => desk[Symbol.asyncDispose]())

const repeat = (id: string, accessKey = desk.account.accessKey, init: RequestInit = {}) =>
  desk.call(`/v1/requests/${id}/webhook`, accessKey, { method: 'POST', ...init })

const verify = ({ body, headers }: Delivery, secretKey: string) =>
  new Webhook(secretKey, { format: 'raw' }).verify(body, headers as Record<string, string>)

test('a synchronous request does not wait for its webhook, which announces the stored file', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const receiver = await testReceiver((response) => void released.then(() => response.writeHead(200).end()))
  const { id, body } = await desk.scrape({ webhook_url: receiver.url, external_id: 'order-42' })
  await receiver.received(1)
  expect(await desk.read(id)).toMatchObject({ status: 'done', webhook: { status: 'pending', attempts: [] } })
  release()
  const view = await desk.ended(id, 'delivered')
  expect(view).toMatchObject({
    external_id: 'order-42',
    webhook: { url: receiver.url, attempts: [{ status: 200, error: null }] },
  })
  const [delivery] = receiver.deliveries as [Delivery]
  expect(JSON.parse(String(delivery.body))).toEqual({
    id,
    file: view.file,
    expires: view.expires,
    created: view.created,
  })
  expect(delivery.headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-request-id': id,
    'x-service-external-id': 'order-42',
    'x-service-webhook-attempt': '1',
    'x-service-webhook-signature': createSignature(desk.account.secretKey, delivery.body),
  })
  expect(verify(delivery, desk.account.secretKey)).toMatchObject({ id })
  const file = Buffer.from(await (await fetch(view.file ?? '')).arrayBuffer())
  expect(createHash('sha256').update(file).digest('hex')).toBe(
    createHash('sha256').update(body).digest('hex'),
  )
  expect((view.expires ?? 0) - view.created).toBeGreaterThanOrEqual(48 * 3600)
})

describe('a manual repetition', () => {
  test('for the request of another account, or an unknown one, returns 404', async () => {
    const receiver = await testReceiver()
    const { id } = await desk.scrape({ webhook_url: receiver.url })
    await desk.ended(id, 'delivered')
    const other = await desk.service.createAccount('growth')
    for (const response of [
      await repeat(id, other.accessKey),
      await repeat('0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3'),
      await repeat('nonsense'),
      await repeat('%2e%2e'),
    ]) {
      expect(response.status).toBe(404)
      expect(response.headers.get('x-service-error')).toBe('not_found')
    }
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('for a request without a webhook, or with parameters, returns 400', async () => {
    const { id } = await desk.scrape({ cache: 'true' })
    expect((await desk.read(id)).status).toBe('done')
    const response = await repeat(id)
    expect([response.status, (await response.json()).message]).toEqual([
      400,
      'The request has no `webhook_url`.',
    ])
    const json = { 'content-type': 'application/json' }
    expect((await repeat(id, desk.account.accessKey, { body: '{"force":true}', headers: json })).status).toBe(
      400,
    )
    expect((await repeat(id, desk.account.accessKey, { body: 'force=1' })).status).toBe(400)
  })
})

test('a URL that is not allowed returns 400, and nothing is rendered', async () => {
  const query = new URLSearchParams({
    url: `${desk.site.url}/never`,
    js_enabled: 'false',
    webhook_url: 'https://10.0.0.1/hook',
  })
  const response = await desk.call(`/v1/scrape?${query}`)
  expect(response.status).toBe(400)
  expect((await response.json()).message).toBe(
    `\`webhook_url\` is not allowed. It must be a public URL. ${localAdvice}`,
  )
  expect(desk.site.requests.map(({ path }) => path)).not.toContain('/never')
})
