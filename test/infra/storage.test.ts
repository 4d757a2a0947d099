import { describe, expect, test } from 'vitest'
import { readGraph } from './read-graph.ts'
import { createStack, statementsOf } from './stack.ts'

const stack = createStack(await readGraph())

describe('tables', () => {
  const tables = [
    { name: 'Accounts', hashKey: 'id', fields: { id: 'S' } },
    { name: 'Usage', hashKey: 'id', fields: { id: 'S' }, ttl: 'ttl' },
    {
      name: 'Requests',
      hashKey: 'accountId',
      rangeKey: 'id',
      fields: { accountId: 'S', id: 'S', openShard: 'S', openSince: 'N' },
      // The sweep needs keys only. With `ALL`, each write to an open request would also rewrite the copy of its options.
      indexes: [{ name: 'open', hashKey: 'openShard', rangeKey: 'openSince', projectionType: 'KEYS_ONLY' }],
      ttl: 'ttl',
    },
    {
      name: 'Tasks',
      hashKey: 'id',
      fields: { id: 'N', accountId: 'S' },
      indexes: [{ name: 'byAccount', hashKey: 'accountId', rangeKey: 'id', projectionType: 'ALL' }],
    },
    { name: 'Cache', hashKey: 'key', fields: { key: 'S' }, ttl: 'ttl' },
  ]

  test('are exactly these', () => {
    expect(
      stack
        .all('dynamodb/table')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(tables.map(({ name }) => `${name}Table`).sort())
  })

  test.each(tables)('$name has its keys, indexes and time to live', (table) => {
    const { inputs } = stack.one('dynamodb/table', `${table.name}Table`)
    const { hashKey, rangeKey, fields, ttl, indexes = [] } = table
    expect({ hashKey: inputs['hashKey'], rangeKey: inputs['rangeKey'] }).toEqual({ hashKey, rangeKey })
    expect(
      Object.fromEntries(
        (inputs['attributes'] as { name: string; type: string }[]).map(({ name, type }) => [name, type]),
      ),
    ).toEqual(fields)
    expect(inputs['globalSecondaryIndexes']).toEqual(indexes)
    expect(inputs['ttl']).toEqual(ttl && { attributeName: ttl, enabled: true })
  })

  test.each(tables)('$name is on demand and protected from deletion', ({ name }) => {
    expect(stack.one('dynamodb/table', `${name}Table`).inputs).toMatchObject({
      billingMode: 'PAY_PER_REQUEST',
      deletionProtectionEnabled: true,
    })
  })

  test('can be restored to any second, except requests, whose options must not survive in a copy', () => {
    const recoverable = tables.filter(
      ({ name }) =>
        (stack.one('dynamodb/table', `${name}Table`).inputs['pointInTimeRecovery'] as { enabled: boolean })
          .enabled,
    )
    expect(recoverable.map(({ name }) => name)).toEqual(['Accounts', 'Usage', 'Tasks', 'Cache'])
  })
})

describe.each(['Results', 'Site'])('the bucket of %s', (name) => {
  const bucket = stack.one('s3/bucket', `${name}Bucket`).id

  test('is closed to the public in every way', () => {
    expect(stack.one('s3/bucketPublicAccessBlock', `${name}PublicAccess`).inputs).toEqual({
      bucket,
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    })
    expect(stack.one('s3/bucketOwnershipControls', `${name}Ownership`).inputs).toMatchObject({
      bucket,
      rule: { objectOwnership: 'BucketOwnerEnforced' },
    })
  })

  test('is encrypted', () => {
    expect(stack.one('s3/bucketServerSideEncryptionConfiguration', `${name}Encryption`).inputs).toMatchObject(
      {
        bucket,
        rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'AES256' } }],
      },
    )
  })

  test('is read only by the distribution of the service, and only over TLS', () => {
    const arn = 'arn:aws:cloudfront::123456789012:distribution/EEDGEDISTRIBUTION'
    // A missing asset is 404 from S3. A missing result passes to the API with 403 as well.
    const listing = {
      Effect: 'Allow',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Action: 's3:ListBucket',
      Resource: `arn:aws:s3:::${bucket}`,
      Condition: { StringEquals: { 'aws:SourceArn': arn } },
    }
    expect(statementsOf(stack.one('s3/bucketPolicy', `${name}Policy`).inputs['policy'])).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Action: 's3:GetObject',
        Resource: `arn:aws:s3:::${bucket}/${name === 'Results' ? 'cache/' : ''}*`,
        Condition: { StringEquals: { 'aws:SourceArn': arn } },
      },
      ...(name === 'Results' ? [] : [listing]),
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    ])
  })
})

test('results are deleted after 2, 7 or 31 days by their name, inputs after 3 and unfinished uploads after 1', () => {
  const { bucket, rules } = stack.one('s3/bucketLifecycleConfiguration', 'ResultsLifecycle').inputs
  expect(bucket).toBe(stack.one('s3/bucket', 'ResultsBucket').id)
  expect(rules).toEqual([
    { id: 'cache', status: 'Enabled', filter: { prefix: 'cache/' }, expiration: { days: 31 } },
    { id: 'cache-2', status: 'Enabled', filter: { prefix: 'cache/00000002' }, expiration: { days: 2 } },
    { id: 'cache-7', status: 'Enabled', filter: { prefix: 'cache/00000007' }, expiration: { days: 7 } },
    { id: 'inputs', status: 'Enabled', filter: { prefix: 'inputs/' }, expiration: { days: 3 } },
    {
      id: 'unfinished-uploads',
      status: 'Enabled',
      filter: {},
      abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
    },
  ])
})
