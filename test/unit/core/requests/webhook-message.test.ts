import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import {
  createWebhookMessage,
  type WebhookMessageOptions,
} from '../../../../lib/core/requests/webhook-message.ts'
import { deliveryShape } from '../../../../lib/schema/fields/delivery.ts'
import { buildOpenApi } from '../../../../lib/schema/openapi.ts'
import { WebhookChangePayload, WebhookPayload } from '../../../../lib/schema/openapi-webhook.ts'
import { nowSeconds } from '../../../support/now.ts'

const secretKey = 'Zk3v9QhT1mR8sYc5wB2nF7xL4pG6dJ0aKeUiOtVy'
const payload = {
  id: '0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
  file: 'https://cache.example.com/0af1.jpg',
  expires: 1_800_604_800,
  created: 1_800_000_000,
}
const message = (options: Partial<WebhookMessageOptions> = {}) =>
  createWebhookMessage({
    payload,
    attempt: 1,
    timestamp: nowSeconds(),
    secretKey,
    externalId: undefined,
    ...options,
  })

test('the body has exactly its four documented fields', () => {
  const extended = { ...payload, url: 'https://example.com/?token=1' }
  expect(JSON.parse(message({ payload: extended }).body.toString())).toEqual(payload)
})

test('the body for a watched page has the fields of a result, the task and the change', () => {
  const change = {
    changed: true,
    ratio: 0.01,
    regions: [],
    before: null,
    difference: null,
    text_difference: null,
  }
  const body = JSON.parse(message({ payload: { ...payload, task_id: 7, change } }).body.toString())
  expect(WebhookChangePayload.parse(body)).toEqual({ ...payload, task_id: 7, change })
})

test('the signature is the lower-case hex HMAC of any bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1 }), (file, secret) => {
      const { headers, body } = message({ payload: { ...payload, file }, secretKey: secret })
      expect(headers['X-Service-WebHook-Signature']).toBe(
        createHmac('sha256', Buffer.from(secret)).update(body).digest('hex'),
      )
      expect(JSON.parse(body.toString()).file).toBe(file.toWellFormed())
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['whsec_ and base64', new Webhook(`whsec_${Buffer.from(secretKey).toString('base64')}`)],
  ['the raw bytes', new Webhook(secretKey, { format: 'raw' })],
])('a Standard Webhooks library with %s of the secret key accepts it', (_, library) => {
  const { headers, body } = message()
  expect(library.verify(body, { ...headers })).toEqual(payload)
})

test.each(['body', 'webhook-id', 'webhook-timestamp', 'secret'])('a changed %s is refused', (part) => {
  const { headers, body } = message()
  const library = new Webhook(part === 'secret' ? `${secretKey.slice(1)}0` : secretKey, { format: 'raw' })
  const changed = Buffer.from(body)
  if (part === 'body') changed[10] = (changed[10] ?? 0) ^ 1
  const shown = { ...headers }
  if (part === 'webhook-id') shown['webhook-id'] = `${payload.id}0`
  if (part === 'webhook-timestamp')
    shown['webhook-timestamp'] = String(Number(headers['webhook-timestamp']) + 1)
  expect(() => library.verify(changed, shown)).toThrow('No matching signature')
})

test('an unsigned webhook has neither signature, and every other header', () => {
  const names = Object.keys(message({ secretKey: undefined }).headers)
  expect(names.filter((name) => /signature/i.test(name))).toEqual([])
  expect(names.length).toBe(Object.keys(message().headers).length - 2)
})

test('the OpenAPI document describes the body and every header', () => {
  const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`
  const { headers, body } = message({ externalId: 'order-42', traceparent })
  expect(WebhookPayload.parse(JSON.parse(body.toString()))).toEqual(payload)
  const { webhooks } = buildOpenApi('https://api.example.com') as {
    webhooks: { rendered: { post: { parameters: { name: string; required: boolean }[] } } }
  }
  const { parameters } = webhooks.rendered.post
  // Those of every HTTP client are not in it.
  const sent = Object.keys(headers).filter((name) => !/^(content-type|user-agent)$/i.test(name))
  expect(parameters.map(({ name }) => name).sort()).toEqual(sent.sort())
  const always = Object.keys(message({ secretKey: undefined }).headers)
  for (const { name, required } of parameters) expect(required).toBe(always.includes(name))
})

test('every attempt has the same id and another time and number', () => {
  const first = message({ attempt: 1, timestamp: 1_800_000_000 }).headers
  const second = message({ attempt: 2, timestamp: 1_800_000_005 }).headers
  expect(second['webhook-id']).toBe(first['webhook-id'])
  expect(second['X-Service-Request-Id']).toBe(payload.id)
  expect([first, second].map((headers) => headers['X-Service-WebHook-Attempt'])).toEqual(['1', '2'])
  expect(second['X-Service-WebHook-Timestamp']).toBe('1800000005')
  expect(second['webhook-timestamp']).toBe('1800000005')
})

test.each(['order-42', 'order 17/50% off', '%25', '~!"#$&()*+,:;<=>?@[]^_`{|}'])(
  'the external id %j is sent as it is',
  (externalId) => {
    expect(deliveryShape.external_id.safeParse(externalId).success).toBe(true)
    expect(message({ externalId }).headers['X-Service-External-Id']).toBe(externalId)
  },
)

test.each(['Bestellung Ü1', 'a\r\nX-Injected: 1', ' a', 'a\u007f'])(
  'the id %j, which no header can contain, is refused',
  (externalId) => {
    expect(deliveryShape.external_id.safeParse(externalId).success).toBe(false)
  },
)
