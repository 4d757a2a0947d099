import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { HostNotFoundError } from '../../../lib/base/errors.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { createDeleteRequest } from '../../../lib/jobs/delete-request.ts'
import { createGiveUp } from '../../../lib/jobs/give-up.ts'
import { createRepeatWebhook } from '../../../lib/jobs/repeat-webhook.ts'
import { urls } from '../../support/jobs/batch-tools.ts'
import { receive, startEventWorld } from '../../support/jobs/event-tools.ts'
import { artifact, drain } from '../../support/jobs/request-world.ts'
import { createWatchTools } from '../../support/jobs/watch-world.ts'
import { responding } from '../../support/sites/webhook-receiver.ts'

const { world, tools, jobs, subscribe, listEvents, typesOf, deliver } = await startEventWorld()
const watch = createWatchTools(world)

const hourMs = 3_600_000

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

test('a run that is done without a subscription to failures ends those before it', async () => {
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
  // The run before the last change is no longer a baseline.
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
