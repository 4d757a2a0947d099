import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { toCacheKey } from '../../../lib/core/requests/cache-key.ts'
import { readResultName } from '../../../lib/core/requests/result-name.ts'
import type { StoredResult } from '../../../lib/core/requests/stored-result.ts'
import { createResults, type StoringRequest } from '../../../lib/jobs/results.ts'
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
let files: ReturnType<typeof createMemoryResults>
let cache: ReturnType<typeof createMemoryCache>
let results: ReturnType<typeof createResults>

beforeEach(() => {
  clockMs = now * 1000
  files = createMemoryResults()
  cache = createMemoryCache(() => clockMs)
  const cacheUrl = 'https://files.example/cache'
  results = createResults({ cacheUrl, files, cache, nowMs: () => clockMs, log: silentLogger })
})

const request = (value: Record<string, unknown> = {}, isAnnounced = false): StoringRequest => ({
  requestId: '0190a0a0-0000-7000-8000-000000000000',
  account: { id: 'abc123' },
  operation: operations.screenshot,
  options: readOptions(operations.screenshot, {
    kind: 'body',
    value: { html: 'x', format: 'png', async: isAnnounced, ...value },
  }),
})

const store = async (wanted: StoringRequest, image = artifact) => (await results.store(wanted, image)).result

const keyOf = ({ account, operation, options }: StoringRequest) => toCacheKey(account.id, operation, options)

describe('a stored result', () => {
  test('has every field that a response needs', async () => {
    const result = await store(request({ attachment_name: 'name' }))
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
    expect(files.files.get(result.name)).toEqual({ result, body: artifact.body, attachmentName: 'name' })
    expect(readResultName(result.name)?.expires).toBe(result.expires)
  })

  test.each([
    ['cache_ttl', 600, false, 600],
    ['48 hours where it is announced', 600, true, 48 * hours],
    ['cache_ttl where that is more', 200_000, true, 200_000],
  ])('is kept for %s', async (_how, cache_ttl, isAnnounced, seconds) => {
    const result = await store(request({ cache_ttl }, isAnnounced))
    expect(result.expires).toBe(now + seconds)
  })
})

test('the cache key comes from the options, and is computed once', async () => {
  const wanted = request({ cache: true })
  const key = keyOf(wanted)
  expect(await results.find(wanted)).toBeUndefined()
  const made = await results.store(wanted, artifact)
  Object.assign(wanted.options, { html: 'other' })
  await results.remember(made)
  expect([...cache.entries.keys()]).toEqual([key])
})

describe('the cache entry', () => {
  test('ends with cache_ttl, even if the file is kept longer', async () => {
    const wanted = request({ cache: true, cache_ttl: 600 }, true)
    const result = await store(wanted)
    await results.remember({ request: wanted, result: result })
    expect(cache.entries.get(keyOf(wanted))).toEqual({ result, expires: now + 600 })
  })

  test('comes completely from the last stored result', async () => {
    const wanted = request({ cache: true })
    const [first, second] = [await store(wanted), await store(wanted)]
    await results.remember({ request: wanted, result: second })
    await results.remember({ request: wanted, result: first })
    expect(cache.entries.get(keyOf(wanted))?.result).toBe(first)
  })
})

/** Returns what a request gets whose cached result is this one. */
const adopt = async ({ options, ...rest }: StoringRequest, cached: StoredResult) => {
  const wanted = { ...rest, options: { ...options, cache: true } }
  await cache.put(keyOf(wanted), cached, cached.expires)
  return (await results.find(wanted))?.result
}

describe('a result that another request adopts', () => {
  test('is unchanged if the file is not announced or is kept long enough', async () => {
    const short = await store(request({ cache_ttl: 60 }))
    expect(await adopt(request(), short)).toBe(short)
    const long = await store(request({ cache_ttl: 48 * hours }))
    expect(await adopt(request({}, true), long)).toBe(long)
  })

  test('is a copy with its own expiry if it would expire before the last webhook attempt', async () => {
    const short = await store(request({ cache_ttl: 60 }))
    clockMs += 30_000
    const copy = await adopt(request({ cache_ttl: 60, attachment_name: 'mine' }, true), short)
    expect(copy).toMatchObject({ sha256: short.sha256, expires: now + 30 + 48 * hours, created: now + 30 })
    expect(copy?.name).not.toBe(short.name)
    expect(files.files.get(copy?.name ?? '')).toMatchObject({ body: artifact.body, attachmentName: 'mine' })
    expect(readResultName(copy?.name ?? '')?.expires).toBe(copy?.expires)
  })

  test('is a copy if it would expire before the request needs it', async () => {
    const stored = await store(request({ cache_ttl: 72 * hours }))
    const keptUntil = (seconds: number) => ({ ...request({}, true), keptUntil: now + seconds })
    expect(await adopt(keptUntil(72 * hours), stored)).toBe(stored)
    expect(await adopt(keptUntil(73 * hours), stored)).toMatchObject({ expires: now + 73 * hours })
  })

  test('is a copy if the file would be downloaded with the name of another request', async () => {
    const named = await store(request({ attachment_name: 'theirs' }))
    const own = await adopt(request({ attachment_name: 'mine' }, true), named)
    expect(files.files.get(own?.name ?? '')?.attachmentName).toBe('mine')
    const nameless = await adopt(request({}, true), named)
    expect(files.files.get(nameless?.name ?? '')?.attachmentName).toBeUndefined()
    expect(new Set([named.name, own?.name, nameless?.name]).size).toBe(3)
    expect(await adopt(request({ attachment_name: 'theirs' }, true), named)).toBe(named)
    if (own) expect(await adopt(request({ attachment_name: 'mine' }, true), own)).toBe(own)
  })

  test('is a copy if its extension is the other one of its type', async () => {
    const jpeg = { ...artifact, contentType: 'image/jpeg', extension: 'jpeg' }
    const stored = await store(request({ format: 'jpeg' }), jpeg)
    const copy = await adopt(request({ format: 'jpg' }, true), stored)
    expect(copy).toMatchObject({ extension: 'jpg', name: expect.stringMatching(/\.jpg$/) })
    expect(files.files.get(copy?.name ?? '')?.result.extension).toBe('jpg')
    expect(await adopt(request({ format: 'jpeg' }, true), stored)).toBe(stored)
  })
})
