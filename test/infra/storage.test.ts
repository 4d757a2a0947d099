import { describe, expect, test } from 'vitest'
import { type TableDefinition, tableNames, tables } from '../../infra/tables.ts'
import { readGraph } from './read-graph.ts'
import { createStack, statementsOf } from './stack.ts'

const stack = createStack(await readGraph())

test('every table of the list exists, on demand and protected from deletion, and recoverable if the list says so', () => {
  expect(stack.all('dynamodb/table')).toHaveLength(tableNames.length)
  for (const [name, table] of Object.entries<TableDefinition>(tables)) {
    const { inputs } = stack.one('dynamodb/table', `${name[0]?.toUpperCase()}${name.slice(1)}Table`)
    const { primaryIndex, fields, ttl, globalIndexes = {}, recoverable } = table
    expect(inputs, name).toMatchObject({
      hashKey: primaryIndex.hashKey,
      billingMode: 'PAY_PER_REQUEST',
      deletionProtectionEnabled: true,
      pointInTimeRecovery: { enabled: recoverable },
    })
    expect([inputs['rangeKey'], inputs['ttl']]).toEqual([
      primaryIndex.rangeKey,
      ttl && { attributeName: ttl, enabled: true },
    ])
    const attributes = inputs['attributes'] as { name: string; type: string }[]
    expect(Object.fromEntries(attributes.map((attribute) => [attribute.name, attribute.type]))).toEqual(
      Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, type[0]?.toUpperCase()])),
    )
    expect(inputs['globalSecondaryIndexes']).toEqual(
      Object.entries(globalIndexes).map(([index, { projection, ...keys }]) => ({
        ...{ name: index, ...keys },
        projectionType: projection.toUpperCase().replace('-', '_'),
      })),
    )
  }
  // The options of requests must not survive in a copy.
  expect(tables.requests.recoverable).toBe(false)
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

test('accounts, counters and tasks are copied to another region every day, and kept for 35 days', () => {
  const { rules } = stack.one('backup/plan', 'BackupPlan').inputs as {
    rules: { targetVaultName: string; copyActions: { destinationVaultArn: string; lifecycle: object }[] }[]
  }
  expect(rules).toEqual([
    expect.objectContaining({
      targetVaultName: 'stillframe-production-backup',
      schedule: 'cron(0 3 * * ? *)',
      copyActions: [
        {
          destinationVaultArn:
            'arn:aws:backup:eu-west-1:123456789012:backup-vault:stillframe-production-backup',
          lifecycle: { deleteAfter: 35 },
        },
      ],
    }),
  ])
  const { resources, iamRoleArn } = stack.one('backup/selection', 'BackupSelection').inputs
  const named = ['AccountsTable', 'UsageTable', 'TasksTable'].map(
    (name) => stack.one('dynamodb/table', name).id,
  )
  expect((resources as string[]).map((arn) => arn.split('/')[1])).toEqual(named)
  const role = stack.one('iam/role', 'Backup')
  expect(iamRoleArn).toMatch(new RegExp(`:role/${role.inputs['name']}$`))
  expect(statementsOf(role.inputs['assumeRolePolicy'])).toMatchObject([
    { Principal: { Service: 'backup.amazonaws.com' } },
  ])
})
