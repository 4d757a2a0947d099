import { beforeEach, describe, expect, test } from 'vitest'
import type { RenderRequest } from '../../../lib/jobs/render-now.ts'
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

const page = { url: 'https://example.com/a', status: 200, title: 'A' }

/** A render whose plan was for a JSON response. */
const json = (options: Record<string, unknown> = {}, described = true): RenderRequest =>
  createRequest(world, { response_type: 'json', ...options }, async () => ({
    ...artifactOf(`image ${++world.counts.renders}`),
    ...(described && { page }),
  }))

const file = (options: Record<string, unknown>) => createRequest(world, options)

const daySeconds = 86_400

describe('response_type=json', () => {
  test('the file is stored for 48 hours with its page, counted and recorded, and not cached', async () => {
    const request = json({ cache_ttl: 60 })
    const { result, cache } = await world.renderStored(request)
    expect(cache).toBeUndefined()
    expect(result).toMatchObject({ page, expires: startMs / 1000 + 2 * daySeconds })
    expect(world.results.files.get(result.name)?.body.toString()).toBe('image 1')
    expect(world.records).toMatchObject([
      { id: request.requestId, counted: true, result: { name: result.name } },
    ])
    expect([world.quota.hits, world.open.size, world.cacheStore.entries.size]).toEqual([1, 0, 0])
  })

  test('a cached result is returned with its page and age, recorded and not counted', async () => {
    const miss = await world.renderStored(json({ cache: true, cache_ttl: 4 * daySeconds }))
    world.clock.ms += 90_500
    const hit = await world.renderStored(json({ cache: true, cache_ttl: 4 * daySeconds }))
    expect([miss.cache, hit.cache]).toEqual([
      { status: 'miss', ageSeconds: 0 },
      { status: 'hit', ageSeconds: 90 },
    ])
    expect(hit.result).toEqual(miss.result)
    expect(world.records.map(({ counted }) => counted)).toEqual([true, false])
    expect(world.quota.hits).toBe(1)
    expect(world.results.openStreams()).toBe(0)
  })

  test('a cached result whose file was deleted is rendered again', async () => {
    const options = { cache: true, cache_ttl: 4 * daySeconds }
    const { result } = await world.renderStored(json(options))
    world.results.files.delete(result.name)
    const again = await world.renderStored(json(options))
    expect(again.cache?.status).toBe('miss')
    expect(world.results.files.has(again.result.name)).toBe(true)
  })

  test('a cached file that does not live for 48 hours more is copied', async () => {
    const { result } = await world.renderStored(json({ cache: true, cache_ttl: 3 * daySeconds }))
    world.clock.ms += 2 * daySeconds * 1000
    const hit = await world.renderStored(json({ cache: true, cache_ttl: 3 * daySeconds }))
    expect(hit.result.name).not.toBe(result.name)
    expect(hit.result).toMatchObject({ page, expires: startMs / 1000 + 5 * daySeconds })
    expect(world.results.files.get(hit.result.name)?.body.toString()).toBe('image 1')
  })

  test('a cached file without its page is rendered again, and then serves both kinds of response', async () => {
    await world.renderNow(file({ cache: true }))
    expect((await world.renderStored(json({ cache: true }))).cache?.status).toBe('miss')
    const hit = await world.renderNow(file({ cache: true }))
    expect([hit.cache?.status, await bodyOf(hit)]).toEqual(['hit', 'image 2'])
    expect((await world.renderStored(json({ cache: true }))).cache?.status).toBe('hit')
  })

  test.each([
    ['bucket', 'is refunded', { hits: 0, open: 0 }],
    // The write may have succeeded even though the call failed.
    ['records', 'stays open until the record decides', { hits: 1, open: 1 }],
  ] as const)('%s that cannot be written is a 500, and the hit %s', async (what, _, expected) => {
    world.away[what]()
    await expect(world.renderStored(json({ cache: true }))).rejects.toMatchObject({
      statusCode: 500,
      message: 'The result could not be stored. Send the request again.',
    })
    expect({ hits: world.quota.hits, open: world.open.size }).toEqual(expected)
  })
})
