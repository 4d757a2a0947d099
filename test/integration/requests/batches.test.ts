import { beforeAll, expect, test } from 'vitest'
import { HostNotFoundError } from '../../../lib/base/errors.ts'
import { defaultTiers } from '../../../lib/core/access/tiers.ts'
import { toBatchPartition, toItemId } from '../../../lib/core/requests/batch.ts'
import { createBatches } from '../../../lib/jobs/batches/follow-batch.ts'
import { createDeleteRequest } from '../../../lib/jobs/delete-request.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { createBatchTools, urls } from '../../support/jobs/batch-tools.ts'
import { artifact, drain, type RequestWorld, startRequestWorld } from '../../support/jobs/request-world.ts'
import { objectKeys } from '../../support/service/embedded-data.ts'

let world: RequestWorld
let tools: ReturnType<typeof createBatchTools>
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  world = await startRequestWorld({ onEnd: (close) => void closers.push(close) })
  tools = createBatchTools(world)
  return async () => {
    for (const close of closers) await close()
  }
})

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

test('requests without a hit left fail, and a batch is refused when none is', async () => {
  const account = await world.createAccount('free')
  world.behaviour.render = async () => artifact
  await world.takeHits(account, defaultTiers.free.quota - 4)
  const key = await tools.accept(account, {
    requests: urls(70),
    options: { format: 'png', webhook_errors: true },
  })
  await drain(world)
  expect(await tools.view(key)).toMatchObject({
    status: 'ended',
    done: 4,
    failed: 66,
    codes: { quota_exceeded: 66 },
  })
  await expect(tools.accept(account, { requests: urls(1) })).rejects.toMatchObject({ code: 'quota_exceeded' })
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

test('a request that is not allowed is named, and nothing is stored', async () => {
  const account = await world.createAccount()
  const before = objectKeys(world.dataDir, resultsBucket, 'inputs/').length
  const requests = [...urls(3), { url: 'https://example.com/', fromat: 'png' }]
  await expect(tools.accept(account, { requests })).rejects.toMatchObject({
    code: 'unknown_parameter',
    message: expect.stringContaining('In `requests[3]` with `options`: '),
  })
  await expect(tools.accept(account, { requests: [{ format: 'webp' }] })).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining('requests[0]'),
  })
  expect(objectKeys(world.dataDir, resultsBucket, 'inputs/')).toHaveLength(before)
  expect((await world.batches.list(account.id, { limit: 10 })).batches).toEqual([])
})

test.each([
  [{}, /`requests` and `sitemap` is required/],
  [{ requests: [] }, /`requests`/],
  [{ requests: urls(1), sitemap: 'https://example.com/sitemap.xml' }, /must not be used together/],
  [{ requests: urls(1_001) }, /1,?000/],
  [{ requests: urls(1), max_concurrency: 0 }, /`max_concurrency`/],
])('the parameters %o are refused', async (body, message) => {
  const account = await world.createAccount()
  await expect(tools.accept(account, body)).rejects.toThrow(message)
})

test('a repeat with the same Idempotency-Key is the same batch', async () => {
  const account = await world.createAccount()
  world.behaviour.render = async () => artifact
  const idempotencyKey = 'once'
  const key = await tools.accept(account, { requests: urls(2) }, { idempotencyKey })
  expect(await tools.accept(account, { requests: urls(2) }, { idempotencyKey })).toEqual(key)
  await expect(tools.accept(account, { requests: urls(3) }, { idempotencyKey })).rejects.toMatchObject({
    code: 'invalid_parameter',
  })
  await drain(world)
  expect(await tools.view(key)).toMatchObject({ status: 'ended', total: 2, done: 2 })
})

test('a sitemap names the requests', async () => {
  const account = await world.createAccount()
  world.behaviour.render = async () => artifact
  const key = await tools.accept(account, { sitemap: 'https://user:secret@example.com/sitemap.xml' })
  await drain(world)
  expect(await tools.view(key)).toMatchObject({
    total: 3,
    done: 3,
    sitemap: 'https://example.com/sitemap.xml',
  })
})

test('a URL of a sitemap that is not allowed is named without its credentials', async () => {
  const account = await world.createAccount()
  const readSitemap = async () => [`https://user:secret@example.com/${'x'.repeat(8192)}`]
  await expect(
    tools.accept(account, { sitemap: 'https://example.com/sitemap.xml' }, { changed: { readSitemap } }),
  ).rejects.toThrow(/^For https:\/\/\*\*\*@example\.com\/x+… of the `sitemap` with `options`: /)
})

test('a call that got its error while the list was stored creates no batch', async () => {
  const account = await world.createAccount()
  const caller = new AbortController()
  const inputs = {
    ...world.performDeps.inputs,
    async put(...args: Parameters<typeof world.performDeps.inputs.put>) {
      await world.performDeps.inputs.put(...args)
      caller.abort(new Error('late'))
    },
  }
  await expect(
    tools.accept(account, { requests: urls(1) }, { changed: { inputs }, signal: caller.signal }),
  ).rejects.toThrow('late')
  expect(await world.batches.list(toBatchPartition(account.id), { limit: 10 })).toMatchObject({ batches: [] })
})

test('the sweep begins a batch whose first messages were not sent, and sends lost ones again', async () => {
  const account = await world.createAccount()
  world.behaviour.render = async () => artifact
  const requests = urls(5)
  const key = await tools.accept(
    account,
    { requests, max_concurrency: 2 },
    {
      changed: {
        resumeBatch: async () => {
          throw new Error('The process died.')
        },
      },
    },
  )
  expect(await world.counts('render')).toEqual({ visible: 0, hidden: 0 })
  world.clock.aheadMs += 5 * 60_000
  await world.sweep()
  for (const message of await world.receive('render')) await world.remove('render', message)
  world.clock.aheadMs += 16 * 60_000
  await world.sweep()
  await drain(world)
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 5 })
})

test('large shared options are stored once, and deleted at the end', async () => {
  const account = await world.createAccount()
  const seen: unknown[] = []
  world.behaviour.render = async (_operation, { html }) => {
    seen.push(String(html).length)
    return artifact
  }
  const html = `<p>${'x'.repeat(20_000)}`
  const requests = [{ viewport_width: 300 }, { viewport_width: 400 }]
  const key = await tools.accept(account, { options: { html, format: 'png' }, requests })
  await drain(world)
  expect(seen).toEqual([html.length, html.length])
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 2 })
  expect(tools.inputs(key.id)).toEqual([])
})

test('a batch of a closed account ends without further requests', async () => {
  const account = await world.createAccount('starter')
  world.behaviour.render = async () => artifact
  const key = await tools.accept(account, { requests: urls(30), max_concurrency: 1 })
  await world.accounts.close(account.id)
  await drain(world)
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 0, codes: { account_closed: 30 } })
})

test('a lane goes on once, however often the end of its request is reported', async () => {
  const account = await world.createAccount()
  world.behaviour.render = async () => artifact
  const key = await tools.accept(account, { requests: urls(5), max_concurrency: 2 })
  const { followBatch } = createBatches(world.performDeps)
  await drain(world, async (request, context) => {
    const performed = await world.worker()(request, context)
    if (performed.record) await Promise.all([1, 2].map(() => followBatch(performed.record as never)))
    return performed
  })
  expect(await tools.view(key)).toMatchObject({ status: 'ended', done: 5, queued: 0 })
})
