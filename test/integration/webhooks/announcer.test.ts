import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { HostNotFoundError } from '../../../lib/base/errors.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { createDeleteRequest } from '../../../lib/jobs/delete-request.ts'
import { startEventWorld } from '../../support/jobs/event-tools.ts'
import { createWatchTools } from '../../support/jobs/watch-world.ts'

const { world, jobs, subscribe, listEvents, typesOf, deliver } = await startEventWorld()
const watch = createWatchTools(world)

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

test('nothing is announced to a closed account', async () => {
  const { id: accountId } = await world.createAccount()
  await subscribe(accountId, 'https://example.com/hook')
  const key = { accountId, id: createRequestId(world.nowMs(), randomBytes(10)) }
  const webhook = { url: 'https://example.com/hook', signed: true, errors: true }
  const created = Math.floor(world.nowMs() / 1000)
  const error = { code: 'host_not_found', message: 'No host.' }
  await world.requests.putFailed({
    ...{ ...key, operation: 'pdf', created, finished: created, counted: false, error, webhook },
  })
  await world.accounts.close(accountId)
  expect(await deliver(key, { extendVisibility: async () => {} })).toMatchObject({ outcome: 'failed' })
  expect(await typesOf(accountId)).toEqual([])
})
