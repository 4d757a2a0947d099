import { createHash } from 'node:crypto'
import { CopyObjectCommand, DeleteObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestAws } from './test-aws.ts'
import { createTestBucket, sha256 } from './test-bucket.ts'

const mebibyte = 1024 * 1024
let aws: Awaited<ReturnType<typeof startTestAws>>
let bucket: Awaited<ReturnType<typeof createTestBucket>>
beforeAll(async () => {
  aws = await startTestAws()
  bucket = await createTestBucket(aws.s3, 'objects')
})
afterAll(() => aws.close())

test('an object is returned with its headers and metadata, for any key', async () => {
  const key = 'a/b c+é😀&.txt'
  await bucket.put(key, 'hello', {
    ContentType: 'text/plain; charset=utf-8',
    ContentDisposition: 'attachment; filename="x.txt"',
    CacheControl: 'max-age=60',
    Metadata: { jobid: '123', Mixed: 'Case' },
  })
  expect(await bucket.text(key)).toBe('hello')
  expect(await bucket.head(key)).toMatchObject({
    ContentLength: 5,
    ContentType: 'text/plain; charset=utf-8',
    ContentDisposition: 'attachment; filename="x.txt"',
    CacheControl: 'max-age=60',
    Metadata: { jobid: '123', mixed: 'Case' },
    ETag: `"${createHash('md5').update('hello').digest('hex')}"`,
    LastModified: expect.any(Date),
    AcceptRanges: 'bytes',
  })
})

test('the expiry is stored', async () => {
  const Expires = new Date('2030-01-02T03:04:05Z')
  await bucket.put('kept', 'x', { Expires })
  expect((await bucket.head('kept')).ExpiresString).toBe('Wed, 02 Jan 2030 03:04:05 GMT')
})

test('an empty object has no bytes', async () => {
  await bucket.put('empty', Buffer.alloc(0))
  expect(await bucket.text('empty')).toBe('')
  expect((await bucket.head('empty')).ContentLength).toBe(0)
})

test('a buffer of 40 MiB in one request is returned complete', async () => {
  const content = Buffer.alloc(40 * mebibyte, 7)
  await bucket.put('buffer', content)
  expect(sha256(await bucket.bytes('buffer'))).toBe(sha256(content))
})

// The check value of the CRC catalogues is that of these nine bytes.
test.each([
  ['CRC32', 'ChecksumCRC32', 'y/Q5Jg=='],
  ['SHA256', 'ChecksumSHA256', 'FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU='],
] as const)('a %s checksum is verified, stored and returned', async (ChecksumAlgorithm, member, expected) => {
  const key = `checksum-${ChecksumAlgorithm}`
  const put = await bucket.put(key, '123456789', { ChecksumAlgorithm })
  const got = await bucket.get(key, { ChecksumMode: 'ENABLED' })
  expect(await got.Body?.transformToString()).toBe('123456789')
  expect([put[member], got[member]]).toEqual([expected, expected])
})

test.each([
  ['CRC32', { ChecksumCRC32: 'AAAAAA==' }],
  ['SHA-256', { ChecksumSHA256: Buffer.alloc(32).toString('base64') }],
])('a body with a wrong %s is refused and not stored', async (_name, wrong) => {
  await expect(bucket.put('wrong', 'x', wrong)).rejects.toMatchObject({ name: 'BadDigest' })
  await expect(bucket.get('wrong')).rejects.toMatchObject({ name: 'AccessDenied' })
})

describe('ranges', () => {
  beforeAll(() => bucket.put('digits', '0123456789'))

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
    ['bytes=-100', '0123456789', 'bytes 0-9/10'],
  ])('%s returns %s', async (Range, content, ContentRange) => {
    const got = await bucket.get('digits', { Range })
    expect(got).toMatchObject({ ContentRange, $metadata: { httpStatusCode: 206 } })
    expect(await got.Body?.transformToString()).toBe(content)
  })

  test.each(['bytes=20-30', 'bytes=-0', 'bytes=10-'])('%s is not satisfiable', async (Range) => {
    await expect(bucket.get('digits', { Range })).rejects.toMatchObject({ name: 'InvalidRange' })
  })

  test('an unsupported range returns everything', async () => {
    const got = await bucket.get('digits', { Range: 'bytes=0-1,3-4' })
    expect(got.$metadata.httpStatusCode).toBe(200)
    expect(await got.Body?.transformToString()).toBe('0123456789')
  })
})

test('a conditional read is not implemented', async () => {
  const { ETag } = await bucket.put('cached', '1')
  await expect(bucket.get('cached', { IfNoneMatch: ETag })).rejects.toMatchObject({ name: 'NotImplemented' })
})

test('a conditional write is not implemented', async () => {
  await expect(bucket.put('once', '1', { IfNoneMatch: '*' })).rejects.toMatchObject({
    name: 'NotImplemented',
  })
})

test('a missing object is denied as on AWS to roles that cannot list, and a missing bucket has its own error', async () => {
  await expect(bucket.get('missing')).rejects.toMatchObject({ name: 'AccessDenied' })
  const denied = { $metadata: { httpStatusCode: 403 } }
  await expect(bucket.head('missing')).rejects.toMatchObject(denied)
  await expect(bucket.get('x', { Bucket: 'missing' } as object)).rejects.toMatchObject({
    name: 'NoSuchBucket',
  })
})

test('a copy has the metadata of its request', async () => {
  await bucket.put('source +é', 'copied', { Metadata: { a: '1' } })
  const copy = {
    Bucket: 'objects',
    Key: 'copy',
    CopySource: `objects/${encodeURIComponent('source +é')}`,
    Metadata: { z: '1' },
    ContentType: 'text/x',
  }
  await aws.s3.send(new CopyObjectCommand({ ...copy, MetadataDirective: 'REPLACE' }))
  expect(await bucket.text('copy')).toBe('copied')
  expect(await bucket.head('copy')).toMatchObject({ ContentType: 'text/x', Metadata: { z: '1' } })
  await expect(aws.s3.send(new CopyObjectCommand(copy))).rejects.toMatchObject({ name: 'NotImplemented' })
  const missing = { ...copy, CopySource: 'objects/missing', MetadataDirective: 'REPLACE' as const }
  await expect(aws.s3.send(new CopyObjectCommand(missing))).rejects.toMatchObject({ name: 'AccessDenied' })
})

test('an object is deleted, and deleting it again succeeds', async () => {
  await bucket.put('deleted', 'x')
  const deletion = () => aws.s3.send(new DeleteObjectCommand({ Bucket: 'objects', Key: 'deleted' }))
  await deletion()
  await expect(bucket.get('deleted')).rejects.toMatchObject({ name: 'AccessDenied' })
  await deletion()
})

test('readers during 8 concurrent overwrites always receive one complete version', async () => {
  const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000 + index * 1000, index + 65))
  await bucket.put('race', 'the first version')
  const read = async () => {
    const { Body, ETag } = await bucket.get('race')
    const md5 = createHash('md5').update((await Body?.transformToByteArray()) ?? '')
    return { ETag, expected: `"${md5.digest('hex')}"` }
  }
  const reads = Array.from({ length: 16 }, read)
  await Promise.all(versions.map((version) => bucket.put('race', version)))
  for (const { ETag, expected } of await Promise.all(reads)) expect(ETag).toBe(expected)
})
