import { expect, test } from 'vitest'
import {
  artifact,
  drain,
  laterRequest,
  readResult,
  startAccountWorld,
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
    invocationId: 'one',
  })
  expect(held).toHaveLength(1)
  // Timeout, delay and 5 s for the response, 15 s to store it, and a margin.
  expect(held[0]).toBeGreaterThanOrEqual(35)
  expect(held[0]).toBeLessThan(60)
})
