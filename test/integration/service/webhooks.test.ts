import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createSignature } from '../../../lib/core/access/signature.ts'
import { joinWebhookService, testReceiver } from '../../support/service/webhook-service.ts'
import type { Delivery } from '../../support/sites/webhook-receiver.ts'

const desk = await joinWebhookService()

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
