import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { HostNotFoundError } from '../../../lib/base/errors.ts'
import { silentLogger } from '../../../lib/base/logger.ts'
import { createCallReceiver } from '../../../lib/egress/call-receiver.ts'
import { createDeliver } from '../../../lib/jobs/deliver.ts'
import { createRepeatWebhook } from '../../../lib/jobs/repeat-webhook.ts'
import { WebhookErrorPayload } from '../../../lib/schema/openapi-webhook.ts'
import {
  drain,
  laterRequest,
  startAccountWorld,
  startRequestWorld,
} from '../../support/jobs/request-world.ts'
import { silentAnnouncer } from '../../support/jobs/silent-announcer.ts'
import { allowing } from '../../support/render/egress-client.ts'
import {
  acknowledging,
  firstThen,
  responding,
  startWebhookReceiver,
} from '../../support/sites/webhook-receiver.ts'

const failedWorld = async (options: Record<string, unknown>) => {
  const world = await startRequestWorld()
  const receiver = await startWebhookReceiver(firstThen(1, responding(500), acknowledging))
  onTestFinished(() => receiver.close())
  world.behaviour.render = () => Promise.reject(new HostNotFoundError('The host does not exist.'))
  const account = await world.createAccount()
  const request = laterRequest(world, account, {
    webhook_url: 'https://hooks.example.com/',
    external_id: 'order-1',
    ...options,
  })
  Object.assign(request.options, { webhook_url: `${receiver.url}/hook` })
  const { requestId, created } = await world.accept()(request)
  await drain(world)
  const key = { accountId: account.id, id: requestId }
  const deliver = createDeliver({
    announcer: silentAnnouncer,
    requests: world.requests,
    accounts: world.accounts,
    files: { open: async () => undefined },
    post: createCallReceiver({ policy: allowing('127.0.0.1') }),
    findKey: async () => undefined,
    cacheUrl: 'https://cache.test',
    publicUrl: undefined,
    retrySeconds: [5, 5],
    nowMs: world.nowMs,
    random: () => 0.5,
    log: silentLogger,
  })
  return {
    world,
    receiver,
    account,
    key,
    created,
    deliver: () => deliver(key, { extendVisibility: async () => {} }),
  }
}

test('a failed request with webhook_errors is announced, signed and retried as usual', async () => {
  const { world, receiver, account, key, created, deliver } = await failedWorld({ webhook_errors: true })
  expect(await world.requests.find(key)).toMatchObject({ status: 'failed', webhook: { status: 'pending' } })
  expect((await world.receive('webhook')).map(({ body }) => JSON.parse(body))).toEqual([
    { accountId: account.id, requestId: key.id },
  ])
  expect(await deliver()).toMatchObject({ outcome: 'retry' })
  world.clock.aheadMs += 6_000
  expect(await deliver()).toMatchObject({ outcome: 'delivered' })
  expect(await deliver()).toEqual({ outcome: 'closed' })
  expect(await world.requests.find(key)).toMatchObject({ status: 'failed', webhook: { status: 'delivered' } })
  expect(await world.hitsUsed(account.id)).toBe(0)
  const [, delivery] = receiver.deliveries
  const payload = JSON.parse(delivery?.body.toString() ?? '')
  expect(payload).toEqual({
    id: key.id,
    error: { code: 'host_not_found', message: 'The host does not exist.' },
    created,
  })
  expect(WebhookErrorPayload.parse(payload)).toEqual(payload)
  expect(delivery?.headers).toMatchObject({
    'x-service-webhook-attempt': '2',
    'x-service-external-id': 'order-1',
    'x-service-webhook-signature': createHmac('sha256', account.secretKey)
      .update(delivery?.body ?? '')
      .digest('hex'),
  })
})

test('a webhook is not repeated before its request is settled, which its delivery would end', async () => {
  const { world, account } = await startAccountWorld()
  const later = laterRequest(world, account, {
    webhook_url: 'https://example.com/hook',
    webhook_errors: true,
  })
  const { requestId } = await world.accept()(later)
  const key = { accountId: account.id, id: requestId }
  const record = await world.requests.find(key)
  const error = { code: 'internal_error', message: 'Not queued.' }
  // The worker dies before it refunds the hit.
  await world.requests.fail(record as never, { error, finished: record?.created ?? 0 })
  await createRepeatWebhook(world)(key)
  expect(await world.receive('webhook')).toEqual([])
  world.clock.aheadMs += 16 * 60_000
  await world.sweep()
  expect(await world.hitsUsed(account.id)).toBe(0)
  expect(await world.receive('webhook')).toHaveLength(1)
})

test('without webhook_errors a failed request has no webhook', async () => {
  const { world, receiver, key, deliver } = await failedWorld({})
  expect(await world.requests.find(key)).toMatchObject({ status: 'failed', webhook: { status: 'failed' } })
  expect(await deliver()).toEqual({ outcome: 'closed' })
  const { requests, queues, nowMs } = world
  await expect(createRepeatWebhook({ requests, queues, nowMs })(key)).rejects.toThrow('`webhook_errors`')
  expect(receiver.deliveries).toEqual([])
  expect(await world.receive('webhook')).toEqual([])
})
