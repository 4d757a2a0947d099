import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketLocationCommand,
  HeadBucketCommand,
  type LifecycleRule,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestAws } from './test-aws.ts'
import { createTestBucket } from './test-bucket.ts'

const dayMs = 24 * 60 * 60 * 1000
let aws: Awaited<ReturnType<typeof startTestAws>>
let bucket: Awaited<ReturnType<typeof createTestBucket>>
beforeAll(async () => {
  aws = await startTestAws()
  bucket = await createTestBucket(aws.s3, 'buckets')
})
afterAll(() => aws.close())

test('a bucket is created, found, listed and deleted when it is empty', async () => {
  const Bucket = 'short-lived'
  const calls = await createTestBucket(aws.s3, Bucket)
  await calls.put('x', 'x')
  await aws.s3.send(new HeadBucketCommand({ Bucket }))
  const { Buckets } = await aws.s3.send(new ListBucketsCommand())
  expect(Buckets?.map(({ Name }) => Name)).toEqual(['buckets', Bucket])
  await expect(aws.s3.send(new DeleteBucketCommand({ Bucket }))).rejects.toMatchObject({
    name: 'BucketNotEmpty',
  })
  await aws.s3.send(new DeleteObjectCommand({ Bucket, Key: 'x' }))
  await aws.s3.send(new DeleteBucketCommand({ Bucket }))
  await expect(aws.s3.send(new HeadBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'NotFound' })
})

test.each([
  ['buckets', 'BucketAlreadyOwnedByYou'],
  ['Upper', 'InvalidBucketName'],
  ['10.0.0.1', 'InvalidBucketName'],
])('the bucket %s cannot be created', async (Bucket, name) => {
  await expect(aws.s3.send(new CreateBucketCommand({ Bucket }))).rejects.toMatchObject({ name })
})

test('the location of us-east-1 is empty, as in S3', async () => {
  const { LocationConstraint } = await aws.s3.send(new GetBucketLocationCommand({ Bucket: 'buckets' }))
  expect(LocationConstraint ?? '').toBe('')
})

test('versioning is accepted and changes no object', async () => {
  await bucket.put('unversioned', '1')
  const VersioningConfiguration = { Status: 'Enabled' as const }
  await aws.s3.send(new PutBucketVersioningCommand({ Bucket: 'buckets', VersioningConfiguration }))
  expect(await bucket.text('unversioned')).toBe('1')
})

describe('lists', () => {
  const keys = [
    'l/B',
    'l/a',
    'l/Z',
    'l/_',
    'l/é',
    'l/😀',
    'l/\uFFFD',
    'l/sub/1',
    'l/sub/2',
    'l/t/1',
  ].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  beforeAll(async () => {
    await Promise.all([...keys, 'k', 'm'].map((key) => bucket.put(key, 'x')))
  })

  const list = (further: object) =>
    aws.s3.send(new ListObjectsV2Command({ Bucket: 'buckets', Prefix: 'l/', ...further }))

  test('keys come in the order of their bytes, folders as one entry', async () => {
    const { Contents, CommonPrefixes, KeyCount } = await list({ Delimiter: '/' })
    const files = keys.filter((key) => !/(sub|t)\//.test(key))
    expect(Contents?.map(({ Key }) => Key)).toEqual(files)
    expect(CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['l/sub/', 'l/t/'])
    expect(KeyCount).toBe(files.length + 2)
  })

  test.each([1, 2, 3, 10])('pages of %i hold every key once', async (MaxKeys) => {
    const found: (string | undefined)[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await list({ MaxKeys, ContinuationToken })
      found.push(...(page.Contents ?? []).map(({ Key }) => Key))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
    expect(found).toEqual(keys)
  })

  test('pages with folders hold every entry once, in both versions of the call', async () => {
    const second: unknown[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await list({ MaxKeys: 1, Delimiter: '/', ContinuationToken })
      second.push(...(page.Contents ?? []), ...(page.CommonPrefixes ?? []))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
    const first: unknown[] = []
    let Marker: string | undefined
    do {
      const request = { Bucket: 'buckets', Prefix: 'l/', MaxKeys: 1, Delimiter: '/', Marker }
      const page = await aws.s3.send(new ListObjectsCommand(request))
      first.push(...(page.Contents ?? []), ...(page.CommonPrefixes ?? []))
      Marker = page.NextMarker
    } while (Marker)
    expect(second).toHaveLength(9)
    expect(first).toEqual(second)
  })

  test('a list starts after the key it is told', async () => {
    const { Contents } = await list({ StartAfter: 'l/sub/1' })
    expect(Contents?.map(({ Key }) => Key)).toEqual(keys.slice(keys.indexOf('l/sub/2')))
  })

  test('a list of a missing bucket is an error', async () => {
    await expect(aws.s3.send(new ListObjectsV2Command({ Bucket: 'missing' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    })
  })
})

describe('lifecycle', () => {
  const setRules = (Bucket: string, Rules: LifecycleRule[]) =>
    aws.s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }))
  const remaining = async (Bucket: string) =>
    (await aws.s3.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key)
  const sweepAfter = (days: number) => {
    aws.clock.aheadMs = days * dayMs
    const deleted = aws.aws.services.s3.sweepExpired()
    aws.clock.aheadMs = 0
    return deleted
  }

  test('rules come back as they were put', async () => {
    const { Bucket } = await createTestBucket(aws.s3, 'kept-rules')
    const rule: LifecycleRule = {
      ID: 'x',
      Status: 'Enabled',
      Filter: { Prefix: 'tmp/' },
      Expiration: { Days: 1 },
    }
    await setRules(Bucket, [rule])
    const { Rules } = await aws.s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))
    expect(Rules).toEqual([rule])
  })

  test('objects go when their days are over, those of the prefix and the tag only', async () => {
    const calls = await createTestBucket(aws.s3, 'expiring')
    await calls.put('tmp/a', 'x')
    await calls.put('kept', 'x')
    await calls.put('tagged', 'x', { Tagging: 'short=yes' })
    await setRules('expiring', [
      { ID: 'tmp', Status: 'Enabled', Filter: { Prefix: 'tmp/' }, Expiration: { Days: 2 } },
      {
        ID: 'tag',
        Status: 'Enabled',
        Filter: { Tag: { Key: 'short', Value: 'yes' } },
        Expiration: { Days: 3 },
      },
      { ID: 'off', Status: 'Disabled', Filter: { Prefix: '' }, Expiration: { Days: 1 } },
    ])
    expect(sweepAfter(1)).toBe(0)
    expect(sweepAfter(2.1)).toBe(1)
    expect(await remaining('expiring')).toEqual(['kept', 'tagged'])
    expect(sweepAfter(3.1)).toBe(1)
    expect(await remaining('expiring')).toEqual(['kept'])
  })

  test('a rule that would not be followed is refused', async () => {
    await createTestBucket(aws.s3, 'unknown-rules')
    const rule: LifecycleRule = {
      Status: 'Enabled',
      Filter: { ObjectSizeGreaterThan: 5 },
      Expiration: { Days: 1 },
    }
    await expect(setRules('unknown-rules', [rule])).rejects.toMatchObject({ name: 'NotImplemented' })
  })
})
