import { expect, test } from 'vitest'
import { renderContext } from '../../support/jobs/render-now-tools.ts'
import {
  artifact,
  drain,
  laterRequest,
  readResult,
  startAccountWorld,
  startRequestWorld,
} from '../../support/jobs/request-world.ts'

const webhook = { webhook_url: 'https://hooks.example.com/done' }

test('an accepted request is rendered, stored and recorded as done, and its webhook is queued', async () => {
  const { world, account } = await startAccountWorld()
  const request = laterRequest(world, account, { ...webhook, external_id: 'order-1', cookies: 'a=secret' })
  const { requestId, created } = await world.accept()(request)
  const key = { accountId: account.id, id: requestId }
  expect(await world.requests.find(key)).toMatchObject({
    status: 'queued',
    created,
    options: { cookies: ['a=secret'] },
    webhook: { status: 'waiting', url: webhook.webhook_url, signed: true },
  })
  await drain(world)
  const record = await world.requests.find(key)
  expect(record).toMatchObject({
    status: 'done',
    attempts: 1,
    externalId: 'order-1',
    counted: true,
    result: { contentType: 'image/png', headers: { 'X-Service-Metadata-Title': 'Front page' } },
    webhook: { status: 'pending', attempts: [] },
  })
  expect(record).not.toHaveProperty('options')
  expect(record).not.toHaveProperty('leaseUntilMs')
  expect(await readResult(world, record?.result?.name ?? '')).toEqual({
    body: artifact.body.toString(),
    sha256: record?.result?.sha256,
  })
  expect(record?.result?.expires).toBeGreaterThanOrEqual(created + 48 * 3600)
  expect(await world.counts('webhook')).toEqual({ visible: 1, hidden: 0 })
  expect(await world.hitsUsed(account.id)).toBe(1)
  expect(world.lines.filter(({ message }) => message === 'message')).toMatchObject([
    { queue: 'render', account: account.id, requestId, outcome: 'done', attempts: 1 },
  ])
  expect(JSON.stringify(world.lines)).not.toContain('secret')
})

test('requests wait, without attempts, while as many renders of the account as its plan allows are in progress', async () => {
  const { world, account } = await startAccountWorld('free')
  const ends: (() => void)[] = []
  world.behaviour.render = async () => {
    await new Promise<void>((resolve) => void ends.push(resolve))
    return artifact
  }
  const accepted = await Promise.all(
    Array.from({ length: 4 }, () => world.accept()(laterRequest(world, account))),
  )
  const keys = accepted.map(({ requestId }) => ({ accountId: account.id, id: requestId }))
  const context = () => ({ ...renderContext(), remainingMs: () => 100_000, extendVisibility: async () => {} })
  const first = keys.map((key) => world.worker()(key, context()))
  const refused = await Promise.race(first)
  expect(refused).toMatchObject({ outcome: 'busy', retrySeconds: 3, record: { attempts: 0 } })
  await expect.poll(() => ends.length).toBe(2)
  expect((await world.usage.read(account)).renders).toEqual({ limit: 2, in_progress: 2 })
  for (const end of ends) end()
  const outcomes = (await Promise.all(first)).map(({ outcome }) => outcome)
  expect(outcomes.toSorted()).toEqual(['busy', 'busy', 'done', 'done'])
  world.behaviour.render = async () => artifact
  await drain(world)
  const records = await Promise.all(keys.map((key) => world.requests.find(key)))
  expect(records.map((record) => [record?.status, record?.attempts])).toEqual(keys.map(() => ['done', 1]))
  expect((await world.usage.read(account)).renders.in_progress).toBe(0)
})

test('a run of a task leaves the last place to requests', async () => {
  const { world, account } = await startAccountWorld('free')
  const render = { name: 'in progress', untilMs: world.nowMs() + 60_000, origin: 'request' as const }
  await world.hits.beginRender(account, render)
  const { requestId: id, created, options, operation } = laterRequest(world, account)
  await world.requests.putQueued({
    ...{ accountId: account.id, id, operation, created, options },
    ...{ counted: false, taskId: 7 },
  })
  await world.queues.sendRender({ accountId: account.id, id })
  await world.deliver(world.worker())
  expect(world.lines.at(-1)).toMatchObject({ outcome: 'busy', requestId: id })
  await world.accept()(laterRequest(world, account))
  await world.deliver(world.worker())
  expect(world.lines.at(-1)).toMatchObject({ outcome: 'done' })
  await world.hits.endRender(account.id, render.name)
  world.clock.aheadMs += 5_000
  await drain(world)
  expect(world.lines.at(-1)).toMatchObject({ outcome: 'done', requestId: id })
})

test('a worker that dies occupies its place until it could no longer be alive', async () => {
  const { world, account } = await startAccountWorld('free')
  for (let worker = 0; worker < 2; worker++)
    await world.hits.beginRender(account, {
      name: `dead ${worker}`,
      untilMs: world.nowMs() + 60_000,
      origin: 'request' as const,
    })
  await world.accept()(laterRequest(world, account))
  await world.deliver(world.worker())
  expect(world.lines.at(-1)).toMatchObject({ outcome: 'busy', retrySeconds: 3 })
  world.clock.aheadMs += 60_000
  await drain(world)
  expect(world.lines.at(-1)).toMatchObject({ outcome: 'done', attempts: 1 })
})

test('options too large for a record are stored in the bucket, and deleted when the request ends', async () => {
  const { world, account, accept } = await startAccountWorld()
  const html = `<p>${'x'.repeat(4_096)}</p>`
  let rendered: unknown
  world.behaviour.render = async (_operation, options) => {
    rendered ??= options['html']
    return artifact
  }
  const key = await accept({ html })
  const queued = await world.requests.find(key)
  expect(queued).toMatchObject({ hasInput: true, status: 'queued' })
  expect(queued).not.toHaveProperty('options')
  const small = await world.accept()(laterRequest(world, account))
  const inline = await world.requests.find({ accountId: account.id, id: small.requestId })
  expect(inline).not.toHaveProperty('hasInput')
  expect(inline).toHaveProperty('options')
  await drain(world)
  expect(rendered).toBe(html)
  const record = await world.requests.find(key)
  expect(record).toMatchObject({ status: 'done', counted: true })
  expect(record).not.toHaveProperty('hasInput')
  await expect(world.inputs.get(key)).rejects.toMatchObject({ name: 'AccessDenied' })
})

test('a request of an account that was closed in the meantime fails with that reason', async () => {
  const { world, account, accept } = await startAccountWorld()
  const key = await accept()
  await world.accounts.close(account.id)
  await drain(world)
  expect(world.renders).toEqual([])
  expect(await world.requests.find(key)).toMatchObject({
    status: 'failed',
    error: { code: 'account_closed' },
  })
})

test('a worker without enough time for a render leaves it to another one', async () => {
  const { world, accept } = await startAccountWorld()
  const key = await accept({ timeout: 10, delay: 5 })
  expect(await world.deliver(world.worker(), { remainingMs: 19_000 })).toEqual({ received: 1, failed: 1 })
  expect(world.renders).toEqual([])
  expect(await world.counts('render')).toEqual({ visible: 1, hidden: 0 })
  expect(await world.requests.find(key)).toMatchObject({ attempts: 0 })
  await world.deliver(world.worker(), { remainingMs: 21_000 })
  expect(world.renders).toHaveLength(1)
})

test('a message is hidden for as long as its own render may take', async () => {
  const { world, accept } = await startAccountWorld()
  const held: number[] = []
  const key = await accept({ timeout: 10, delay: 5 })
  await world.worker()(key, {
    remainingMs: () => 100_000,
    extendVisibility: async (seconds) => void held.push(seconds),
    signal: new AbortController().signal,
    report: {} as never,
  })
  expect(held).toHaveLength(1)
  // Timeout, delay and 5 s for the response, 15 s to store it, and a margin.
  expect(held[0]).toBeGreaterThanOrEqual(35)
  expect(held[0]).toBeLessThan(60)
})

test('a body that is not a message is dropped with a log line', async () => {
  const world = await startRequestWorld()
  await world.send('render', { kind: 'request', accountId: '' })
  await world.send('render', { kind: 'riddle' })
  await drain(world)
  expect(world.lines.map(({ outcome }) => outcome)).toEqual(['malformed', 'malformed'])
})
