import { expect, test } from 'vitest'
import { HostNotFoundError } from '../../../lib/base/errors.ts'
import { toBatchPartition } from '../../../lib/core/requests/batch.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { notBegun, startBatchWorld, urls } from '../../support/jobs/batch-tools.ts'
import { artifact, drain } from '../../support/jobs/request-world.ts'
import { objectKeys } from '../../support/service/embedded-data.ts'

const { world, tools } = await startBatchWorld()

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
  [
    { requests: urls(2), options: { upload_url: 'https://storage.example/one.png' } },
    /`options` must not contain `upload_url`.*Give each of `requests`/,
  ],
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

test('repeats that read different lists at the same time render the list of the first', async () => {
  const account = await world.createAccount()
  const rendered: unknown[] = []
  world.behaviour.render = async (_operation, { url }) => {
    rendered.push(url)
    return artifact
  }
  const first = ['https://example.com/a', 'https://example.com/b']
  const use = (readSitemap: () => Promise<string[]>) =>
    tools.accept(
      account,
      { sitemap: 'https://example.com/sitemap.xml', max_concurrency: 1 },
      { idempotencyKey: 'at the same time', changed: { readSitemap } },
    )
  const key = await use(async () => {
    // By then, the function that reads the sitemap counts as ended.
    world.clock.aheadMs += 31_000
    await use(async () => first)
    return ['https://example.com/later']
  })
  await drain(world)
  expect(await tools.view(key)).toMatchObject({ status: 'ended', total: 2, done: 2 })
  expect(rendered).toEqual(first)
  expect(tools.inputs(key.id)).toEqual([])
})

test('ten batches of an account run at the same time, and no more', async () => {
  const account = await world.createAccount()
  const create = () => tools.accept(account, { requests: urls(1) }, notBegun)
  const keys = await Promise.all(Array.from({ length: 10 }, create))
  await expect(create()).rejects.toMatchObject({
    statusCode: 429,
    code: 'concurrency_limited',
    headers: { 'Retry-After': '60' },
    message: expect.stringContaining('10 batches'),
  })
  for (const key of keys) await tools.cancel(key)
  await tools.cancel(await create())
  await drain(world)
})

test('a list of more than one megabyte has all batches', async () => {
  const account = await world.createAccount()
  const accountId = toBatchPartition(account.id)
  const url = `https://example.com/${'x'.repeat(8_000)}`
  const ids = Array.from({ length: 70 }, (_, byte) =>
    createRequestId(world.nowMs(), new Uint8Array(10).fill(byte)),
  )
  const one = { operation: 'pdf', created: 1, total: 1, next: 1, lanes: {}, counts: { done: 1 } } as const
  for (const id of ids)
    await world.batches.put({
      ...{ ...one, accountId, id, listId: 'a', maxConcurrency: 1, sitemap: url },
      webhook: { url, signed: true },
    })
  const { batches, nextId } = await world.batches.list(account.id, { limit: 100 })
  expect(batches.map(({ id }) => id)).toEqual(ids.toSorted().toReversed())
  expect(nextId).toBeUndefined()
  expect(await world.batches.countRunning(account.id)).toBe(70)
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

test('while a sitemap of an account is read, its other batches with one are refused, and all others pass', async () => {
  const [account, other] = [await world.createAccount(), await world.createAccount()]
  const reading = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string[]>()
  const body = { sitemap: 'https://example.com/sitemap.xml' }
  const readSitemap = () => {
    reading.resolve()
    return answer.promise
  }
  const slow = tools.accept(account, body, { changed: { readSitemap } })
  await reading.promise
  for (const options of [{}, { idempotencyKey: 'a' }, { idempotencyKey: 'a' }])
    await expect(tools.accept(account, body, options)).rejects.toMatchObject({
      statusCode: 429,
      code: 'concurrency_limited',
      headers: { 'Retry-After': '5' },
      message: expect.stringContaining('`sitemap` of another batch'),
    })
  const passed = [
    await tools.accept(account, { requests: urls(1) }),
    await tools.accept(other, body),
    await tools.accept(other, { requests: urls(1) }),
  ]
  answer.reject(new HostNotFoundError('The sitemap has a host that does not exist.'))
  await expect(slow).rejects.toMatchObject({ code: 'host_not_found' })
  passed.push(await tools.accept(account, body), await tools.accept(account, body))
  for (const key of passed) await tools.cancel(key)
  await drain(world)
})

test('a function that died while it read a sitemap blocks no other for longer than 30 seconds', async () => {
  const account = await world.createAccount()
  const body = { sitemap: 'https://example.com/sitemap.xml' }
  const idempotency = {
    ...world.performDeps.idempotency,
    release: async () => Promise.reject(new Error('died')),
  }
  const keys = [await tools.accept(account, body, { changed: { idempotency } })]
  await expect(tools.accept(account, body)).rejects.toMatchObject({ code: 'concurrency_limited' })
  world.clock.aheadMs += 31_000
  keys.push(await tools.accept(account, body))
  for (const key of keys) await tools.cancel(key)
  await drain(world)
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

test('a refused batch leaves its Idempotency-Key unused', async () => {
  const account = await world.createAccount()
  const idempotencyKey = 'again'
  const use = (body: object, changed = {}) => tools.accept(account, { ...body }, { idempotencyKey, changed })
  await expect(use({ requests: [{ format: 'webp' }] })).rejects.toMatchObject({ code: 'invalid_parameter' })
  const readSitemap = async () => {
    throw new HostNotFoundError('The sitemap has a host that does not exist.')
  }
  const sitemap = 'https://example.com/sitemap.xml'
  await expect(use({ sitemap }, { readSitemap })).rejects.toMatchObject({ code: 'host_not_found' })
  const usage = { read: async () => ({ ...(await world.usage.read(account)), hits: { remaining: 0 } }) }
  await expect(use({ requests: urls(1) }, { usage })).rejects.toMatchObject({ code: 'quota_exceeded' })
  const key = await use({ requests: urls(2) })
  await expect(use({ requests: urls(3) }, { usage })).rejects.toMatchObject({ code: 'invalid_parameter' })
  expect(await use({ requests: urls(2) }, { usage })).toEqual(key)
  await tools.cancel(key)
  await drain(world)
})
