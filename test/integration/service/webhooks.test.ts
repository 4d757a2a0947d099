import { createHash } from 'node:crypto'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createSignature } from '../../../lib/core/access/signature.ts'
import { localCredentials, region } from '../../../local/credentials.ts'
import { readCloudFile } from '../../../local/service-file.ts'
import { joinWebhookService, testReceiver } from '../../support/service/webhook-service.ts'
import { acknowledging, type Delivery, firstThen, responding } from '../../support/sites/webhook-receiver.ts'

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

test('a failed attempt is retried, and the webhook fails after the last one', async () => {
  const receiver = await testReceiver(responding(503))
  const { id } = await desk.scrape({ webhook_url: receiver.url })
  const { webhook } = await desk.ended(id, 'failed')
  expect(webhook?.attempts.map(({ status, error }) => [status, error])).toEqual(
    Array(3).fill([503, 'The receiver returned 503.']),
  )
  const numbers = receiver.deliveries.map(({ headers }) => headers['x-service-webhook-attempt'])
  expect(numbers).toEqual(['1', '2', '3'])
  expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
})

test('an attempt after a rotation of the secret key is signed with the new one', async () => {
  const rotating = await desk.service.createAccount('growth')
  const receiver = await testReceiver()
  const rotated = Promise.withResolvers<void>()
  receiver.behave((response, _delivery, nth) => {
    if (nth > 1) return void response.writeHead(200).end()
    return void rotated.promise.then(() => response.writeHead(500).end())
  })
  await desk.scrape({ webhook_url: receiver.url }, rotating.accessKey)
  await receiver.received(1)
  const { secretKey = '' } = (await desk.service.accounts.rotateSecretKey(rotating.id)) ?? {}
  rotated.resolve()
  await receiver.received(2)
  const [before, after] = receiver.deliveries as [Delivery, Delivery]
  expect(verify(before, rotating.secretKey)).toBeDefined()
  expect(verify(after, secretKey)).toBeDefined()
  expect(() => verify(after, rotating.secretKey)).toThrow('No matching signature')
})

test('an unsigned webhook has no signature', async () => {
  const receiver = await testReceiver()
  const { id } = await desk.scrape({ webhook_url: receiver.url, webhook_signed: 'false' })
  await desk.ended(id, 'delivered')
  const names = Object.keys(receiver.deliveries[0]?.headers ?? {})
  expect(names.filter((name) => name.includes('signature'))).toEqual([])
})

describe('messages of the queues', () => {
  const sendTo = async (queue: string, requestId: string, times = 1) => {
    const endpoint = (await readCloudFile(desk.service.dataDir))?.endpointUrl ?? ''
    const sqs = new SQSClient({ endpoint, region, credentials: localCredentials })
    const message = {
      QueueUrl: `${endpoint}/000000000000/${queue}`,
      MessageBody: JSON.stringify({ accountId: desk.account.id, requestId }),
    }
    for (let count = 0; count < times; count++) await sqs.send(new SendMessageCommand(message))
    sqs.destroy()
  }
  const linesOf = (outcome: string, id: string) =>
    desk.service.readLog().filter((line) => line.includes(id) && line.includes(`"outcome":"${outcome}"`))

  test('a message that is delivered many times delivers the webhook once', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const receiver = await testReceiver((response) => void released.then(() => response.writeHead(200).end()))
    const { id } = await desk.scrape({ webhook_url: receiver.url })
    await receiver.received(1)
    await sendTo('webhook', id, 5)
    await vi.waitFor(() => expect(linesOf('leased', id).length).toBeGreaterThan(0), { timeout: 10_000 })
    release()
    await desk.ended(id, 'delivered')
    await sendTo('webhook', id, 5)
    await vi.waitFor(() => expect(linesOf('closed', id).length).toBeGreaterThanOrEqual(5), {
      timeout: 10_000,
    })
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('a dead letter ends a pending webhook with a reason', async () => {
    const receiver = await testReceiver(responding(503, { 'retry-after': '3600' }))
    const { id } = await desk.scrape({ webhook_url: receiver.url })
    await receiver.received(1)
    await vi.waitFor(() => expect(linesOf('retry', id)).toHaveLength(1), { timeout: 10_000 })
    await sendTo('webhook-dead-letters', id)
    const { webhook } = await desk.ended(id, 'failed')
    expect(webhook?.attempts.at(-1)).toMatchObject({
      status: null,
      error: 'The service could not deliver it.',
    })
  })
})

describe('a manual repetition', () => {
  test('delivers a failed webhook, and a delivered one again, without using quota', async () => {
    const receiver = await testReceiver(firstThen(1, responding(410), acknowledging))
    const { id } = await desk.scrape({ webhook_url: receiver.url })
    await desk.ended(id, 'failed')
    const usedBefore = (await (await desk.call('/v1/usage')).json()).hits.used
    for (const body of [undefined, '{}']) {
      const response = await repeat(
        id,
        desk.account.accessKey,
        body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } },
      )
      expect(response.status).toBe(202)
      expect(response.headers.get('ratelimit-remaining')).toMatch(/^\d+$/)
      expect(await desk.readResponse(response)).toMatchObject({ id, webhook: { status: 'pending' } })
      await desk.ended(id, 'delivered')
    }
    expect((await desk.read(id)).webhook?.attempts.map(({ status }) => status)).toEqual([410, 200, 200])
    const numbers = receiver.deliveries.map(({ headers }) => headers['x-service-webhook-attempt'])
    expect(numbers).toEqual(['1', '2', '3'])
    expect((await (await desk.call('/v1/usage')).json()).hits.used).toBe(usedBefore)
  })

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
  expect((await response.json()).message).toBe('`webhook_url` is not allowed. It must be a public URL.')
  expect(desk.site.requests.map(({ path }) => path)).not.toContain('/never')
})
