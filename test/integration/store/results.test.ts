import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { toResultName } from '../../../lib/core/requests/result-name.ts'
import type { StoredResult } from '../../../lib/core/requests/stored-result.ts'
import { createCacheStore } from '../../../lib/store/cache.ts'
import { createResultStore, type ResultStore } from '../../../lib/store/results.ts'
import { respondToFault } from '../../../local/gateway-faults.ts'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { createResults } from '../../../local/results.ts'
import { resultsBucket as bucket, ensureBucket } from '../../../local/storage.ts'
import { ensureTables, tableNames } from '../../../local/tables.ts'
import { nowMs, nowSeconds } from '../../support/now.ts'
import { startTestAws } from '../aws/test-aws.ts'

let aws: Awaited<ReturnType<typeof startTestAws>>
let results: ResultStore
let gateway: ReturnType<typeof createGateway>
let baseUrl: string
let clockMs: number
/** Runs before each call of S3 that serves a result, or returns its output instead. */
let beforeCall: (command: object) => unknown = () => {}
const lines: string[] = []

beforeAll(async () => {
  aws = await startTestAws()
  await Promise.all([ensureBucket(aws.s3), ensureTables(aws.dynamodb)])
  results = createResultStore({ s3: aws.s3, bucket, log: silentLogger })
  clockMs = nowMs()
  const send = async (command: HeadObjectCommand) => {
    return (await beforeCall(command)) ?? aws.s3.send(command)
  }
  gateway = createGateway({
    lambda: { invoke: () => Promise.reject(new Error('It has no functions.')) },
    routes: [],
    intercept: createResults({ s3: { send } as Pick<S3Client, 'send'>, bucket, nowMs: () => clockMs }),
    respondToFault,
    log: (line) => lines.push(line),
  })
  baseUrl = await gateway.listen()
})

afterAll(async () => {
  await gateway.close()
  await aws.close()
})

const createResult = (body: Buffer, extension = 'png', contentType = 'image/png'): StoredResult => {
  const created = nowSeconds()
  const expires = created + 600
  return {
    name: toResultName({
      random: randomBytes(20),
      created,
      expires,
      extension,
    }),
    contentType,
    extension,
    headers: {},
    bytes: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    created,
    expires,
  }
}

const store = async (body: Buffer, extension?: string, contentType?: string, attachmentName?: string) => {
  const result = createResult(body, extension, contentType)
  await results.put(result, body, attachmentName)
  return result
}

const read = async (name: string) => text((await results.open(name)) as Readable)

const get = (name: string, init: RequestInit = {}) => fetch(`${baseUrl}/cache/${name}`, init)

describe('the bucket', () => {
  test('has the file with its type, its expiry and its disposition', async () => {
    const result = await store(Buffer.from('image'), 'png', 'image/png', 'Übersicht')
    const head = await aws.s3.send(new HeadObjectCommand({ Bucket: bucket, Key: `cache/${result.name}` }))
    expect(head).toMatchObject({
      ContentType: 'image/png',
      ContentDisposition: `attachment; filename="_bersicht.png"; filename*=UTF-8''%C3%9Cbersicht.png`,
      CacheControl: 'public, immutable',
      ExpiresString: new Date(result.expires * 1000).toUTCString(),
      Metadata: { sha256: result.sha256 },
    })
  })

  test('takes the longest name, which is too long for a second form in ASCII', async () => {
    const longest = '漢'.repeat(200)
    const { name } = await store(Buffer.from('image'), 'png', 'image/png', longest)
    const header = `attachment; filename*=UTF-8''${encodeURIComponent(longest)}.png`
    expect((await get(name)).headers.get('content-disposition')).toBe(header)
  })

  test('rejects bytes that are not part of the result', async () => {
    const result = createResult(Buffer.from('image'))
    await expect(results.put(result, Buffer.from('another'))).rejects.toThrow()
    expect(await results.open(result.name)).toBeUndefined()
  })

  test('a copy has the bytes under its own name, and outlives the original', async () => {
    const result = await store(Buffer.from('image'))
    const copy = { ...result, name: createResult(Buffer.from('image')).name }
    expect(await results.copy(result.name, copy)).toBe(true)
    await results.remove(result.name)
    expect(await results.open(result.name)).toBeUndefined()
    expect(await read(copy.name)).toBe('image')
    expect(await results.copy(result.name, copy)).toBe(false)
  })
})

describe('the URL of a result', () => {
  test('returns the file with its type and without sniffing', async () => {
    const { name } = await store(Buffer.from('image'))
    const response = await get(name)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('image')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '5',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      expires: expect.stringMatching(/GMT$/),
    })
    expect(response.headers.get('content-security-policy')).toBeNull()
  })

  test.each([
    ['html', 'text/html; charset=utf-8'],
    ['md', 'text/markdown; charset=utf-8'],
  ])('returns %s as a download that cannot run', async (extension, contentType) => {
    const { name } = await store(Buffer.from('<script>alert(1)</script>'), extension, contentType)
    const response = await get(name)
    expect(response.headers.get('content-type')).toBe(contentType)
    expect(response.headers.get('content-disposition')).toBe('attachment')
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('expires on the second, although the object still exists', async () => {
    const { name, expires } = await store(Buffer.from('image'))
    const now = clockMs
    try {
      clockMs = expires * 1000 - 1
      expect((await get(name)).status).toBe(200)
      clockMs = expires * 1000
      expect((await get(name)).status).toBe(404)
    } finally {
      clockMs = now
    }
    expect(await read(name)).toBe('image')
  })

  test.each([
    ['a name that was never given', `${'0'.repeat(48)}ffffffff.png`],
    ['a name that is none', 'index.html'],
    ['nothing', ''],
    ['a way out of the folder', '..%2finputs%2fabc123%2fx.json'],
  ])('%s returns 404 with an error body', async (_what, name) => {
    const response = await get(name)
    expect(response.status).toBe(404)
    expect(response.headers.get('x-service-error')).toBe('not_found')
    expect(response.headers.get('x-service-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await response.json()).toEqual({
      statusCode: 404,
      error: 'Not Found',
      message: 'This result does not exist or has expired.',
      code: 'not_found',
    })
  })

  test('an object elsewhere in the bucket has no URL', async () => {
    await aws.s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'inputs/abc123/x.json', Body: '{}' }))
    const response = await fetch(`${baseUrl}/cache/../inputs/abc123/x.json`)
    expect(await response.json()).toMatchObject({ message: 'Nothing exists at this path.' })
  })

  test('returns HEAD without the bytes, and refuses other methods', async () => {
    const { name } = await store(Buffer.from('image'))
    const head = await get(name, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '5', ''])
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await get(name, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
    expect((await get(name)).status).toBe(200)
  })

  test('returns ranges, as video players request them', async () => {
    const { name } = await store(Buffer.from('0123456789'), 'mp4', 'video/mp4')
    const part = await get(name, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ])
    const behind = await get(name, { headers: { range: 'bytes=20-' } })
    expect(behind.status).toBe(416)
    expect(behind.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/)
  })

  test('says that a known file has not changed', async () => {
    const { name } = await store(Buffer.from('image'))
    const etag = (await get(name)).headers.get('etag') ?? ''
    const known = await get(name, { headers: { 'if-none-match': `W/${etag}` } })
    expect(known.status).toBe(304)
    expect(known.headers.get('etag')).toBe(etag)
    expect(known.headers.get('cache-control')).toBe('public, immutable')
  })
})

describe('a result that S3 does not return', () => {
  const remove = (name: string) =>
    aws.s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: `cache/${name}` }))
  const requests = ['GET', 'HEAD'].map((method) => ({ method }))

  afterEach(() => {
    beforeCall = () => {}
    lines.length = 0
  })

  test.each([false, true])(
    'is 404 after it was deleted, to a role that may list the bucket: %s',
    async (canList) => {
      aws.caller.canList = canList
      const { name } = await store(Buffer.from('image'))
      await remove(name)
      for (const request of requests) {
        const response = await get(name, request)
        expect([response.status, response.headers.get('x-service-error')]).toEqual([404, 'not_found'])
      }
      const late = await store(Buffer.from('image'))
      beforeCall = (command) =>
        command instanceof GetObjectCommand ? remove(late.name).then(() => undefined) : undefined
      expect((await get(late.name)).status).toBe(404)
      expect(lines).toEqual([])
    },
  )

  test.each([
    ['HEAD', HeadObjectCommand],
    ['GET', GetObjectCommand],
  ])('is a 500 with a body and a line in the log if %s of S3 fails', async (_name, Command) => {
    const { name } = await store(Buffer.from('image'))
    beforeCall = (command) => {
      if (command instanceof Command) throw new Error('S3 is down.')
    }
    const response = await get(name)
    expect([response.status, response.headers.get('x-service-error')]).toEqual([500, 'internal_error'])
    expect(await response.json()).toMatchObject({ statusCode: 500, code: 'internal_error' })
    expect(lines).toEqual(['GET /cache: Error: S3 is down.'])
  })

  test.each([
    ['HEAD', HeadObjectCommand],
    ['GET', GetObjectCommand],
  ])('is a 500 and a line in the log if the connection to S3 ends during %s', async (_name, Command) => {
    const { name } = await store(Buffer.from('image'))
    beforeCall = (command) => {
      if (command instanceof Command)
        throw Object.assign(new Error('Ended.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
    }
    const response = await get(name, { signal: AbortSignal.timeout(5_000) })
    expect(response.status).toBe(500)
    expect(lines).toEqual(['GET /cache: Error: Ended.'])
  })

  test('is cut, with a line in the log, if the connection to S3 ends in its bytes', async () => {
    const { name } = await store(Buffer.from('image'))
    beforeCall = (command) => {
      if (!(command instanceof GetObjectCommand)) return undefined
      const Body = new Readable({ read: () => {} })
      Body.push('im')
      setImmediate(() => Body.destroy())
      return { Body }
    }
    await expect(get(name).then((response) => response.text())).rejects.toThrow()
    expect(lines).toEqual(['GET /cache: Error: S3 ended the object early.'])
  })
})

describe('the cache table', () => {
  const result = createResult(Buffer.from('image'))
  const cacheAt = (nowMs: number) =>
    createCacheStore({ dynamo: aws.documents, tableName: tableNames.cache, nowMs: () => nowMs })

  test('does not return a result that was stored before the clock was set back', async () => {
    const created = { ...result, created: nowSeconds() }
    await cacheAt(nowMs()).put('key-back', created, result.expires)
    expect(await cacheAt(nowMs() - 4_000).find('key-back')).toEqual(created)
    expect(await cacheAt(nowMs() - 60_000).find('key-back')).toBeUndefined()
  })

  test('returns the complete stored entry', async () => {
    const cache = cacheAt(nowMs())
    const withHeaders = { ...result, headers: { 'X-Service-Metadata-Title': 'Example' } }
    await cache.put('key-1', withHeaders, result.expires)
    expect(await cache.find('key-1')).toEqual(withHeaders)
    expect(await cache.find('key-2')).toBeUndefined()
  })

  test('does not return an expired entry, although it still exists', async () => {
    await cacheAt(nowMs()).put('key-4', result, result.created + 60)
    expect(await cacheAt((result.created + 60) * 1000 - 1).find('key-4')).toBeDefined()
    expect(await cacheAt((result.created + 60) * 1000).find('key-4')).toBeUndefined()
  })
})
