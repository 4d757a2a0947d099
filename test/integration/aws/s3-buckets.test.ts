import {
  CreateBucketCommand,
  type LifecycleRule,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestAws } from './test-aws.ts'
import { createTestBucket } from './test-bucket.ts'

const dayMs = 24 * 60 * 60 * 1000
let aws: Awaited<ReturnType<typeof startTestAws>>
beforeAll(async () => {
  aws = await startTestAws()
  await createTestBucket(aws.s3, 'buckets')
})
afterAll(() => aws.close())

test.each([
  ['buckets', 'BucketAlreadyOwnedByYou'],
  ['Upper', 'InvalidBucketName'],
  ['10.0.0.1', 'InvalidBucketName'],
])('the bucket %s cannot be created', async (Bucket, name) => {
  await expect(aws.s3.send(new CreateBucketCommand({ Bucket }))).rejects.toMatchObject({ name })
})

describe('lifecycle', () => {
  const setRules = (Bucket: string, Rules: LifecycleRule[]) =>
    aws.s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }))
  const sweepAfter = (days: number) => {
    aws.clock.aheadMs = days * dayMs
    const deleted = aws.aws.services.s3.sweepExpired()
    aws.clock.aheadMs = 0
    return deleted
  }

  test('objects with the prefix of an enabled rule are deleted at the age of the rule', async () => {
    const calls = await createTestBucket(aws.s3, 'expiring')
    for (const key of ['tmp/a', 'kept', 'other/a']) await calls.put(key, 'x')
    const rule = (Prefix: string, Days: number, Status: 'Enabled' | 'Disabled' = 'Enabled') => ({
      ID: Prefix,
      Status,
      Filter: { Prefix },
      Expiration: { Days },
    })
    await setRules('expiring', [rule('tmp/', 2), rule('other/', 3), rule('k', 1, 'Disabled')])
    expect(sweepAfter(1)).toBe(0)
    expect(sweepAfter(2.1)).toBe(1)
    await expect(calls.get('tmp/a')).rejects.toMatchObject({ name: 'AccessDenied' })
    expect(await calls.text('other/a')).toBe('x')
    expect(sweepAfter(3.1)).toBe(1)
    expect(await calls.text('kept')).toBe('x')
  })

  test('a rule that would be ignored is refused', async () => {
    await createTestBucket(aws.s3, 'unknown-rules')
    const rule: LifecycleRule = {
      Status: 'Enabled',
      Filter: { ObjectSizeGreaterThan: 5 },
      Expiration: { Days: 1 },
    }
    await expect(setRules('unknown-rules', [rule])).rejects.toMatchObject({ name: 'NotImplemented' })
  })
})
