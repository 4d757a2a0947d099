import { expect, test } from 'vitest'
import { HostNotFoundError } from '../../../lib/base/errors.ts'
import { toItemId } from '../../../lib/core/requests/batch.ts'
import { batchNotFound } from '../../../lib/jobs/batches/cancel-batch.ts'
import { createDeleteRequest } from '../../../lib/jobs/delete-request.ts'
import { createRepeatWebhook } from '../../../lib/jobs/repeat-webhook.ts'
import { startBatchWorld, urls } from '../../support/jobs/batch-tools.ts'
import { artifact, drain, laterRequest } from '../../support/jobs/request-world.ts'

const { world, tools } = await startBatchWorld()

const receiveWebhooks = async () => {
  const messages = await world.receive('webhook')
  for (const message of messages) await world.remove('webhook', message)
  // A message that is sent twice finds its webhook delivered.
  return [...new Set(messages.map(({ body }) => body))].map((body) => JSON.parse(body))
}

test('every request of a batch is rendered once, in order, with one webhook at the end', async () => {
  const account = await world.createAccount()
  const rendered: unknown[] = []
  let most = 0
  let now = 0
  world.behaviour.render = async (_operation, { external_id }) => {
    rendered.push(external_id)
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    if (external_id === 'no-7') throw new HostNotFoundError('The host does not exist.')
    return artifact
  }
  const webhook_url = 'https://example.com/hook'
  const key = await tools.accept(account, { requests: urls(14), max_concurrency: 3, webhook_url })
  expect(await tools.view(key)).toMatchObject({
    status: 'running',
    total: 14,
    queued: 14,
    max_concurrency: 3,
  })
  expect(tools.inputs(key.id)).toHaveLength(1)
  await drain(world, world.worker(), { workers: 3 })

  expect(await tools.view(key)).toMatchObject({
    status: 'ended',
    queued: 0,
    done: 13,
    failed: 1,
    codes: { host_not_found: 1 },
    progress: 1,
    webhook: { status: 'pending' },
  })
  expect(new Set(rendered).size).toBe(14)
  expect(rendered).toHaveLength(14)
  expect(most).toBeLessThanOrEqual(3)
  // Lanes overtake each other by little.
  for (const [place, name] of rendered.entries())
    expect(Math.abs(Number(String(name).slice(3)) - place)).toBeLessThan(6)
  expect(await receiveWebhooks()).toEqual([{ accountId: key.accountId, requestId: key.id }])
  expect(tools.inputs(key.id)).toEqual([])
  expect(await world.hitsUsed(account.id)).toBe(13)
})

test('a list of more than a hundred requests is in several objects', async () => {
  const account = await world.createAccount()
  const rendered: unknown[] = []
  world.behaviour.render = async (_operation, { external_id }) => {
    rendered.push(external_id)
    return artifact
  }
  const key = await tools.accept(account, { requests: urls(102), max_concurrency: 1 })
  expect(tools.inputs(key.id)).toHaveLength(2)
  for (let index = 0; index < 98; index++)
    await world.batches.advance(key, { lane: '0', index, outcome: 'done' })
  await drain(world)
  expect(rendered).toEqual(['no-0', 'no-98', 'no-99', 'no-100', 'no-101'])
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 102 })
  expect(tools.inputs(key.id)).toEqual([])
})

test('the list of requests has those of the batch, with their own options over the shared ones', async () => {
  const account = await world.createAccount()
  world.behaviour.render = async () => artifact
  const other = await tools.accept(account, { requests: urls(2) })
  const requests = [{ url: 'https://example.com/own', format: 'webp' }, { url: 'https://example.com/shared' }]
  const key = await tools.accept(account, { requests })
  await drain(world)
  const second = Math.floor(Number.parseInt(key.id.replaceAll('-', '').slice(0, 12), 16) / 1000)
  const filter = { batchId: key.id, limit: 10, from: second, to: second + 1 }
  const { records } = await world.requests.list(account.id, filter)
  expect(records.map(({ summary }) => summary)).toMatchObject([
    { url: 'https://example.com/shared', options: { format: 'png' } },
    { url: 'https://example.com/own', options: { format: 'webp' } },
  ])
  expect(records.every(({ batchId }) => batchId === key.id)).toBe(true)
  const { batches } = await world.batches.list(account.id, { limit: 10 })
  expect(batches.map(({ id }) => id)).toEqual([key.id, other.id])
  const page = await world.batches.list(account.id, { limit: 1 })
  expect(page.nextId).toBe(key.id)
  expect((await world.batches.list(account.id, { limit: 1, beforeId: page.nextId })).batches[0]?.id).toBe(
    other.id,
  )
})

test('a canceled batch ends with what is being rendered, and its hits are refunded', async () => {
  const account = await world.createAccount('starter')
  world.behaviour.render = async () => artifact
  const key = await tools.accept(account, { requests: urls(40), webhook_url: 'https://example.com/hook' })
  await world.deliver(world.worker())
  const { done } = await tools.view(key)
  expect(done).toBeGreaterThan(0)
  await tools.cancel(key)
  await tools.cancel(key)
  await drain(world)
  const ended = await tools.view(key)
  expect(ended).toMatchObject({ status: 'ended', done, codes: { canceled: 40 - done } })
  expect(await world.hitsUsed(account.id)).toBe(done)
  expect(await receiveWebhooks()).toEqual([{ accountId: key.accountId, requestId: key.id }])
  expect(tools.inputs(key.id)).toEqual([])
  await expect(tools.cancel({ ...key, id: 'none' })).rejects.toMatchObject({ code: 'not_found' })
})

test('a request of a batch that is deleted while it waits does not begin again', async () => {
  const account = await world.createAccount('starter')
  const rendered: unknown[] = []
  world.behaviour.render = async (_operation, { external_id }) => {
    rendered.push(external_id)
    return artifact
  }
  const key = await tools.accept(account, { requests: urls(6), max_concurrency: 1 })
  await createDeleteRequest(world.performDeps)({ accountId: account.id, id: toItemId(key.id, 0) })
  await drain(world)
  expect(rendered).toEqual(
    urls(6)
      .slice(1)
      .map(({ external_id }) => external_id),
  )
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 5, codes: { canceled: 1 } })
})

test('a batch of a closed account ends without further requests', async () => {
  const account = await world.createAccount('starter')
  world.behaviour.render = async () => artifact
  const key = await tools.accept(account, { requests: urls(30), max_concurrency: 1 })
  await world.accounts.close(account.id)
  await drain(world)
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 0, codes: { account_closed: 30 } })
})

test('the webhook of a batch that has ended is sent again', async () => {
  const account = await world.createAccount()
  world.behaviour.render = async () => artifact
  const repeat = createRepeatWebhook(world.performDeps, batchNotFound)
  const webhook_url = 'https://example.com/hook'
  const key = await tools.accept(account, { requests: urls(1), webhook_url })
  await expect(repeat(key)).rejects.toThrow(/The batch has not ended/)
  await drain(world)
  await receiveWebhooks()
  const started = await world.requests.startDeliveryAttempt(key, world.nowMs() + 1)
  if (started.kind !== 'started') throw new Error('The webhook is not due.')
  await world.requests.endDeliveryAttempt(started.record, {
    ...{ status: 'failed', attempts: [{ time: 1, durationMs: 1 }], attemptCount: 1, seriesCount: 1 },
  })
  expect(await repeat(key)).toMatchObject({ webhook: { status: 'pending', seriesCount: 0 } })
  expect(await receiveWebhooks()).toEqual([{ accountId: key.accountId, requestId: key.id }])
  const silent = await tools.accept(account, { requests: urls(1) })
  await expect(repeat(silent)).rejects.toThrow('The batch has no `webhook_url`.')
  await expect(repeat({ ...key, id: 'none' })).rejects.toThrow('no batch with this id')
  await drain(world)
})

test('another request of the account overtakes the messages of its batch', async () => {
  const account = await world.createAccount('scale')
  const key = await tools.accept(account, { requests: urls(60) })
  // With so many in flight, the batch yields to others.
  for (let rounds = 0; rounds < 3; rounds++) await world.receive('render')
  const { requestId } = await world.accept()(laterRequest(world, account))
  const [next] = await world.receive('render', 1)
  expect(JSON.parse(next?.body ?? '')).toMatchObject({ requestId })
  await tools.cancel(key)
  await drain(world)
})
