import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiFunctions, type FunctionEntry, queueFunctions } from '../../../infra/functions.ts'
import { PageTimeoutError } from '../../../lib/base/errors.ts'
import { silentLogger } from '../../../lib/base/logger.ts'
import { openHitMs, openQueuedHitMs } from '../../../lib/core/access/open-hits.ts'
import { finalizeRequest } from '../../../lib/jobs/finalize-request.ts'
import { createHits } from '../../../lib/jobs/hits.ts'
import { createMortalProcess } from '../../support/faults/mortal-process.ts'
import { createRenderNowOf } from '../../support/jobs/render-now-tools.ts'
import {
  artifact,
  drain,
  laterRequest,
  type RequestWorld,
  startRequestWorld,
} from '../../support/jobs/request-world.ts'

let world: RequestWorld
let account: Awaited<ReturnType<RequestWorld['createAccount']>>
const process = createMortalProcess()

beforeEach(async () => {
  // S3 refuses clocks that differ by a quarter of an hour.
  world.clock.aheadMs = 0
  world.behaviour.render = async () => artifact
  account = await world.createAccount()
})

let closeWorld: () => Promise<void> = async () => {}

const startSharedWorld = async () => startRequestWorld({ onEnd: (close) => (closeWorld = close) })

beforeAll(async () => {
  world = await startSharedWorld()
  const { dynamo, s3, sqs } = world.cloud
  for (const client of [dynamo, s3, sqs]) process.watch(client as never)
})

afterAll(() => closeWorld())

const used = () => world.hitsUsed(account.id)

/** What the next request of the account finds once the invocation of a process that died would be over. */
const useOnceClosed = async () => {
  world.clock.aheadMs += openHitMs
  await world.hits.closeOverdue(account.id)
  world.clock.aheadMs -= openHitMs
  return used()
}

const renderNow = (options: Record<string, unknown>) => createRenderNowOf(world)(account, options)

test('a request beyond the renders that its plan allows is refused, without a hit and a webhook', async () => {
  account = await world.createAccount('free')
  const ends: (() => void)[] = []
  world.behaviour.render = async () => {
    await new Promise<void>((resolve) => void ends.push(resolve))
    return artifact
  }
  const renders = [renderNow({}), renderNow({})]
  await expect.poll(() => ends.length).toBe(2)
  const refused = renderNow({ webhook_url: 'https://hooks.example/', webhook_errors: true })
  await expect(refused).rejects.toMatchObject({
    statusCode: 429,
    code: 'concurrency_limited',
    headers: { 'Retry-After': '3' },
  })
  expect([await used(), await world.counts('webhook')]).toEqual([2, { visible: 0, hidden: 0 }])
  // It is accepted if it may wait.
  await world.accept()(laterRequest(world, account))
  for (const end of ends) end()
  await Promise.all(renders)
  world.behaviour.render = async () => artifact
  await renderNow({})
  await drain(world)
  expect(await used()).toBe(4)
  expect((await world.places.read(account)).in_progress).toBe(0)
})

test('no handler that uses hits outlives the time for which they are open', () => {
  const longestMs = (among: readonly FunctionEntry[]) =>
    1000 * Math.max(...among.map(({ deadlineSeconds }) => deadlineSeconds))
  expect(longestMs(apiFunctions)).toBeLessThan(openHitMs)
  expect(longestMs(Object.values(queueFunctions))).toBeLessThan(openQueuedHitMs)
})

describe('a process that dies during a synchronous render', () => {
  test('has its hit refunded by the next request, but not while the render may still be running', async () => {
    await renderNow({})
    // Place, hit.
    await process.crashing({ call: 1, side: 'after' }, () => renderNow({}))
    world.clock.aheadMs += openHitMs - 60_000
    await renderNow({})
    expect(await used()).toBe(3)
    world.clock.aheadMs += 60_000
    await renderNow({})
    expect(await used()).toBe(3)
  })
})

describe('the hit of a failed request is refunded once', () => {
  const failed = async () => {
    await world.takeHits(account, 2)
    const { requestId } = await world.accept()(laterRequest(world, account))
    const key = { accountId: account.id, id: requestId }
    const record = await world.requests.find(key)
    if (!record) throw new Error('There is no record')
    const end = { error: { code: 'page_timeout', message: 'x' }, finished: Math.floor(world.nowMs() / 1000) }
    const ended = await world.requests.fail(record, end)
    if (!ended) throw new Error('It had ended')
    return ended
  }

  test.each(['countRefunds', 'refundOwed'] as const)(
    'when a worker stalls at %s until another one has completed the refund',
    async (method) => {
      const ended = await failed()
      const { promise: gate, resolve: open } = Promise.withResolvers<void>()
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
      const stalled = createHits({
        store: {
          ...world.hitStore,
          async [method](...parameters: never[]) {
            arrive()
            await gate
            return (world.hitStore[method] as (...all: never[]) => Promise<never>)(...parameters)
          },
        },
        requests: world.requests,
        log: silentLogger,
      }).refundOwed(ended)
      await arrived
      await world.hits.refundOwed(ended)
      open()
      await stalled
      expect(await used()).toBe(2)
    },
  )

  test('even if the accepting process died before it closed the hit', async () => {
    await world.takeHits(account, 2)
    const request = laterRequest(world, account)
    // Open, count, take, put.
    await process.crashing({ call: 3, side: 'after' }, () => world.accept()(request))
    const record = await world.requests.find({ accountId: account.id, id: request.requestId })
    expect(record).toMatchObject({ status: 'queued', counted: true })
    const end = { error: { code: 'expired', message: 'x' }, finished: Math.floor(world.nowMs() / 1000) }
    const ended = record && (await world.requests.fail(record, end))
    if (ended) await finalizeRequest(world.performDeps, ended)
    // One that stayed open would be refunded again when its record has expired.
    world.clock.aheadMs += openHitMs
    expect(await world.hitStore.findOverdue(account.id)).toEqual([])
    world.clock.aheadMs -= openHitMs
    expect(await useOnceClosed()).toBe(2)
  })
})

test('a hit that a repeat used in the month after the first request is refunded to that month', async () => {
  const next = new Date(world.nowMs())
  next.setUTCMonth(next.getUTCMonth() + 1, 1)
  next.setUTCHours(0, 0, 0, 0)
  world.clock.aheadMs += next.getTime() - world.nowMs() - 60_000
  const again = () => laterRequest(world, account, { idempotencyKey: 'order-1' })
  // Noted under its key, and then the process dies.
  await process.crashing({ call: 0, side: 'after' }, () => world.accept()(again()))
  world.clock.aheadMs += 120_000
  world.behaviour.render = () => Promise.reject(new PageTimeoutError('too slow'))
  await world.takeHits(account, 1)
  const { requestId } = await world.accept()(again())
  await drain(world)
  expect(await world.requests.find({ accountId: account.id, id: requestId })).toMatchObject({
    status: 'failed',
    counted: false,
  })
  expect(await used()).toBe(1)
})
