import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { toEventPartition, toSubscriptionViews } from '../../../lib/core/events/event.ts'
import { createSendEmail, withEmail } from '../../../lib/egress/send-email.ts'
import { createDeliver } from '../../../lib/jobs/deliver.ts'
import { sendEvent } from '../../../lib/jobs/events/announce.ts'
import { createSubscriptionJobs } from '../../../lib/jobs/events/subscriptions.ts'
import { createRepeatWebhook } from '../../../lib/jobs/repeat-webhook.ts'
import type { EventFormat } from '../../../lib/schema/events.ts'
import type { SubscriptionChanges } from '../../../lib/schema/subscriptions.ts'
import { receive, startEventWorld } from '../../support/jobs/event-tools.ts'
import { startSes } from '../../support/sites/ses-server.ts'
import { responding } from '../../support/sites/webhook-receiver.ts'

const { world, jobs, subscribe, listEvents, deliverDeps, deliverAll } = await startEventWorld()

const bodyOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString())

test('an event is delivered as a signed Standard Webhook, once, and again on request', async () => {
  const receiver = await receive()
  const { id: accountId, secretKey } = await world.createAccount()
  const subscriptionId = await subscribe(accountId, `${receiver.url}/hook`)
  const occurrence = {
    type: 'test',
    data: { message: 'Hello' },
    subject: 'one',
    atMs: world.nowMs(),
  } as const
  const id = await sendEvent(world, { accountId, subscriptionId }, occurrence)
  expect(await sendEvent(world, { accountId, subscriptionId }, occurrence)).toBe(id)
  await deliverAll(accountId)
  await deliverAll(accountId)
  expect(receiver.deliveries).toHaveLength(1)
  const [call] = receiver.deliveries
  if (!call) throw new Error('Nothing was received.')
  const timestamp = call.headers['webhook-timestamp']
  const signed = createHmac('sha256', secretKey).update(`${id}.${timestamp}.`).update(call.body)
  expect(call.headers).toMatchObject({
    'webhook-id': id,
    'webhook-signature': `v1,${signed.digest('base64')}`,
  })
  expect(bodyOf(call)).toEqual({
    type: 'test',
    timestamp: new Date(Math.floor(occurrence.atMs / 1000) * 1000).toISOString(),
    data: { message: 'Hello' },
  })
  expect((await listEvents(accountId))[0]?.webhook).toMatchObject({ status: 'delivered', url: '' })
  const key = { accountId: toEventPartition(accountId), id }
  await createRepeatWebhook(world)(key, await world.accounts.find(accountId))
  await deliverAll(accountId)
  expect(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
  await jobs.remove(accountId, subscriptionId)
  await expect(createRepeatWebhook(world)(key, await world.accounts.find(accountId))).rejects.toThrow(
    'The subscription of the event was deleted, so it cannot be sent again.',
  )
})

test('a message for a channel is not signed, and follows a change of the URL and the format', async () => {
  const [first, second] = [await receive(responding(500)), await receive()]
  const { id: accountId } = await world.createAccount()
  const subscriptionId = await subscribe(accountId, `${first.url}/hook`, { format: 'slack' })
  await sendEvent(
    world,
    { accountId, subscriptionId },
    { type: 'test', data: { message: 'Hello' }, subject: 'one', atMs: world.nowMs() },
  )
  await deliverAll(accountId)
  expect(first.deliveries[0]?.headers).not.toHaveProperty('webhook-signature')
  expect(bodyOf(first.deliveries[0] as never)).toMatchObject({ blocks: expect.anything() })
  await jobs.update(accountId, subscriptionId, { webhook_url: `${second.url}/hook`, format: 'discord' })
  world.clock.aheadMs += 10_000
  await deliverAll(accountId)
  expect(bodyOf(second.deliveries[0] as never)).toMatchObject({ allowed_mentions: { parse: [] } })
})

const startEmails = async () => {
  const ses = await startSes()
  const alertEmail = { from: 'alerts@example.com', receivers: ['example.com', 'ops@example.org'] }
  const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' }
  const sendEmail = createSendEmail({
    endpoint: ses.url,
    region: 'eu-central-1',
    credentials,
    alertEmail,
    log: silentLogger,
  })
  return { ses, sendEmail, jobs: createSubscriptionJobs({ ...world, alertEmail }) }
}

test('an event is sent by email with SES, and a refusal of SES is in its attempts', async () => {
  const { ses, sendEmail, jobs: emailJobs } = await startEmails()
  const { id: accountId } = await world.createAccount()
  const context = { extendVisibility: async () => {} }
  const attempts = []
  for (const email of ['Ops@example.org', 'rejected@example.com']) {
    const { id: subscriptionId } = await emailJobs.create(accountId, {
      ...{ webhook_url: `mailto:${email}`, format: 'email', topics: ['task.failed'] },
    })
    const id = await sendEvent(
      world,
      { accountId, subscriptionId },
      { type: 'test', data: { message: 'Hello' }, subject: email, atMs: world.nowMs() },
    )
    const key = { accountId: toEventPartition(accountId), id }
    await createDeliver({ ...deliverDeps, post: withEmail(deliverDeps.post, sendEmail) })(key, context)
    attempts.push((await world.events.find(key))?.webhook)
  }
  expect(attempts).toMatchObject([
    { status: 'delivered', attempts: [{ status: 200 }] },
    { status: 'pending', attempts: [{ status: 400, error: 'The receiver returned 400 (MessageRejected).' }] },
  ])
  const [first] = ses.sent
  expect(first).toMatchObject({
    path: '/v2/email/outbound-emails',
    body: {
      FromEmailAddress: 'alerts@example.com',
      Destination: { ToAddresses: ['Ops@example.org'] },
      Content: { Simple: { Subject: { Data: 'A test of your alerts' } } },
    },
  })
  const signed =
    /^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-central-1\/ses\/aws4_request, SignedHeaders=content-type;host;/
  expect(first?.headers.authorization).toMatch(signed)
})

test('an email is sent only to whom the operator names, now and when it is sent', async () => {
  const { ses, sendEmail, jobs: emailJobs } = await startEmails()
  const { id: accountId } = await world.createAccount()
  const create = (webhook_url: string, format: EventFormat, by = emailJobs) =>
    by.create(accountId, { webhook_url, format, topics: ['task.failed'] })
  await expect(create('mailto:a@example.com', 'email', jobs)).rejects.toThrow(
    '`format` email is not available',
  )
  for (const email of ['a@sub.example.com', 'a@example.org', 'a@example.com.evil.example'])
    await expect(create(`mailto:${email}`, 'email')).rejects.toThrow('`webhook_url` is not allowed.')
  await expect(create('mailto:a@example.com', 'json')).rejects.toThrow('requires `format` email')
  await expect(create('https://example.com/hook', 'email')).rejects.toThrow('begins with mailto:')
  const { id, account } = await create('mailto:a@example.com', 'email')
  const change = (changes: Partial<SubscriptionChanges>) =>
    emailJobs.update(accountId, id, {
      ...{ webhook_url: undefined, format: undefined, topics: undefined },
      ...changes,
    })
  await expect(change({ format: 'slack' })).rejects.toThrow('requires `format` email')
  await expect(change({ webhook_url: 'mailto:a@example.net' })).rejects.toThrow('is not allowed')
  expect(toSubscriptionViews(account, true)).toMatchObject([{ webhook_url: 'mailto:***@example.com' }])
  const content = Buffer.from('{}')
  expect(await sendEmail('a@example.net', content)).toEqual({ failure: 'email_unavailable' })
  expect(ses.sent).toEqual([])
})

test('an event of a deleted subscription is not sent, and its failure is no event', async () => {
  const receiver = await receive()
  const { id: accountId } = await world.createAccount()
  const subscriptionId = await subscribe(accountId, `${receiver.url}/hook`)
  await subscribe(accountId, `${receiver.url}/other`)
  await sendEvent(
    world,
    { accountId, subscriptionId },
    { type: 'test', data: { message: 'Hello' }, subject: 'one', atMs: world.nowMs() },
  )
  await jobs.remove(accountId, subscriptionId)
  await deliverAll(accountId)
  expect(receiver.deliveries).toEqual([])
  expect(await listEvents(accountId)).toMatchObject([
    { webhook: { status: 'failed', attempts: [{ error: 'The subscription was deleted.' }] } },
  ])
})

test('a deletion whose write is repeated finds no subscription and succeeds', async () => {
  const { id } = await world.createAccount()
  const subscriptionId = await subscribe(id, 'https://example.com/hook')
  const changeSubscriptions: typeof world.accounts.changeSubscriptions = async (account, edit) => {
    await world.accounts.changeSubscriptions(account, edit)
    return world.accounts.changeSubscriptions(account, edit)
  }
  const repeating = createSubscriptionJobs({ ...world, accounts: { changeSubscriptions } })
  await repeating.remove(id, subscriptionId)
  expect((await world.accounts.find(id))?.subscriptions).toEqual({})
  await expect(jobs.remove(id, subscriptionId)).rejects.toMatchObject({ statusCode: 404 })
})

test('an account has at most ten subscriptions, also of parallel requests', async () => {
  const { id } = await world.createAccount()
  const made = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => subscribe(id, `https://example.com/${index}`)),
  )
  const problems = made.flatMap((one) => (one.status === 'rejected' ? String(one.reason.message) : []))
  const { subscriptions = {}, alerts } = (await world.accounts.find(id)) ?? {}
  expect(Object.keys(subscriptions).sort()).toEqual(Object.keys(alerts?.topics ?? {}).sort())
  expect(Object.keys(subscriptions).length).toBeLessThanOrEqual(10)
  expect(problems.length).toBe(12 - Object.keys(subscriptions).length)
})
