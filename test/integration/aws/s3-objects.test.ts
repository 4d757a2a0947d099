import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectTaggingCommand,
  PutObjectAclCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3'
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

test('an object comes back with its headers and metadata, whatever its key', async () => {
  const key = 'a/b c+é😀&.txt'
  await bucket.put(key, 'hello', {
    ContentType: 'text/plain; charset=utf-8',
    ContentDisposition: 'attachment; filename="x.txt"',
    CacheControl: 'max-age=60',
    ContentLanguage: 'en',
    ContentEncoding: 'identity',
    Metadata: { jobid: '123', Mixed: 'Case' },
  })
  expect(await bucket.text(key)).toBe('hello')
  expect(await bucket.head(key)).toMatchObject({
    ContentLength: 5,
    ContentType: 'text/plain; charset=utf-8',
    ContentDisposition: 'attachment; filename="x.txt"',
    CacheControl: 'max-age=60',
    ContentLanguage: 'en',
    ContentEncoding: 'identity',
    Metadata: { jobid: '123', mixed: 'Case' },
    ETag: `"${createHash('md5').update('hello').digest('hex')}"`,
    LastModified: expect.any(Date),
    AcceptRanges: 'bytes',
  })
})

test('expiry, storage class and encryption are kept', async () => {
  const Expires = new Date('2030-01-02T03:04:05Z')
  const put = await bucket.put('kept', 'x', {
    Expires,
    StorageClass: 'STANDARD_IA',
    ServerSideEncryption: 'AES256',
  })
  expect(put.ServerSideEncryption).toBe('AES256')
  expect(await bucket.head('kept')).toMatchObject({
    ExpiresString: 'Wed, 02 Jan 2030 03:04:05 GMT',
    StorageClass: 'STANDARD_IA',
    ServerSideEncryption: 'AES256',
  })
})

test('an empty object has no bytes', async () => {
  await bucket.put('empty', Buffer.alloc(0))
  expect(await bucket.text('empty')).toBe('')
  expect((await bucket.head('empty')).ContentLength).toBe(0)
})

test.each([8, 40, 200])('%i MiB streamed from a file in one request come back whole', async (size) => {
  const path = join(aws.dataDir, `upload-${size}`)
  const content = Buffer.alloc(size * mebibyte, randomBytes(4096))
  writeFileSync(path, content)
  await bucket.put(`file-${size}`, createReadStream(path), { ContentLength: content.length })
  const hash = createHash('sha256')
  const { Body } = await bucket.get(`file-${size}`)
  for await (const chunk of Body as AsyncIterable<Buffer>) hash.update(chunk)
  expect(hash.digest('hex')).toBe(sha256(content))
})

test('a buffer of 40 MiB in one request comes back whole', async () => {
  const content = Buffer.alloc(40 * mebibyte, 7)
  await bucket.put('buffer', content)
  expect(sha256(await bucket.bytes('buffer'))).toBe(sha256(content))
})

// The check values of the CRC catalogues are those of these nine bytes.
test.each([
  ['CRC32', 'ChecksumCRC32', 'y/Q5Jg=='],
  ['CRC32C', 'ChecksumCRC32C', '4waSgw=='],
  ['SHA1', 'ChecksumSHA1', '98O8HYCOBHMq32eZZczDTKeuNEE='],
  ['SHA256', 'ChecksumSHA256', 'FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU='],
] as const)('a %s checksum is verified, kept and returned', async (ChecksumAlgorithm, member, expected) => {
  const key = `checksum-${ChecksumAlgorithm}`
  const put = await bucket.put(key, '123456789', { ChecksumAlgorithm })
  const got = await bucket.get(key, { ChecksumMode: 'ENABLED' })
  expect(await got.Body?.transformToString()).toBe('123456789')
  expect([put[member], got[member]]).toEqual([expected, expected])
})

test.each([
  ['CRC32', { ChecksumCRC32: 'AAAAAA==' }],
  ['SHA-256', { ChecksumSHA256: Buffer.alloc(32).toString('base64') }],
  ['MD5', { ContentMD5: Buffer.alloc(16).toString('base64') }],
])('a body with a wrong %s is refused and not kept', async (_name, wrong) => {
  await expect(bucket.put('wrong', 'x', wrong)).rejects.toMatchObject({ name: 'BadDigest' })
  await expect(bucket.head('wrong')).rejects.toMatchObject({ name: 'NotFound' })
})

describe('ranges', () => {
  beforeAll(() => bucket.put('digits', '0123456789'))

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
    ['bytes=-100', '0123456789', 'bytes 0-9/10'],
  ])('%s gives %s', async (Range, content, ContentRange) => {
    const got = await bucket.get('digits', { Range })
    expect(got).toMatchObject({ ContentRange, $metadata: { httpStatusCode: 206 } })
    expect(await got.Body?.transformToString()).toBe(content)
  })

  test.each(['bytes=20-30', 'bytes=-0', 'bytes=10-'])('%s is not satisfiable', async (Range) => {
    await expect(bucket.get('digits', { Range })).rejects.toMatchObject({ name: 'InvalidRange' })
  })

  test('a range that is not understood gives everything', async () => {
    const got = await bucket.get('digits', { Range: 'bytes=0-1,3-4' })
    expect(got.$metadata.httpStatusCode).toBe(200)
    expect(await got.Body?.transformToString()).toBe('0123456789')
  })
})

describe('conditions', () => {
  const failed = { name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } }

  test('If-None-Match: * creates and never replaces', async () => {
    await bucket.put('once', '1', { IfNoneMatch: '*' })
    await expect(bucket.put('once', '2', { IfNoneMatch: '*' })).rejects.toMatchObject(failed)
    expect(await bucket.text('once')).toBe('1')
  })

  test('of 20 concurrent creations exactly one wins', async () => {
    const creations = Array.from({ length: 20 }, (_, number) =>
      bucket.put('race to create', `${number}`, { IfNoneMatch: '*' }),
    )
    const results = await Promise.allSettled(creations)
    const winners = results.flatMap(({ status }, number) => (status === 'fulfilled' ? [`${number}`] : []))
    expect(winners).toEqual([await bucket.text('race to create')])
  })

  test('If-Match replaces the version it names and no other', async () => {
    const { ETag } = await bucket.put('versioned', '1')
    await bucket.put('versioned', '2', { IfMatch: ETag })
    await expect(bucket.put('versioned', '3', { IfMatch: ETag })).rejects.toMatchObject(failed)
    await expect(bucket.put('not there', '1', { IfMatch: ETag })).rejects.toMatchObject({ name: 'NoSuchKey' })
    expect(await bucket.text('versioned')).toBe('2')
  })

  test('a copy that is still right is not sent again', async () => {
    const { ETag } = await bucket.put('cached', '1')
    const notModified = { $metadata: { httpStatusCode: 304 } }
    await expect(bucket.get('cached', { IfNoneMatch: ETag })).rejects.toMatchObject(notModified)
    const IfModifiedSince = new Date(Date.now() + 1000)
    await expect(bucket.get('cached', { IfModifiedSince })).rejects.toMatchObject(notModified)
    await expect(bucket.get('cached', { IfMatch: '"other"' })).rejects.toMatchObject(failed)
    expect(await bucket.text('cached', { IfNoneMatch: '"other"' })).toBe('1')
  })
})

test('what is missing has the name the SDK knows', async () => {
  await expect(bucket.get('missing')).rejects.toMatchObject({ name: 'NoSuchKey' })
  await expect(bucket.head('missing')).rejects.toMatchObject({ name: 'NotFound' })
  await expect(bucket.get('x', { Bucket: 'missing' } as object)).rejects.toMatchObject({
    name: 'NoSuchBucket',
  })
})

test('a copy can have new metadata, or the same', async () => {
  await bucket.put('source +é', 'copied', { Metadata: { a: '1' }, Tagging: 'tag=kept' })
  const CopySource = `objects/${encodeURIComponent('source +é')}`
  await aws.s3.send(new CopyObjectCommand({ Bucket: 'objects', Key: 'same', CopySource }))
  const replaced = { MetadataDirective: 'REPLACE' as const, Metadata: { z: '1' }, ContentType: 'text/x' }
  await aws.s3.send(new CopyObjectCommand({ Bucket: 'objects', Key: 'replaced', CopySource, ...replaced }))
  expect(await bucket.text('same')).toBe('copied')
  expect(await bucket.head('same')).toMatchObject({ Metadata: { a: '1' } })
  expect(await bucket.text('replaced')).toBe('copied')
  const head = await bucket.head('replaced')
  expect(head).toMatchObject({ ContentType: 'text/x', Metadata: { z: '1' } })
  const tags = await aws.s3.send(new GetObjectTaggingCommand({ Bucket: 'objects', Key: 'replaced' }))
  expect(tags.TagSet).toEqual([{ Key: 'tag', Value: 'kept' }])
})

test('several objects are deleted in one request, missing ones without an error', async () => {
  await bucket.put('delete <1>', 'x')
  const Objects = [{ Key: 'delete <1>' }, { Key: 'never there' }]
  const { Deleted } = await aws.s3.send(new DeleteObjectsCommand({ Bucket: 'objects', Delete: { Objects } }))
  expect(Deleted).toEqual(Objects)
  await expect(bucket.head('delete <1>')).rejects.toMatchObject({ name: 'NotFound' })
})

test('tags are put beside the object, which stays as it is', async () => {
  await bucket.put('tagged', 'body')
  const TagSet = [{ Key: 'a & b', Value: '<c>' }]
  await aws.s3.send(new PutObjectTaggingCommand({ Bucket: 'objects', Key: 'tagged', Tagging: { TagSet } }))
  const got = await aws.s3.send(new GetObjectTaggingCommand({ Bucket: 'objects', Key: 'tagged' }))
  expect(got.TagSet).toEqual(TagSet)
  expect(await bucket.text('tagged')).toBe('body')
})

test('a subresource that is not emulated is refused and leaves the object alone', async () => {
  await bucket.put('not an acl', 'body')
  const acl = new PutObjectAclCommand({ Bucket: 'objects', Key: 'not an acl', ACL: 'private' })
  await expect(aws.s3.send(acl)).rejects.toMatchObject({ name: 'NotImplemented' })
  expect(await bucket.text('not an acl')).toBe('body')
})

test('readers during 20 concurrent overwrites always get one whole version', async () => {
  const versions = Array.from({ length: 20 }, (_, index) => Buffer.alloc(200_000 + index * 1000, index + 65))
  await bucket.put('race', 'the first version')
  const read = async () => {
    const { Body, ETag } = await bucket.get('race')
    const md5 = createHash('md5').update((await Body?.transformToByteArray()) ?? '')
    return { ETag, expected: `"${md5.digest('hex')}"` }
  }
  const reads = Array.from({ length: 40 }, read)
  await Promise.all(versions.map((version) => bucket.put('race', version)))
  for (const { ETag, expected } of await Promise.all(reads)) expect(ETag).toBe(expected)
})
