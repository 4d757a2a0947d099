import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { toCacheKey } from '../../../lib/core/requests/cache-key.ts'
import { readResultName } from '../../../lib/core/requests/result-name.ts'
import { createStorage, withCacheKey } from '../../../lib/jobs/store-result.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { createMemoryCache, createMemoryResults } from '../../support/jobs/memory-stores.ts'

const now = 1_900_000_000
const hours = 3600

const artifact: Artifact = {
  body: Buffer.from('an image'),
  contentType: 'image/png',
  extension: 'png',
  metadata: { Title: 'Example' },
  headers: { 'X-Service-Capture-Mode': 'virtual' },
}

let clockMs: number
let results: ReturnType<typeof createMemoryResults>
let cache: ReturnType<typeof createMemoryCache>
let storage: ReturnType<typeof createStorage>

beforeEach(() => {
  clockMs = now * 1000
  results = createMemoryResults()
  cache = createMemoryCache(() => clockMs)
  storage = createStorage({ cacheUrl: 'https://files.example/cache', results, cache, nowMs: () => clockMs })
})

const request = (value: Record<string, unknown> = {}, isAnnounced = false) =>
  withCacheKey({
    requestId: '0190a0a0-0000-7000-8000-000000000000',
    account: { id: 'abc123' },
    operation: operations.screenshot,
    options: readOptions(operations.screenshot, {
      kind: 'body',
      value: { html: 'x', format: 'png', async: isAnnounced, ...value },
    }),
  })

describe('a stored result', () => {
  test('has every field that a response needs', async () => {
    const result = await storage.store(request({ attachment_name: 'name' }), artifact)
    expect(result).toEqual({
      name: expect.stringMatching(/^[0-9a-f]{56}\.png$/),
      contentType: 'image/png',
      extension: 'png',
      headers: { 'X-Service-Capture-Mode': 'virtual', 'X-Service-Metadata-Title': 'Example' },
      bytes: 8,
      sha256: createHash('sha256').update('an image').digest('hex'),
      attachmentName: 'name',
      created: now,
      expires: now + 604_800,
    })
    expect(results.files.get(result.name)).toEqual({ result, body: artifact.body, attachmentName: 'name' })
    expect(readResultName(result.name)?.expires).toBe(result.expires)
  })

  test('has a new name each time, so two renders never write the same file', async () => {
    const names = await Promise.all(
      [1, 2, 3].map(async () => (await storage.store(request(), artifact)).name),
    )
    expect(new Set(names).size).toBe(3)
  })

  test.each([
    ['cache_ttl', 600, false, 600],
    ['48 hours where it is announced', 600, true, 48 * hours],
    ['cache_ttl where that is more', 200_000, true, 200_000],
  ])('is kept for %s', async (_how, cache_ttl, isAnnounced, seconds) => {
    const result = await storage.store(request({ cache_ttl }, isAnnounced), artifact)
    expect(result.expires).toBe(now + seconds)
  })
})

test('the cache key is that of the options, and is computed once', () => {
  const wanted = request({ cache: true })
  const { account, operation, options } = wanted
  expect(wanted.cacheKey).toBe(toCacheKey(account.id, operation, options))
  Object.assign(options, { html: 'other' })
  expect(wanted.cacheKey).not.toBe(toCacheKey(account.id, operation, options))
})

describe('the cache entry', () => {
  test('ends with cache_ttl, also if the file is kept longer', async () => {
    const wanted = request({ cache: true, cache_ttl: 600 }, true)
    const result = await storage.store(wanted, artifact)
    await storage.remember(wanted, result)
    expect(cache.entries.get(wanted.cacheKey)).toEqual({ result, expires: now + 600 })
  })

  test('is not created without cache', async () => {
    const wanted = request({}, true)
    await storage.remember(wanted, await storage.store(wanted, artifact))
    expect(cache.entries.size).toBe(0)
  })

  test('is that of the last stored result, completely', async () => {
    const wanted = request({ cache: true })
    const [first, second] = [await storage.store(wanted, artifact), await storage.store(wanted, artifact)]
    await storage.remember(wanted, second)
    await storage.remember(wanted, first)
    expect(cache.entries.get(wanted.cacheKey)?.result).toBe(first)
  })
})

describe('a result that another request adopts', () => {
  test('is unchanged if the file is not announced or is kept long enough', async () => {
    const short = await storage.store(request({ cache_ttl: 60 }), artifact)
    expect(await storage.adopt(request(), short)).toBe(short)
    const long = await storage.store(request({ cache_ttl: 48 * hours }), artifact)
    expect(await storage.adopt(request({}, true), long)).toBe(long)
  })

  test('is a copy with its own expiry if it would expire before the last webhook attempt', async () => {
    const short = await storage.store(request({ cache_ttl: 60 }), artifact)
    clockMs += 30_000
    const copy = await storage.adopt(request({ cache_ttl: 60, attachment_name: 'mine' }, true), short)
    expect(copy).toMatchObject({ sha256: short.sha256, expires: now + 30 + 48 * hours, created: now + 30 })
    expect(copy?.name).not.toBe(short.name)
    expect(results.files.get(copy?.name ?? '')).toMatchObject({ body: artifact.body, attachmentName: 'mine' })
    expect(readResultName(copy?.name ?? '')?.expires).toBe(copy?.expires)
  })

  test('is a copy if it would expire before the request needs it', async () => {
    const stored = await storage.store(request({ cache_ttl: 72 * hours }), artifact)
    const keptUntil = (seconds: number) => withCacheKey({ ...request({}, true), keptUntil: now + seconds })
    expect(await storage.adopt(keptUntil(72 * hours), stored)).toBe(stored)
    expect(await storage.adopt(keptUntil(73 * hours), stored)).toMatchObject({ expires: now + 73 * hours })
  })

  test('is a copy if the file would be downloaded with the name of another request', async () => {
    const named = await storage.store(request({ attachment_name: 'theirs' }), artifact)
    const own = await storage.adopt(request({ attachment_name: 'mine' }, true), named)
    expect(results.files.get(own?.name ?? '')?.attachmentName).toBe('mine')
    const nameless = await storage.adopt(request({}, true), named)
    expect(results.files.get(nameless?.name ?? '')?.attachmentName).toBeUndefined()
    expect(new Set([named.name, own?.name, nameless?.name]).size).toBe(3)
    expect(await storage.adopt(request({ attachment_name: 'theirs' }, true), named)).toBe(named)
    if (own) expect(await storage.adopt(request({ attachment_name: 'mine' }, true), own)).toBe(own)
  })

  test('is a copy if its extension is the other one of its type', async () => {
    const jpeg = { ...artifact, contentType: 'image/jpeg', extension: 'jpeg' }
    const stored = await storage.store(request({ format: 'jpeg' }), jpeg)
    const copy = await storage.adopt(request({ format: 'jpg' }, true), stored)
    expect(copy).toMatchObject({ extension: 'jpg', name: expect.stringMatching(/\.jpg$/) })
    expect(results.files.get(copy?.name ?? '')?.result.extension).toBe('jpg')
    expect(await storage.adopt(request({ format: 'jpeg' }, true), stored)).toBe(stored)
  })

  test('is absent if its file is deleted', async () => {
    const short = await storage.store(request({ cache_ttl: 60 }), artifact)
    await storage.discard(short)
    expect(await storage.adopt(request({}, true), short)).toBeUndefined()
  })
})
