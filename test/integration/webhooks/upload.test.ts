import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HostNotFoundError } from '../../../lib/base/errors.ts'
import { webhookRetrySeconds } from '../../../lib/core/requests/delivery-schedule.ts'
import { createGiveUp } from '../../../lib/jobs/give-up.ts'
import { WebhookPayload } from '../../../lib/schema/openapi-webhook.ts'
import { drain, laterRequest, startRequestWorld } from '../../support/jobs/request-world.ts'
import { silentAnnouncer } from '../../support/jobs/silent-announcer.ts'
import { file, openDesk, startRequestDesk } from '../../support/jobs/webhook-store.ts'
import {
  acknowledging,
  type Behaviour,
  firstThen,
  responding,
  silent,
} from '../../support/sites/webhook-receiver.ts'

let desk: Awaited<ReturnType<typeof startRequestDesk>>
beforeAll(async () => {
  desk = await startRequestDesk()
})
afterAll(() => desk.close())

const s3 = { query: 'X-Amz-Expires=60&X-Amz-Signature=5d5d' }

/** Uploads get one response, webhooks are acknowledged. */
const storing =
  (behaviour: Behaviour): Behaviour =>
  (response, delivery, nth) =>
    (delivery.method === 'PUT' ? behaviour : acknowledging)(response, delivery, nth)

test('the file is uploaded with PUT, and then the webhook names the object and its outcome', async () => {
  const { deliver, receiver, upload, webhook, isOpen } = await openDesk(desk, undefined, { upload: s3 })
  expect(await webhook()).toMatchObject({ status: 'waiting' })
  const uploaded = await deliver()
  expect(uploaded).toMatchObject({
    outcome: 'delivered',
    retrySeconds: 0,
    fields: { delivery: 'upload', attempt: 1, status: 200 },
  })
  expect(JSON.stringify(uploaded)).not.toContain('X-Amz')
  expect([await isOpen(), (await webhook())?.status]).toEqual([true, 'pending'])
  expect(await deliver()).toMatchObject({ outcome: 'delivered', fields: { attempt: 1, status: 200 } })
  expect([await deliver(), await isOpen()]).toEqual([{ outcome: 'closed' }, false])
  const [put, post] = receiver.deliveries
  expect(put).toMatchObject({ method: 'PUT', path: `/bucket/a.jpg?${s3.query}`, body: file })
  expect(put?.headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-length': String(file.length) })
  expect(put?.headers).not.toHaveProperty('x-ms-blob-type')
  expect(put?.headers).not.toHaveProperty('transfer-encoding')
  const url = `${receiver.url}/bucket/a.jpg`
  const payload = JSON.parse(String(post?.body))
  expect(WebhookPayload.parse(payload).upload).toEqual({ url, status: 'delivered' })
  expect(await upload()).toMatchObject({ url, status: 'delivered', attempts: [{ status: 200 }] })
})

test('a signed URL of Azure Blob Storage receives the type of the blob', async () => {
  const upload = { query: 'sv=2024-11-04&sr=b&sig=abc%3D' }
  const { deliver, receiver } = await openDesk(desk, undefined, { upload })
  await deliver()
  expect(receiver.deliveries[0]?.headers).toMatchObject({ 'x-ms-blob-type': 'BlockBlob' })
})

test('a storage that is down is tried again on the schedule of webhooks, and the webhook waits', async () => {
  const down = storing(firstThen(2, responding(503), responding(201)))
  const { deliver, repeat, receiver, upload, webhook, wait } = await openDesk(desk, down, { upload: s3 })
  expect(await deliver()).toMatchObject({ outcome: 'retry', fields: { status: 503 } })
  expect(await deliver()).toMatchObject({ outcome: 'early' })
  expect((await upload())?.url).toContain(s3.query)
  // Nothing can be repeated before the upload has ended.
  await repeat()
  expect((await webhook())?.status).toBe('waiting')
  wait(webhookRetrySeconds[0] ?? 0)
  expect(await deliver()).toMatchObject({ outcome: 'retry', fields: { attempt: 2 } })
  wait(webhookRetrySeconds[1] ?? 0)
  expect(await deliver()).toMatchObject({ outcome: 'delivered', fields: { attempt: 3, status: 201 } })
  await deliver()
  expect(receiver.deliveries.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT', 'POST'])
})

test.each([400, 403, 404, 410])(
  'a storage that refuses with %i is not asked again, and the webhook says so',
  async (status) => {
    const { deliver, receiver, upload } = await openDesk(desk, storing(responding(status)), { upload: s3 })
    expect(await deliver()).toMatchObject({ outcome: 'failed', retrySeconds: 0 })
    await deliver()
    expect(JSON.parse(String(receiver.deliveries[1]?.body)).upload).toMatchObject({ status: 'failed' })
    expect(await upload()).toMatchObject({
      status: 'failed',
      url: `${receiver.url}/bucket/a.jpg`,
      attempts: [
        {
          error: `The storage returned ${status} and is not asked again.${status === 403 ? ' The URL may have expired.' : ''}`,
        },
      ],
    })
  },
)

test('a storage that never responds, and a file that cannot be read, are tried again', async () => {
  const { deliver, deps, upload } = await openDesk(desk, silent, { upload: s3 })
  const post: typeof deps.post = (url, message) => deps.post(url, message, 100)
  expect(await deliver({ post })).toMatchObject({ outcome: 'retry' })
  desk.clock.aheadMs += 6_000
  expect(await deliver({ files: { open: async () => undefined } })).toMatchObject({ outcome: 'retry' })
  expect((await upload())?.attempts.map(({ error }) => error)).toEqual([
    'The storage did not accept the file in time.',
    'The file of the request could not be read.',
  ])
})

test('an announcement that fails does not hold back the webhook, whose end announces the upload', async () => {
  const { deliver } = await openDesk(desk, storing(responding(403)), { upload: s3 })
  const announced: unknown[] = []
  const announceGivenUp = async ({ upload }: { upload?: { status: string } | undefined }) => {
    announced.push(upload?.status)
    if (announced.length === 1) throw new Error('SQS is away')
  }
  const changed = { announcer: { announceGivenUp }, retrySeconds: [] }
  expect(await deliver(changed)).toMatchObject({ outcome: 'failed', retrySeconds: 0 })
  expect(await deliver(changed)).toMatchObject({ outcome: 'delivered' })
  expect(announced).toEqual(['failed', 'failed'])
})

test('an upload that the service gives up makes its webhook pending, and queues it, for each delivery of the message', async () => {
  const { key, deliver, webhook, upload, isOpen, queues, sent } = await openDesk(desk, undefined, {
    upload: s3,
  })
  const giveUp = createGiveUp({ ...desk, announcer: silentAnnouncer, queues })
  expect(await giveUp(key)).toEqual({ outcome: 'failed', fields: { delivery: 'upload' } })
  expect([(await upload())?.status, (await webhook())?.status, await isOpen()]).toEqual([
    'failed',
    'pending',
    true,
  ])
  expect(sent).toEqual([{ accountId: key.accountId, requestId: key.id }])
  expect(await giveUp(key)).toEqual({ outcome: 'closed' })
  expect([(await webhook())?.status, sent.length]).toEqual(['pending', 2])
  expect(await deliver()).toMatchObject({ outcome: 'delivered', fields: { attempt: 1 } })
})

describe('a request in the background', () => {
  const options = {
    upload_url: 'https://bucket.example.com/a.png?X-Amz-Signature=5d5d',
    webhook_url: 'https://hooks.example.com/',
  }

  test('uploads when it is done, and keeps no part of the URL that permits it in its options', async () => {
    const world = await startRequestWorld()
    const account = await world.createAccount()
    const { requestId } = await world.accept()(laterRequest(world, account, options))
    await drain(world)
    const record = await world.requests.find({ accountId: account.id, id: requestId })
    expect(record).toMatchObject({
      status: 'done',
      upload: { status: 'pending', url: options.upload_url },
      webhook: { status: 'waiting' },
      summary: { omitted: expect.arrayContaining(['upload_url']) },
    })
    expect(await world.counts('webhook')).toEqual({ visible: 1, hidden: 0 })
  })

  test('that fails uploads nothing', async () => {
    const world = await startRequestWorld()
    world.behaviour.render = () => Promise.reject(new HostNotFoundError('The host does not exist.'))
    const account = await world.createAccount()
    const { requestId } = await world.accept()(laterRequest(world, account, options))
    await drain(world)
    const listed = await world.requests.list(account.id, { limit: 1 })
    expect(listed.records[0]?.upload).toBeDefined()
    expect(await world.requests.find({ accountId: account.id, id: requestId })).toMatchObject({
      status: 'failed',
      upload: { status: 'failed', url: 'https://bucket.example.com/a.png', attempts: [] },
      webhook: { status: 'failed' },
    })
    expect(await world.counts('webhook')).toEqual({ visible: 0, hidden: 0 })
  })
})
