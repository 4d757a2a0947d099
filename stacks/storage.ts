import { fileLifetimes } from '../infra/files.ts'
import { type TableDefinition, type TableName, tableNames, tables } from '../infra/tables.ts'
import { toComponentName, toName } from './names.ts'
import { privateBucket } from './private-bucket.ts'
import { productionStage } from './settings.ts'

export type Storage = ReturnType<typeof createStorage>

/** Creates the results bucket with its lifecycle rules, the tables and the secrets. */
export const createStorage = () => {
  const results = privateBucket('Results')
  new aws.s3.BucketLifecycleConfiguration('ResultsLifecycle', {
    bucket: results.bucket,
    rules: [
      ...fileLifetimes.map(({ id, prefix, days }) => ({
        id,
        status: 'Enabled',
        filter: { prefix },
        expiration: { days },
      })),
      {
        id: 'unfinished-uploads',
        status: 'Enabled',
        filter: {},
        abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
      },
    ],
  })
  return { results, tables: createTables(), secrets: createSecrets(), key: createKey() }
}

/** Encrypts the access keys of the storages of accounts. The default policy of a key leaves it to IAM who may use it. */
const createKey = () =>
  new aws.kms.Key('StorageKey', {
    description: `Storages of accounts, ${toName('storage')}`,
    enableKeyRotation: true,
    // AWS requires at least 7 days, during which the deletion can be canceled.
    deletionWindowInDays: $app.removal === 'remove' ? 7 : 30,
  })

/** Empty until the operator sets them. */
const createSecrets = () => ({
  exitProxies: new sst.Secret('ExitProxies', ''),
  canaryKey: new sst.Secret('CanaryKey', ''),
})

/** Billed on demand, with encryption at rest. These are the defaults of SST and DynamoDB. */
const createTables = () => {
  const deletionProtection = $app.stage === productionStage
  const create = (name: TableName) => {
    const { recoverable, ...definition }: TableDefinition = tables[name]
    return new sst.aws.Dynamo(toComponentName(name), {
      ...definition,
      deletionProtection,
      transform: {
        table: (args) => {
          args.pointInTimeRecovery = { enabled: recoverable }
        },
      },
    })
  }
  return Object.fromEntries(tableNames.map((name) => [name, create(name)])) as Record<
    TableName,
    sst.aws.Dynamo
  >
}
