import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type RenderOrigin, renderOrigins, toRenderName } from '../../../lib/core/access/places.ts'
import { renderMessages } from '../../../lib/core/requests/queue-messages.ts'
import { toSeconds } from '../../../lib/core/to-seconds.ts'
import { createPlaces } from '../../../lib/jobs/places.ts'
import type { PlaceStore } from '../../../lib/store/places.ts'
import { freePlace } from '../../../local/free-places.ts'
import { createRenderNowOf } from '../../support/jobs/render-now-tools.ts'
import {
  artifact,
  drain,
  laterRequest,
  type RequestWorld,
  startRequestWorld,
} from '../../support/jobs/request-world.ts'

const world = await startRequestWorld({ onEnd: afterAll })

type TestAccount = Awaited<ReturnType<RequestWorld['createAccount']>>
let account: TestAccount

/** Its plan has five places. */
beforeEach(async () => {
  for (const message of await world.receive('render')) await world.remove('render', message)
  world.behaviour.render = async () => artifact
  account = await world.createAccount('starter')
})

const members: Record<RenderOrigin, object> = { request: {}, run: { taskId: 1 }, batch: { batchId: 'b' } }

const requestOf = (origin: RenderOrigin, id: string = randomUUID()) => ({
  accountId: account.id,
  id,
  created: toSeconds(world.nowMs()),
  ...members[origin],
})

const begin = (origin: RenderOrigin = 'request', { places = world.places, ms = 60_000, id = '' } = {}) => {
  const render = { name: randomUUID(), untilMs: world.nowMs() + ms }
  return places.takeOrWait(account, requestOf(origin, id || render.name), render)
}

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

const inProgress = async () => (await world.places.read(account)).in_progress

const isRefused = (taking: Promise<void>) => taking.then(() => false).catch((error) => error.code)

const receive = () => world.receive('render')

/** Receives all messages, and returns those of the account. */
const sent = async () => {
  const received: string[] = []
  for (let messages = await receive(); messages.length > 0; messages = await receive()) {
    for (const message of messages) await world.remove('render', message)
    received.push(...messages.map(({ body }) => body))
  }
  return received
    .map((body) => JSON.parse(body))
    .filter(({ accountId }) => accountId === account.id)
    .map(({ requestId, waited }) => ({ requestId, waited: waited?.origin }))
}

const stopWaiting = async (id: string) => {
  const waiting = (await world.placeStore.listWaiting(account.id, 10)).find((one) => one.id === id)
  if (waiting) await world.places.stopWaiting(waiting)
}

describe('the renders of an account in progress', () => {
  test('are as many as its plan allows, whatever begins at the same time', async () => {
    const taken = await times(20, () => isRefused(world.places.take(account, randomUUID())))
    expect([taken.filter((code) => code === false).length, taken.includes('concurrency_limited')]).toEqual([
      5,
      true,
    ])
    expect(await world.places.read(account)).toEqual({ limit: 5, in_progress: 5 })
  })

  test('in the background leave a place to runs of tasks, and these one to requests', async () => {
    const beginAll = async (origin: RenderOrigin) =>
      (await times(8, () => begin(origin))).filter(Boolean).length
    expect([await beginAll('batch'), await beginAll('run'), await beginAll('request')]).toEqual([3, 1, 1])
  })

  test('end once, and those of processes that died when their time is over', async () => {
    await world.places.take(account, 'one')
    await times(4, () => begin('request', { ms: 1_000 }))
    expect(await isRefused(world.places.take(account, 'early'))).toBe('concurrency_limited')
    await times(2, () => world.places.end(account.id, 'one'))
    expect(await inProgress()).toBe(4)
    world.clock.aheadMs += 2_000
    expect(await inProgress()).toBe(0)
    const taken = await times(9, () => isRefused(world.places.take(account, randomUUID())))
    expect(taken.filter((code) => code === false).length).toBe(5)
  })

  test('do not write the item with the hits', async () => {
    const before = await world.usage.read(account)
    await begin()
    await world.places.end(account.id, 'one')
    expect(await world.usage.read(account)).toMatchObject({ hits: before.hits })
  })
})

describe('what waits for a place', () => {
  const fill = async () => {
    const names = Array.from({ length: 5 }, (_, index) => `render ${index}`)
    for (const name of names) await world.places.take(account, name)
    return names
  }

  test('begins when a render ends, requests before runs and batches, the oldest first', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await fill()
    for (const id of ['b', 'a'])
      for (const origin of [...renderOrigins].reverse()) await begin(origin, { id: `${id}-${origin}` })
    expect(await sent()).toEqual([])
    await world.places.end(account.id, first)
    expect(await sent()).toEqual([{ requestId: 'a-request', waited: 'request' }])
    // The first is on its way, and takes a place.
    await world.places.end(account.id, second)
    expect(await sent()).toEqual([{ requestId: 'b-request', waited: 'request' }])
    await world.places.end(account.id, third)
    expect(await sent()).toEqual([])
    for (const id of ['a-request', 'b-request']) await stopWaiting(id)
    await world.places.end(account.id, fourth)
    expect((await sent()).map(({ requestId }) => requestId).sort()).toEqual(['a-run', 'b-run'])
  })

  test.each(['run', 'batch'] as const)('is ranked as a request after an hour: %s', async (origin) => {
    const names = await fill()
    const render = { name: 'old', untilMs: world.nowMs() + 60_000 }
    const now = toSeconds(world.nowMs())
    const old = (age: number) => ({ ...requestOf(origin, `${age} s, of an older batch`), created: now - age })
    const [first, second] = [old(3_700), old(3_500)]
    for (const waiting of [first, second])
      expect(await world.places.takeOrWait(account, waiting, render)).toBe(false)
    const endOne = async () => {
      await begin('request')
      await world.places.end(account.id, names.shift() ?? '')
      const [next] = await sent()
      return next?.requestId
    }
    expect(await endOne()).toBe(first.id)
    await stopWaiting(first.id)
    expect(await world.places.takeOrWait(account, first, render)).toBe(true)
    for (let ends = 0; ends < 4; ends += 1) expect(await endOne()).not.toBe(second.id)
  })

  test('has no message until then, and is sent again if its message is lost', async () => {
    const [first = ''] = await fill()
    const { requestId } = await world.accept()(laterRequest(world, account))
    expect(await sent()).toEqual([])
    await world.places.end(account.id, first)
    await world.places.resume(account.id)
    expect(await sent()).toEqual([{ requestId, waited: 'request' }])
    world.clock.aheadMs += 20 * 60_000
    await world.sweep()
    expect(await sent()).toEqual([{ requestId, waited: 'request' }])
    await world.sweep()
    expect(await sent()).toEqual([])
  })

  test('is sent by the next sweep if SQS refuses its message, and others meanwhile', async () => {
    const names = await fill()
    for (const id of ['refused', 'sent']) await begin('request', { id })
    const sendRender: typeof world.queues.sendRender = async (request, options) => {
      if (request.id === 'refused') throw new Error('SQS is away')
      await world.queues.sendRender(request, options)
    }
    for (const name of names) await world.placeStore.end(account.id, name)
    const { log, tiers } = world.performDeps
    const places = createPlaces({ ...world, store: world.placeStore, queues: { sendRender }, tiers, log })
    world.clock.aheadMs += 5 * 60_000
    expect(await world.sweepWith({ places })).toMatchObject({ errors: 1 })
    expect(await sent()).toEqual([{ requestId: 'sent', waited: 'request' }])
    world.clock.aheadMs += 5 * 60_000
    await world.sweep()
    expect(await sent()).toEqual([{ requestId: 'refused', waited: 'request' }])
  })

  test('begins although the process that should send its message dies', async () => {
    const names = await fill()
    await begin('run', { id: 'run' })
    for (const name of names) await world.placeStore.end(account.id, name)
    world.clock.aheadMs += 5 * 60_000
    await world.sweep()
    expect(await sent()).toEqual([{ requestId: 'run', waited: 'run' }])
  })

  test.each(['before', 'after'] as const)(
    'begins although the last render ends %s it is noted',
    async (when) => {
      const names = await fill()
      const end = () => Promise.all(names.map((name) => world.places.end(account.id, name)))
      const store: PlaceStore = {
        ...world.placeStore,
        async wait(...terms) {
          if (when === 'before') await end()
          const waits = await world.placeStore.wait(...terms)
          if (when === 'after') await end()
          return waits
        },
      }
      const places = createPlaces({
        ...world,
        store,
        tiers: world.performDeps.tiers,
        log: world.performDeps.log,
      })
      expect(await begin('request', { places, id: 'one' })).toBe(when === 'before')
      expect((await sent()).length).toBe(when === 'before' ? 0 : 1)
      await stopWaiting('one')
      await world.places.resume(account.id)
      expect(await world.placeStore.find(account.id)).not.toHaveProperty('openShard')
    },
  )

  test('makes way if its request was deleted', async () => {
    const [first = ''] = await fill()
    for (const id of ['gone', 'later']) await begin('run', { id })
    await world.places.end(account.id, first)
    await world.places.end(account.id, 'render 1')
    world.behaviour.render = async () => artifact
    await drain(world)
    expect(await world.placeStore.listWaiting(account.id, 10)).toEqual([])
  })

  test.each([
    ['counts if renders take all places', false],
    ['does not count if no worker took the messages', true],
  ])('and is not rendered within seven hours expires, and %s', async (_what, areEnded) => {
    const names = ['one', 'two', 'three', 'four', 'five']
    for (const name of names)
      await world.placeStore.begin(account.id, {
        name,
        untilMs: world.nowMs() + 9 * 3_600_000,
        places: 5,
        concurrency: 5,
      })
    const accepted = await times(7, () => world.accept()(laterRequest(world, account)))
    // The messages of five are sent, and two wait for these to take their places.
    if (areEnded) for (const name of names) await world.places.end(account.id, name)
    world.clock.aheadMs += 7 * 3_600_000 + 1_000
    await world.sweep()
    for (const { requestId: id } of accepted) {
      const record = await world.requests.find({ accountId: account.id, id })
      expect(record).toMatchObject({ error: { code: 'expired' }, counted: !areEnded })
      expect(record).not.toHaveProperty('owesHit')
    }
    expect(await world.hitsUsed(account.id)).toBe(areEnded ? 0 : 7)
    expect(await world.placeStore.listWaiting(account.id, 1)).toEqual([])
  })
})

/** The bytes of an item, as DynamoDB counts them: names, texts and numbers of up to 21 bytes. */
const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return 1 + Math.ceil(String(value).length / 2)
  const members = Object.entries(value).map(([name, member]) => Buffer.byteLength(name) + 1 + bytesOf(member))
  return 3 + members.reduce((sum, bytes) => sum + bytes, 0)
}

test('a render writes its place twice and the item with the hits never, in the units that limits.md names', async () => {
  account = await world.createAccount('scale')
  const rows =
    /In progress \|[^\n]+\n[^\n]+\n([^#]+?)\n\n/.exec(readFileSync('docs/operate/limits.md', 'utf8'))?.[1] ??
    ''
  const columns = rows
    .split('\n')
    .map((row) => row.split('|').map((cell) => Number.parseInt(cell.trim(), 10)))
  expect(columns).toHaveLength(5)
  for (const [, inProgress = 0, , , units] of columns) {
    const renders = Object.fromEntries(
      Array.from({ length: inProgress }, () => [toRenderName(randomUUID()), world.nowMs()]),
    )
    const item = { accountId: 'abcdef#places', id: 'renders', renders, concurrency: inProgress, waits: 1_000 }
    expect(Math.ceil(bytesOf(item) / 1024), `${inProgress} in progress`).toBe(units)
  }
  await begin()
  await world.accept()(laterRequest(world, account))
  const written: string[] = []
  const count =
    (next: (call: never) => Promise<object>, { commandName }: { commandName: string }) =>
    (call: never) => {
      const { input } = call as { input: { TableName: string; Key?: { id: string } } }
      const isOurs = JSON.stringify(input.Key)?.includes(account.id)
      if (commandName === 'UpdateItemCommand' && isOurs) written.push(`${input.TableName} ${input.Key?.id}`)
      return next(call)
    }
  world.cloud.dynamo.middlewareStack.add(count as never, { step: 'initialize', name: 'countWrites' })
  await drain(world)
  world.cloud.dynamo.middlewareStack.remove('countWrites')
  expect(written.filter((key) => key.startsWith('usage'))).toEqual([])
  expect(written.filter((key) => key.endsWith(' renders'))).toHaveLength(2)
})

test('a hundred requests are open at most, and take their hits only if they are accepted', async () => {
  account = await world.createAccount('growth')
  const most = 2 * 120
  for (let id = 1; id < most; id += 1) await world.placeStore.open({ accountId: account.id, id: String(id) })
  await world.accept()(laterRequest(world, account))
  const refused = world.accept()(laterRequest(world, account))
  await expect(refused).rejects.toMatchObject({
    statusCode: 429,
    code: 'queue_full',
    headers: { 'Retry-After': '10' },
  })
  expect(await world.hitsUsed(account.id)).toBe(1)
  await drain(world)
  await world.accept()(laterRequest(world, account))
  await drain(world)
  expect(await world.placeStore.isWithin(account.id, most - 1)).toBe(true)
  expect(await world.placeStore.isWithin(account.id, most - 2)).toBe(false)
})

describe('a request is not open', () => {
  const isOpen = async () => !(await world.placeStore.isWithin(account.id, 0))
  const away = async () => {
    throw new Error('DynamoDB is away')
  }

  test.each([
    ['its hit', { hits: { ...world.hits, take: away } }],
    ['its record', { requests: { ...world.requests, putQueued: away } }],
  ])('if %s could not be written', async (_what, changed) => {
    await expect(world.accept(changed)(laterRequest(world, account))).rejects.toThrow()
    expect(await isOpen()).toBe(false)
  })

  test('if a repeat finds that it has ended', async () => {
    const idempotencyKey = 'order'
    const { requestId: id } = await world.accept()(laterRequest(world, account, { idempotencyKey }))
    let reads = 0
    const requests = {
      ...world.requests,
      // The first request is recorded and ends while the repeat opens it.
      find: async (key: { accountId: string; id: string }) => {
        reads += 1
        if (reads === 1) return undefined
        return world.requests.find(key)
      },
    }
    await drain(world)
    expect(await isOpen()).toBe(false)
    const repeat = await world.accept({ requests })(laterRequest(world, account, { idempotencyKey }))
    expect(repeat).toMatchObject({ requestId: id, isRepeat: true })
    expect(await isOpen()).toBe(false)
  })

  test('for longer than five minutes if its process dies before it is recorded, and until it ends otherwise', async () => {
    await world.placeStore.open({ accountId: account.id, id: 'died' })
    expect(await isOpen()).toBe(true)
    world.clock.aheadMs += 6 * 60_000
    expect(await isOpen()).toBe(false)
    await world.accept()(laterRequest(world, account))
    world.clock.aheadMs += 6 * 60_000
    expect(await isOpen()).toBe(true)
    await drain(world)
    expect(await isOpen()).toBe(false)
  })
})

test.each(['header', 'body', 'queue'] as const)(
  'a function that dies gives the place of its render back: key in the %s',
  async (kind) => {
    const id = randomUUID()
    const { accessKey } = account
    const call = {
      httpMethod: kind === 'body' ? 'POST' : 'GET',
      isBase64Encoded: false,
      path: '/',
      body: null,
    }
    const json = { 'Content-Type': ['application/json'] }
    const events = {
      header: { ...call, multiValueHeaders: { 'X-Access-Key': [accessKey] } },
      body: { ...call, multiValueHeaders: json, body: JSON.stringify({ access_key: accessKey }) },
      queue: {
        Records: [{ body: renderMessages.encode({ kind: 'request', accountId: account.id, requestId: id }) }],
      },
    }
    await world.places.take(account, toRenderName(id))
    await freePlace(world.places, { id: randomUUID(), event: events[kind] })
    expect(await inProgress()).toBe(1)
    await freePlace(world.places, { id, event: events[kind] })
    expect(await inProgress()).toBe(0)
  },
)

test('a render keeps its place until its response is delivered, and its hit is kept before', async () => {
  account = await world.createAccount('free')
  const renderNow = createRenderNowOf(world)
  const { promise: delivered, resolve: deliver } = Promise.withResolvers<void>()
  const pending: Promise<void>[] = []
  const waitUntil = (work: Promise<void>) => void pending.push(work)
  await Promise.all(Array.from({ length: 2 }, () => renderNow(account, {}, { delivered, waitUntil })))
  await expect(renderNow(account)).rejects.toMatchObject({ code: 'concurrency_limited' })
  await expect.poll(() => world.hitsUsed(account.id)).toBe(2)
  deliver()
  await Promise.all(pending)
  await renderNow(account)
  expect(await inProgress()).toBe(0)
})
