import { beforeEach, describe, expect, test } from 'vitest'
import { PageTimeoutError } from '../../../lib/base/errors.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import {
  artifactOf,
  bodyOf,
  createRenderWorld,
  createRequest,
  type RenderWorld,
  startMs,
} from '../../support/jobs/render-now-world.ts'

let world: RenderWorld

beforeEach(() => {
  world = createRenderWorld()
})

const request = (options: Record<string, unknown>, render?: () => Promise<Artifact>) =>
  createRequest(world, options, render)

describe('without cache and webhook', () => {
  test('a render is counted, and nothing is stored', async () => {
    const outcome = await world.renderNow(request({}))
    expect(await bodyOf(outcome)).toBe('image 1')
    expect(outcome.cache).toBeUndefined()
    expect(world.quota.hits).toBe(1)
    expect([world.results.files.size, world.cacheStore.entries.size, world.records.length]).toEqual([0, 0, 0])
  })

  test('a failed render is not counted', async () => {
    const failing = request({}, () => Promise.reject(new PageTimeoutError('too slow')))
    await expect(world.renderNow(failing)).rejects.toThrow('too slow')
    expect(world.quota.hits).toBe(0)
  })

  test('a used up quota returns 423 before anything is rendered', async () => {
    world.quota.max = 0
    await expect(world.renderNow(request({}))).rejects.toMatchObject({ statusCode: 423 })
    expect(world.counts.renders).toBe(0)
  })

  test('a hit is open while its page renders, and kept in work that the response does not wait for', async () => {
    const { promise: stored, resolve } = Promise.withResolvers<void>()
    const { keep } = world.hits
    world.hits.keep = (...args) => stored.then(() => keep(...args))
    const pending: Promise<void>[] = []
    let openThen = 0
    const render = async () => {
      openThen = world.open.size
      return artifactOf('image')
    }
    await world.renderNow({ ...request({}, render), waitUntil: (work) => void pending.push(work) })
    expect([openThen, world.open.size, pending.length]).toEqual([1, 1, 1])
    resolve()
    await Promise.all(pending)
    expect(world.open.size).toBe(0)
  })
})

describe('with cache', () => {
  test('the second response is the first render with its bytes, headers and age, and is not counted', async () => {
    const miss = await world.renderNow(request({ cache: true }))
    world.clock.ms += 90_500
    const hit = await world.renderNow(request({ cache: true }))
    expect(miss.cache).toEqual({ status: 'miss', ageSeconds: 0 })
    expect(hit.cache).toEqual({ status: 'hit', ageSeconds: 90 })
    expect(await bodyOf(hit)).toBe('image 1')
    expect(hit.headers).toEqual({ 'X-Service-Metadata-Title': 'image 1' })
    expect([hit.bytes, hit.contentType]).toEqual([miss.bytes, miss.contentType])
    expect(world.quota.hits).toBe(1)
  })

  test('a cached result is returned when the quota is used up', async () => {
    await world.renderNow(request({ cache: true }))
    world.quota.max = 1
    expect((await world.renderNow(request({ cache: true }))).cache?.status).toBe('hit')
    await expect(world.renderNow(request({ cache: true, delay: 1 }))).rejects.toMatchObject({
      statusCode: 423,
    })
  })

  test('jpg and jpeg share a render, and each response has its own extension', async () => {
    const miss = await world.renderNow(request({ cache: true, format: 'jpg' }))
    const hit = await world.renderNow(request({ cache: true, format: 'jpeg' }))
    expect([miss.extension, hit.extension]).toEqual(['jpg', 'jpeg'])
    expect(hit.cache?.status).toBe('hit')
  })

  test('a request without cache is rendered again', async () => {
    await world.renderNow(request({ cache: true }))
    expect(await bodyOf(await world.renderNow(request({})))).toBe('image 2')
  })

  test('an expired result is a miss, to the second', async () => {
    const render = () => world.renderNow(request({ cache: true, cache_ttl: 60 }))
    await render()
    world.clock.ms = startMs + 59_999
    expect((await render()).cache?.status).toBe('hit')
    world.clock.ms = startMs + 60_000
    expect((await render()).cache?.status).toBe('miss')
  })

  test('a deleted file is a miss', async () => {
    await world.renderNow(request({ cache: true }))
    world.results.files.clear()
    expect((await world.renderNow(request({ cache: true }))).cache?.status).toBe('miss')
  })

  test('a refresh renders again and replaces the cached result', async () => {
    await world.renderNow(request({ cache: true }))
    const refreshed = await world.renderNow(request({ cache: true, cache_refresh: true }))
    expect(refreshed.cache?.status).toBe('miss')
    expect(await bodyOf(await world.renderNow(request({ cache: true })))).toBe('image 2')
  })

  test('a failed render is not cached', async () => {
    const failing = request({ cache: true }, () => Promise.reject(new PageTimeoutError('too slow')))
    await expect(world.renderNow(failing)).rejects.toThrow('too slow')
    expect((await world.renderNow(request({ cache: true }))).cache?.status).toBe('miss')
  })

  test('a stored render has a record, a cached result has none', async () => {
    await world.renderNow(request({ cache: true }))
    await world.renderNow(request({ cache: true }))
    expect(world.records).toMatchObject([
      {
        accountId: 'abc123',
        operation: 'screenshot',
        counted: true,
        created: startMs / 1000,
        webhook: undefined,
      },
    ])
    expect(world.webhooks).toEqual([])
  })

  test.each(['bucket', 'cache', 'records'] as const)(
    '%s that cannot be written do not fail the request',
    async (what) => {
      world.away[what]()
      const outcome = await world.renderNow(request({ cache: true }))
      expect(await bodyOf(outcome)).toBe('image 1')
      expect(outcome.cache?.status).toBe('miss')
      expect(world.quota.hits).toBe(1)
      expect(world.warnings).toHaveLength(1)
    },
  )

  test('a cache that cannot be read counts as empty', async () => {
    world.cacheStore.find = () => Promise.reject(new Error('throttled'))
    expect((await world.renderNow(request({ cache: true }))).cache?.status).toBe('miss')
    expect(world.warnings).toEqual(['cache not readable'])
  })
})
