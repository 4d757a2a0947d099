import { beforeEach, describe, expect, test } from 'vitest'
import { PageTimeoutError } from '../../../lib/base/errors.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import {
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

const webhook_url = 'https://example.com/hook'

test('a failed render says in its record whether it counts: if the free failures of the day are used up', async () => {
  const wanted = () =>
    request({ webhook_url, webhook_errors: true }, () => Promise.reject(new PageTimeoutError('late')))
  world.quota.freeFailures = 1
  for (const requested of [wanted(), wanted()])
    await expect(world.renderNow(requested)).rejects.toMatchObject({ code: 'page_timeout' })
  const hit = { id: expect.any(String), month: 0 }
  expect(world.failures).toMatchObject([{ counted: false }, { counted: true, hit }])
  expect(world.quota.hits).toBe(1)
  // A process that dies before the record is written has no hit that counts.
  expect([world.openAtFailure, world.open.size]).toEqual([[0, 1], 0])
})

test('a render that the service fails is free, however many have failed before', async () => {
  world.quota.freeFailures = 0
  const wanted = request({}, () => Promise.reject(new Error('broken')))
  await expect(world.renderNow(wanted)).rejects.toThrow('broken')
  expect([world.quota.hits, world.open.size]).toEqual([0, 0])
})

describe('with a webhook', () => {
  test('the result is stored for 48 hours, recorded and then announced', async () => {
    world.queues.sendWebhook = async ({ id: requestId }) => {
      expect(world.records.map(({ id }) => id)).toContain(requestId)
      world.webhooks.push(requestId)
    }
    const wanted = request({ webhook_url, cache_ttl: 60, external_id: 'order-1' })
    const outcome = await world.renderNow(wanted)
    expect(outcome.cache).toBeUndefined()
    expect(world.webhooks).toEqual([wanted.requestId])
    expect(world.records).toMatchObject([
      {
        id: wanted.requestId,
        counted: true,
        externalId: 'order-1',
        webhook: { url: webhook_url, signed: true },
        result: { expires: startMs / 1000 + 48 * 3600 },
      },
    ])
    expect(world.cacheStore.entries.size).toBe(0)
  })

  test.each([
    ['bucket', 'is refunded', { hits: 0, open: 0 }],
    // The write may have succeeded even though the call failed.
    ['records', 'stays open until the record decides', { hits: 1, open: 1 }],
  ] as const)('%s that cannot be written is a 500, and the hit %s', async (what, _, expected) => {
    world.away[what]()
    await expect(world.renderNow(request({ webhook_url, cache: true }))).rejects.toMatchObject({
      statusCode: 500,
    })
    expect({ hits: world.quota.hits, open: world.open.size }).toEqual(expected)
    expect(world.webhooks).toEqual([])
  })

  test('a cache that cannot be written does not fail the request', async () => {
    world.away.cache()
    await world.renderNow(request({ webhook_url, cache: true }))
    expect(world.webhooks).toHaveLength(1)
    expect(world.warnings).toEqual(['result not cached'])
  })

  test('it is delayed until the response that names the request has been sent', async () => {
    await world.renderNow(request({ webhook_url }))
    expect(world.delays).toEqual([1])
  })

  test('an unavailable queue does not fail the request: the sweep finds the record', async () => {
    world.queues.sendWebhook = () => Promise.reject(new Error('SQS is away'))
    await world.renderNow(request({ webhook_url }))
    expect(world.records).toHaveLength(1)
    expect(world.warnings).toEqual(['webhook not queued'])
  })

  test('a cache hit has its own record, uncounted, and announces a file that is kept long enough', async () => {
    await world.renderNow(request({ cache: true, cache_ttl: 600 }))
    world.clock.ms += 60_000
    const wanted = request({ cache: true, cache_ttl: 600, webhook_url })
    const hit = await world.renderNow(wanted)
    expect(await bodyOf(hit)).toBe('image 1')
    expect(world.webhooks).toEqual([wanted.requestId])
    const announced = world.records[1]
    expect(announced).toMatchObject({ id: wanted.requestId, counted: false })
    expect(announced?.result.expires).toBe(startMs / 1000 + 60 + 48 * 3600)
    expect(world.results.files.get(announced?.result.name ?? '')?.body.toString()).toBe('image 1')
    expect([world.counts.renders, world.quota.hits]).toEqual([1, 1])
  })

  test('a cache hit that cannot be recorded returns 500 and leaves no stream open', async () => {
    await world.renderNow(request({ cache: true }))
    world.requests.putDone = () => Promise.reject(new Error('throttled'))
    await expect(world.renderNow(request({ cache: true, webhook_url }))).rejects.toMatchObject({
      statusCode: 500,
    })
    expect(world.results.openStreams()).toBe(0)
    expect(world.quota.hits).toBe(1)
  })
})

describe('a synchronous request that fails', () => {
  const failing = () => Promise.reject(new PageTimeoutError('The page took too long.'))
  const fail = (options: object) =>
    world.renderNow(createRequest(world, { webhook_url, ...options }, failing))

  test('is announced with webhook_errors, after its response, and uses no hit', async () => {
    await expect(fail({ webhook_errors: true, external_id: 'order-1' })).rejects.toThrow('too long')
    expect(world.failures).toMatchObject([
      {
        operation: 'screenshot',
        counted: false,
        externalId: 'order-1',
        error: { code: 'page_timeout', message: 'The page took too long.' },
        webhook: { url: webhook_url, signed: true, errors: true },
      },
    ])
    expect(world.webhooks).toEqual([world.failures[0]?.id])
    expect(world.delays).toEqual([1])
    expect(world.quota.hits).toBe(0)
  })

  test.each([{ webhook_errors: false }, { webhook_errors: true, webhook_url: undefined }])(
    'has no record and no webhook with %o',
    async (options) => {
      await expect(fail(options)).rejects.toThrow('too long')
      expect([world.failures, world.webhooks]).toEqual([[], []])
    },
  )

  test('is not announced if it was rejected before it began', async () => {
    world.quota.max = 0
    await expect(fail({ webhook_errors: true })).rejects.toMatchObject({ statusCode: 423 })
    expect([world.failures, world.webhooks]).toEqual([[], []])
  })

  test('fails with the same error if the failure cannot be recorded', async () => {
    world.requests.putFailed = () => Promise.reject(new Error('throttled'))
    await expect(fail({ webhook_errors: true })).rejects.toThrow('too long')
    expect(world.warnings).toContain('failure not recorded')
  })
})
