import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { DeadlineError, pause } from '../../../lib/base/timers.ts'
import type { StorageKey } from '../../../lib/core/access/account-storage.ts'
import { webhookRetrySeconds } from '../../../lib/core/requests/delivery-schedule.ts'
import { isFinal } from '../../../lib/core/requests/receiver-response.ts'
import { uploadResult } from '../../../lib/jobs/upload-result.ts'
import { inFakeTime } from '../../support/in-fake-time.ts'
import { account } from '../../support/jobs/webhook-store.ts'

const common = { name: 'a.png', contentType: 'image/png', extension: 'png', headers: {}, sha256: '' }
const result = { ...common, bytes: 3, expires: 1, created: 1 }
const upload = { record: { result }, state: { url: 'https://bucket.example.com/a.png' }, account }
const schedule = { retrySeconds: webhookRetrySeconds, log: silentLogger }
const findKey = () => Promise.reject(new Error('must not be called'))

test('the time until the bucket responds is part of the limit', async () => {
  const limits: (number | undefined)[] = []
  const deps = {
    ...{ ...schedule, findKey, nowMs: () => 0 },
    files: {
      async open() {
        await pause(50)
        return Readable.from(['abc'])
      },
    },
    async post(_url: string, _message: object, limitMs?: number) {
      limits.push(limitMs)
      return { status: 200 }
    },
  }
  expect(await inFakeTime(() => uploadResult(deps, { ...upload, limitMs: 60_000 }))).toEqual({ status: 200 })
  expect(limits).toEqual([59_950])
})

test('a bucket that responds too late is no attempt, and its response is closed', async () => {
  const late = Promise.withResolvers<Readable>()
  const post = () => Promise.reject(new Error('must not be called'))
  const uploading = inFakeTime(() =>
    uploadResult(
      { ...schedule, findKey, nowMs: () => 0, files: { open: () => late.promise }, post },
      { ...upload, limitMs: 20 },
    ),
  )
  await expect(uploading).rejects.toThrow(/not done after \d+ ms/)
  const body = Readable.from(['abc'])
  late.resolve(body)
  await expect.poll(() => body.destroyed).toBe(true)
})

const sdkError = (name: string) => Object.assign(new Error(name), { name, $metadata: {} })
const storage = { region: 'eu-central-1', bucket: 'b', prefix: '', keyTemplate: '{id}', tested: 1 }
const object = { bucket: 'b', key: 'a.png' }
const key = { accessKeyId: 'a', secretAccessKey: 'b' }
const url = 'https://b.s3.eu-central-1.amazonaws.com/a.png'

interface Attempt {
  findKey?: () => Promise<StorageKey>
  open?: () => Promise<Readable | undefined>
  ageHours: number
}

/** Uploads to the storage of the account. The receiver reads the body, and reports a body that breaks off as its failed connection. */
const uploadWith = ({ ageHours, findKey = async () => key, open = async () => undefined }: Attempt) =>
  uploadResult(
    {
      ...{ ...schedule, findKey, nowMs: () => ageHours * 3_600_000, files: { open } },
      post: async (_url, message) => {
        if (!('bytes' in message)) throw new Error('must be a file')
        return readToEnd(message.body)
      },
    },
    {
      ...{ record: { result, finished: 0 }, state: { url, object }, limitMs: 1000 },
      account: { ...account, storage },
    },
  )

const readToEnd = async (body: Readable) => {
  try {
    for await (const _ of body);
    return { status: 200 }
  } catch {
    return { failure: 'connection_failed' as const }
  }
}

/** As Node reports a connection that closes before the end of the body. */
const brokenOff = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
async function* cutOff() {
  yield 'a'
  throw brokenOff
}
const opensCutOff = async () => Readable.from(cutOff())

/** Sends a file of three bytes to a URL or to the storage, and returns its headers. */
const headersTo = async (
  state: { url: string; object?: typeof object },
  more: { bucketOwner?: string } = {},
) => {
  const sent: Record<string, string>[] = []
  const sha256 = createHash('sha256').update('abc').digest('hex')
  await uploadResult(
    {
      ...{ ...schedule, findKey: async () => key, nowMs: () => 0 },
      files: { open: async () => Readable.from(['abc']) },
      post: async (_url, { headers }) => {
        sent.push(headers)
        return { status: 200 }
      },
    },
    {
      ...{ record: { result: { ...result, sha256 } }, state, limitMs: 1000 },
      account: { ...account, storage: { ...storage, ...more } },
    },
  )
  return sent[0] ?? {}
}

test('an upload to the storage has a signed checksum, which Object Lock requires, and a presigned URL gets no header that it may not cover', async () => {
  const own = await headersTo({ url, object })
  expect(own['x-amz-checksum-sha256']).toBe(createHash('sha256').update('abc').digest('base64'))
  expect(own['authorization']).toContain(
    'SignedHeaders=content-type;host;x-amz-checksum-sha256;x-amz-content-sha256;x-amz-date,',
  )
  expect(await headersTo({ url })).toEqual({ 'Content-Type': 'image/png' })
  expect(own).not.toHaveProperty('x-amz-expected-bucket-owner')
  const owned = await headersTo({ url, object }, { bucketOwner: '123456789012' })
  expect(owned['x-amz-expected-bucket-owner']).toBe('123456789012')
  expect(owned['authorization']).toContain(';x-amz-expected-bucket-owner,')
})

test.each([
  ['a secret that cannot be decrypted', new Error('Unsupported state or unable to authenticate data'), 0],
  ['a secret of another key', sdkError('InvalidCiphertextException'), 0],
  ['an outage that lasts longer than a series', sdkError('KMSInternalException'), 8],
  ['a key that takes too long, for longer than a series', new DeadlineError('late'), 8],
])('%s is an attempt that may succeed later', async (_what, error, ageHours) => {
  const response = await uploadWith({ findKey: () => Promise.reject(error), ageHours })
  expect(response).toEqual({ failure: 'key_unavailable' })
  expect(isFinal(response, 'storage')).toBe(false)
})

test.each([sdkError('KMSInternalException'), new DeadlineError('late')])(
  '%s is no attempt',
  async (error) => {
    const findKey = () => Promise.reject(error)
    await expect(uploadWith({ findKey, ageHours: 7 })).rejects.toBe(error)
  },
)

describe.each([
  ['a bucket that is away', () => Promise.reject(brokenOff)],
  ['a file that breaks off', opensCutOff],
])('%s', (_what, open) => {
  test('is no attempt', async () => {
    await expect(uploadWith({ open, ageHours: 7 })).rejects.toBe(brokenOff)
  })

  test('is an attempt after the time of a whole series', async () => {
    expect(await uploadWith({ open, ageHours: 8 })).toEqual({ failure: 'file_missing' })
  })
})

describe('an upload that waits while the storage of its account changes', () => {
  const put = async (changed: object | undefined) => {
    const sent: { url: string; authorization: string | undefined }[] = []
    const response = await uploadResult(
      {
        ...{ ...schedule, findKey: async () => key, nowMs: () => 0 },
        files: { open: async () => Readable.from(['abc']) },
        post: async (to, { headers }) => {
          sent.push({ url: to, authorization: new Headers(headers).get('authorization') ?? undefined })
          return { status: 200 }
        },
      },
      {
        ...{ record: { result, finished: 0 }, state: { url, object }, limitMs: 1000 },
        account: changed ? { ...account, storage: { ...storage, ...changed } } : account,
      },
    )
    return { response, sent }
  }

  test.each([
    ['deleted', undefined],
    ['another bucket', { bucket: 'c' }],
    ['another region', { region: 'eu-west-1' }],
    ['another endpoint', { endpoint: 'https://s3.example.com' }],
  ])('%s: has failed', async (_what, changed) => {
    const { response, sent } = await put(changed)
    expect(response).toEqual({ failure: 'storage_changed' })
    expect(isFinal(response, 'storage')).toBe(true)
    expect(sent).toEqual([])
  })

  test('another prefix and template: keeps its object, and uses the key of now', async () => {
    const { response, sent } = await put({ prefix: 'later/', keyTemplate: '{date}/{id}' })
    expect(response).toEqual({ status: 200 })
    expect(sent).toEqual([{ url, authorization: expect.stringContaining(`Credential=${key.accessKeyId}/`) }])
  })
})
