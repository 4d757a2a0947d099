import { createHmac, randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { HostNotFoundError } from '../../../lib/base/errors.ts'
import { silentLogger } from '../../../lib/base/logger.ts'
import { defaultTiers } from '../../../lib/core/access/tiers.ts'
import { toEventPartition, toSubscriptionViews } from '../../../lib/core/events/event.ts'
import { toItemId } from '../../../lib/core/requests/batch.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { createCallReceiver } from '../../../lib/egress/call-receiver.ts'
import { createSendEmail, withEmail } from '../../../lib/egress/send-email.ts'
import { createBatches } from '../../../lib/jobs/batches/follow-batch.ts'
import { createDeleteRequest } from '../../../lib/jobs/delete-request.ts'
import { createDeliver } from '../../../lib/jobs/deliver.ts'
import { createAnnounceUse, sendEvent } from '../../../lib/jobs/events/announce.ts'
import { createSubscriptionJobs } from '../../../lib/jobs/events/subscriptions.ts'
import { createGiveUp } from '../../../lib/jobs/give-up.ts'
import { createHits } from '../../../lib/jobs/hits.ts'
import { createRepeatWebhook } from '../../../lib/jobs/repeat-webhook.ts'
import type { EventFormat, EventTopic } from '../../../lib/schema/events.ts'
import { eventTopics } from '../../../lib/schema/events.ts'
import type { SubscriptionChanges } from '../../../lib/schema/subscriptions.ts'
import { startBatchWorld, urls } from '../../support/jobs/batch-tools.ts'
import { artifact, drain, laterRequest } from '../../support/jobs/request-world.ts'
import { createWatchTools } from '../../support/jobs/watch-world.ts'
import { allowing } from '../../support/render/egress-client.ts'
import { startSes } from '../../support/sites/ses-server.ts'
import { type Behaviour, responding, startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'

const hourMs = 3_600_000

const { world, tools } = await startBatchWorld()
const watch = createWatchTools(world)
const jobs = createSubscriptionJobs(world)

const receive = async (behaviour?: Behaviour) => {
  const receiver = await startWebhookReceiver(behaviour)
  onTestFinished(() => receiver.close())
  return receiver
}

const subscribe = async (
  accountId: string,
  webhook_url: string,
  { topics = [...eventTopics], format = 'json' }: { topics?: EventTopic[]; format?: EventFormat } = {},
) => (await jobs.create(accountId, { webhook_url, format, topics })).id

const listEvents = async (accountId: string) => (await world.events.list(accountId, { limit: 100 })).events

const typesOf = async (accountId: string) =>
  (await listEvents(accountId)).map(({ event }) => event.type).sort()

const deliverDeps = {
  ...world.performDeps,
  post: createCallReceiver({ policy: allowing('127.0.0.1') }),
  findKey: async () => undefined,
  publicUrl: 'https://api.example',
  retrySeconds: [5],
}

const deliver = createDeliver(deliverDeps)

const deliverAll = async (accountId: string) => {
  for (const { id } of await listEvents(accountId))
    await deliver({ accountId: toEventPartition(accountId), id }, { extendVisibility: async () => {} })
}

const bodyOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString())

test('an account without a subscription has no event and pays for none', async () => {
  const { id, plan } = await world.createAccount('free')
  await world.takeHits({ id, plan }, 51)
  const found = await world.accounts.findStatus(id)
  expect(found).not.toHaveProperty('alerts')
  expect(await listEvents(id)).toEqual([])
})

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
  onTestFinished(() => ses.close())
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

test('the sweep sends an event whose message was lost, and does not take it for a file that has expired', async () => {
  const { id: accountId } = await world.createAccount()
  const subscriptionId = await subscribe(accountId, 'https://example.com/hook')
  const queues = { sendWebhook: async () => Promise.reject(new Error('SQS is away')) }
  const sending = sendEvent(
    { events: world.events, queues },
    { accountId, subscriptionId },
    { type: 'test', data: { message: 'Hello' }, subject: 'one', atMs: world.nowMs() },
  )
  await expect(sending).rejects.toThrow('SQS is away')
  world.clock.aheadMs += 16 * 60_000
  // Other tests have left events too.
  const { webhooksSent, ...others } = await world.sweep()
  expect(webhooksSent).toBeGreaterThan(0)
  expect(others).toMatchObject({ webhooksGivenUp: 0, errors: 0 })
  expect(await listEvents(accountId)).toMatchObject([{ webhook: { status: 'pending', attempts: [] } }])
})

const free = (quota: number) => ({ ...defaultTiers, free: { ...defaultTiers.free, quota } })

const createTaker = async (quota: number) => {
  const { id } = await world.createAccount('free')
  const start = async (changes: object = {}) => {
    const account = { ...(await world.accounts.find(id)), id, plan: 'free' as const }
    const stores = { ...world, log: silentLogger, store: world.hitStore }
    const announceUse = createAnnounceUse({ ...stores, tiers: free(quota), ...changes })
    const hits = createHits({ ...stores, announceUse })
    const take = async (count: number) => {
      for (let taken = 0; taken < count; taken++)
        await hits.take(account, { id: 'request', operation: 'pdf' })
    }
    return { take, hits, account }
  }
  return { id, start }
}

test('each level of the quota is announced once, by whichever hits come after it', async () => {
  const { id, start } = await createTaker(20)
  await subscribe(id, 'https://example.com/hook')
  const { take, hits, account } = await start()
  await take(9)
  expect(await typesOf(id)).toEqual([])
  await take(3)
  expect(await typesOf(id)).toEqual(['quota.50'])
  // A refund makes the count pass the level twice.
  const again = await hits.take(account, { id: 'request', operation: 'pdf' })
  if (again) await hits.refund(id, again)
  for (let times = 0; times < 3; times++) {
    const hit = await hits.take(account, { id: 'request', operation: 'pdf' })
    if (hit) await hits.refund(id, hit)
  }
  expect(await typesOf(id)).toEqual(['quota.50'])
  await take(8)
  expect(await typesOf(id)).toEqual(['quota.100', 'quota.50', 'quota.90'])
  const announced = (await listEvents(id)).find(({ event }) => event.type === 'quota.90')
  const month = new Date(world.nowMs()).toISOString().slice(0, 7)
  expect(announced?.event.data).toEqual({ percent: 90, quota: 20, month })
})

test('a level is announced by a later hit if the announcement failed, and by a refused one', async () => {
  const { id, start } = await createTaker(20)
  const subscription = await subscribe(id, 'https://example.com/hook', { topics: ['quota.50', 'quota.90'] })
  const events = { put: async () => Promise.reject(new Error('DynamoDB is away')) }
  const failing = await start({ events })
  await failing.take(14)
  expect(await typesOf(id)).toEqual([])
  const { take } = await start()
  await take(1)
  expect(await typesOf(id)).toEqual(['quota.50'])
  await jobs.update(id, subscription, {
    webhook_url: undefined,
    format: undefined,
    topics: ['quota.90', 'quota.100'],
  })
  await failing.take(1)
  const late = await start({ events })
  await late.take(4)
  expect(await typesOf(id)).toEqual(['quota.50'])
  // The quota is used up.
  await (await start()).take(2)
  expect(await typesOf(id)).toEqual(['quota.100', 'quota.50'])
})

test('a key that expires is announced once, whichever key renders or makes a batch', async () => {
  const { id, plan } = await world.createAccount()
  await subscribe(id, 'https://example.com/hook')
  const soon = Math.floor(world.nowMs() / 1000) + 6 * 86_400
  const [before] = Object.keys((await world.accounts.find(id))?.keys ?? {})
  await world.accounts.addKey(id, { name: 'Build server', scope: 'render', expires: soon })
  const account = await world.accounts.find(id)
  if (!account) throw new Error('no account')
  const expiring = Object.keys(account.keys ?? {}).find((key) => key !== before) ?? ''
  for (const process of [1, 2]) {
    const announceUse = createAnnounceUse({
      ...world,
      log: silentLogger,
      store: world.hitStore,
      tiers: defaultTiers,
    })
    await announceUse({ ...account, plan }, { month: 1, hits: process, notes: {} })
    await tools.accept({ ...account, plan }, { requests: urls(1) }, { changed: { announceUse } })
  }
  expect(await listEvents(id)).toMatchObject([
    { event: { type: 'key.expiring', data: { key_id: expiring, name: 'Build server', valid_until: soon } } },
  ])
})

test('three failed runs in a row are announced once, and again after a run that is done', async () => {
  const task = await watch.createTask({ watch: undefined })
  await subscribe(task.accountId, 'https://example.com/hook', { topics: ['task.failed'] })
  const fail = async (minute: number) => {
    world.behaviour.render = async () => {
      throw new HostNotFoundError('No host.')
    }
    const key = await watch.start(task, minute)
    await watch.perform(key)
    // The message is delivered again.
    await watch.perform(key)
  }
  for (const minute of [1, 2]) await fail(minute)
  expect(await typesOf(task.accountId)).toEqual([])
  await fail(3)
  await fail(4)
  expect(await listEvents(task.accountId)).toMatchObject([
    {
      event: {
        type: 'task.failed',
        data: {
          task_id: task.id,
          task_name: task.name,
          failures: 3,
          url: 'https://example.com/',
          error: { code: 'host_not_found' },
        },
      },
    },
  ])
  watch.show('Hello')
  await watch.run(task, 5)
  for (const minute of [6, 7, 8]) await fail(minute)
  expect(await typesOf(task.accountId)).toEqual(['task.failed', 'task.failed'])
})

test('a run that is done while nobody asks for failures ends those before it', async () => {
  const task = await watch.createTask({ watch: undefined })
  const id = await subscribe(task.accountId, 'https://example.com/hook', { topics: ['task.failed'] })
  const fail = async (minute: number) => {
    world.behaviour.render = async () => {
      throw new HostNotFoundError('No host.')
    }
    await watch.run(task, minute)
  }
  for (const minute of [1, 2]) await fail(minute)
  await jobs.update(task.accountId, id, {
    webhook_url: undefined,
    format: undefined,
    topics: ['batch.ended'],
  })
  watch.show('Hello')
  await watch.run(task, 3)
  await jobs.update(task.accountId, id, {
    webhook_url: undefined,
    format: undefined,
    topics: ['task.failed'],
  })
  await fail(4)
  expect(await typesOf(task.accountId)).toEqual([])
})

test('runs that are refused count as failed', async () => {
  const task = await watch.createTask({ query: 'url=nonsense' })
  await subscribe(task.accountId, 'https://example.com/hook', { topics: ['task.failed'] })
  for (const minute of [1, 2, 3]) await watch.start(task, minute)
  expect(await typesOf(task.accountId)).toEqual(['task.failed'])
})

test('a change of a watched page is announced once to each subscription, with its files', async () => {
  const task = await watch.createTask()
  for (const name of ['one', 'two'])
    await subscribe(task.accountId, `https://example.com/${name}`, { topics: ['task.changed'] })
  watch.show('one line')
  await watch.run(task, 1)
  await watch.run(task, 2)
  expect(await typesOf(task.accountId)).toEqual([])
  watch.show('another line')
  const key = await watch.start(task, 3)
  await watch.perform(key)
  await watch.perform(key)
  const events = await listEvents(task.accountId)
  expect(events).toHaveLength(2)
  const record = await world.requests.find(key)
  for (const { event } of events)
    expect(event).toMatchObject({
      type: 'task.changed',
      data: {
        task_id: task.id,
        task_name: task.name,
        request_id: key.id,
        file: `https://files.example/cache/${record?.result?.name}`,
        change: {
          changed: true,
          before: { file: `https://files.example/cache/${record?.change?.before?.name}` },
          difference: { file: `https://files.example/cache/${record?.change?.difference?.name}` },
        },
      },
    })
})

test('the deletion of an ended run announces nothing', async () => {
  const task = await watch.createTask({
    watch: { mode: 'text', threshold: 0, ignore_selectors: [], notify: 'always' },
  })
  const keys = []
  for (const [minute, body] of ['one line', 'another line', 'a third line'].entries()) {
    watch.show(body)
    keys.push(await watch.start(task, minute + 1))
    await watch.perform(keys.at(-1) as never)
  }
  world.behaviour.render = async () => {
    throw new HostNotFoundError('No host.')
  }
  for (const minute of [4, 5, 6]) {
    keys.push(await watch.start(task, minute))
    await watch.perform(keys.at(-1) as never)
  }
  // It has ended before the account subscribed.
  await subscribe(task.accountId, 'https://example.com/hook')
  // The run before the last change is no baseline any more.
  for (const key of [keys[1], ...keys.slice(3)]) await createDeleteRequest(world.performDeps)(key as never)
  expect(await typesOf(task.accountId)).toEqual([])
})

test('webhooks that are given up are announced once for each receiver and hour', async () => {
  world.clock.aheadMs += hourMs - (world.nowMs() % hourMs)
  const [receiver, other] = [await receive(responding(410)), await receive(responding(410))]
  const { id: accountId } = await world.createAccount()
  await subscribe(accountId, 'https://example.com/hook')
  const finished = Math.floor(world.nowMs() / 1000)
  const result = {
    ...{ name: 'a.jpg', contentType: 'image/jpeg', extension: 'jpg', headers: {}, bytes: 1, sha256: '' },
    ...{ created: finished, expires: finished + 1e6 },
  }
  const fail = async (url: string) => {
    const key = { accountId, id: createRequestId(world.nowMs(), randomBytes(10)) }
    const webhook = { url, signed: true }
    await world.requests.putDone({
      ...{ ...key, operation: 'pdf', created: finished, finished, counted: false, result, webhook },
    })
    const context = { extendVisibility: async () => {} }
    for (let times = 0; times < 3; times++) await deliver(key, context)
    return key
  }
  const key = await fail(`${receiver.url}/hook?token=secret`)
  world.clock.aheadMs += 2000
  await fail(`${receiver.url}/second`)
  const [event, ...others] = await listEvents(accountId)
  expect(others).toEqual([])
  expect(event?.event).toEqual({
    type: 'delivery.failed',
    data: {
      ...{ request_id: key.id, batch_id: null, delivery: 'webhook', url: `${receiver.url}/***`, attempts: 1 },
      error: 'The receiver returned 410 and accepts no further attempts.',
    },
  })
  expect((event?.created ?? 0) - finished).toBeLessThan(60)
  await fail(`${other.url}/hook`)
  expect(await typesOf(accountId)).toHaveLength(2)
  world.clock.aheadMs += hourMs
  await createRepeatWebhook(world)(key)
  await createGiveUp(world)(key)
  await createGiveUp(world)(key)
  expect(await typesOf(accountId)).toEqual(Array(3).fill('delivery.failed'))
})

const putWithWebhook = async (accountId: string) => {
  const key = { accountId, id: createRequestId(world.nowMs(), randomBytes(10)) }
  const webhook = { url: 'https://example.com/hook', signed: true, errors: true }
  const created = Math.floor(world.nowMs() / 1000)
  const error = { code: 'host_not_found', message: 'No host.' }
  await world.requests.putFailed({
    ...{ ...key, operation: 'pdf', created, finished: created, counted: false, error, webhook },
  })
  return key
}

test('nothing is announced to a closed account', async () => {
  const { id: accountId } = await world.createAccount()
  await subscribe(accountId, 'https://example.com/hook')
  const key = await putWithWebhook(accountId)
  await world.accounts.close(accountId)
  expect(await deliver(key, { extendVisibility: async () => {} })).toMatchObject({ outcome: 'failed' })
  expect(await typesOf(accountId)).toEqual([])
})

test('a webhook whose worker dies when it has given it up is announced by the next one', async () => {
  const { id: accountId } = await world.createAccount()
  await subscribe(accountId, 'https://example.com/hook')
  const key = await putWithWebhook(accountId)
  const announceGivenUp = () => Promise.reject(new Error('SQS is away'))
  const dying = createGiveUp({ ...world, announcer: { announceGivenUp } })(key)
  await expect(dying).rejects.toThrow('SQS is away')
  expect(await createGiveUp(world)(key)).toEqual({ outcome: 'closed' })
  expect(await typesOf(accountId)).toEqual(['delivery.failed'])
})

test('the end of a batch is announced once', async () => {
  const account = await world.createAccount()
  await subscribe(account.id, 'https://example.com/hook')
  world.behaviour.render = async () => artifact
  const key = await tools.accept(account, { requests: urls(4), max_concurrency: 2 })
  await drain(world, world.worker(), { workers: 2 })
  const batch = await world.batches.find(key)
  if (!batch) throw new Error('no batch')
  await world.performDeps.resumeBatch(batch)
  expect((await listEvents(account.id)).map(({ event }) => event)).toEqual([
    { type: 'batch.ended', data: { batch_id: key.id, total: 4, done: 4, failed: 0, codes: {} } },
  ])
})

test.each<{ webhook_url?: string }>([{}, { webhook_url: 'https://example.com/hook' }])(
  'the sweep announces the end of a batch whose announcement failed, before its webhook',
  async (options) => {
    const account = await world.createAccount()
    await subscribe(account.id, 'https://example.com/hook')
    const key = await tools.accept(account, { requests: urls(1), ...options })
    const announceBatch = () => Promise.reject(new Error('SQS is away'))
    const { followBatch } = createBatches({ ...world.performDeps, announcer: { announceBatch } })
    const record = await world.requests.find({ accountId: account.id, id: toItemId(key.id, 0) })
    const end = { error: { code: 'host_not_found', message: 'No host.' }, finished: record?.created ?? 0 }
    const failed = record && (await world.requests.fail(record, end))
    await expect(followBatch(failed as never)).rejects.toThrow('SQS is away')
    expect(await tools.view(key)).toMatchObject({ status: 'ended' })
    expect(await typesOf(account.id)).toEqual([])
    world.clock.aheadMs += 10 * 60_000
    for (let sweeps = 0; sweeps < 2; sweeps++) await world.sweep()
    expect(await typesOf(account.id)).toEqual(['batch.ended'])
    expect((await world.batches.find(key))?.webhook?.status).toBe(options.webhook_url && 'pending')
    const open = await world.requests.listOpen('batch', Math.floor(world.nowMs() / 1000), 100)
    expect(open.map(({ id }) => id)).not.toContain(key.id)
  },
)

test('an asynchronous render of a full quota announces with its hit', async () => {
  const { id } = await world.createAccount('free')
  await subscribe(id, 'https://example.com/hook', { topics: ['quota.50'] })
  const account = await world.accounts.find(id)
  if (!account) throw new Error('no account')
  await world.takeHits({ id, plan: 'free' }, Math.ceil(defaultTiers.free.quota / 2) - 1)
  expect(await typesOf(id)).toEqual([])
  await world.accept()(laterRequest(world, account))
  expect(await typesOf(id)).toEqual(['quota.50'])
})

test.each([
  { name: 'hangs', put: () => new Promise<boolean>(() => {}) },
  { name: 'fails', put: () => Promise.reject(new Error('DynamoDB is away')) },
])('an announcement that $name neither fails nor delays a hit', async ({ put }) => {
  const { id, start } = await createTaker(1)
  await subscribe(id, 'https://example.com/hook')
  const { hits, account } = await start({ events: { put } })
  expect(await hits.take(account, { id: 'request', operation: 'pdf' })).toMatchObject({
    month: expect.any(Number),
  })
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
