import { privateBucket } from './private-bucket.ts'
import { productionStage } from './settings.ts'

export type Storage = ReturnType<typeof createStorage>

/** Results with their lifecycle, the five tables, and what is secret. */
export const createStorage = () => {
  const results = privateBucket('Results')
  new aws.s3.BucketLifecycleConfiguration('ResultsLifecycle', {
    bucket: results.bucket,
    rules: [
      // A day longer than `cache_ttl` allows; to the second the edge ends a result, by its name.
      { id: 'cache', status: 'Enabled', filter: { prefix: 'cache/' }, expiration: { days: 31 } },
      // Options of a queued request; the longest one waits is 7 h, then the sweep ends it.
      { id: 'inputs', status: 'Enabled', filter: { prefix: 'inputs/' }, expiration: { days: 3 } },
      {
        id: 'unfinished-uploads',
        status: 'Enabled',
        filter: {},
        abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
      },
    ],
  })
  return { results, tables: createTables(), exitProxies: new sst.Secret('ExitProxies', '') }
}

/** On demand, with point-in-time recovery and encryption at rest, which are SST's and DynamoDB's own defaults. */
const createTables = () => {
  const deletionProtection = $app.stage === productionStage
  const byId = { hashKey: 'id' }
  return {
    accounts: new sst.aws.Dynamo('Accounts', {
      fields: { id: 'string' },
      primaryIndex: byId,
      deletionProtection,
    }),
    usage: new sst.aws.Dynamo('Usage', { fields: { id: 'string' }, primaryIndex: byId, deletionProtection }),
    requests: new sst.aws.Dynamo('Requests', {
      fields: { accountId: 'string', id: 'string', openShard: 'string', openSince: 'number' },
      primaryIndex: { hashKey: 'accountId', rangeKey: 'id' },
      // Sparse: only what is queued, or whose webhook is under way, has the two attributes.
      globalIndexes: { open: { hashKey: 'openShard', rangeKey: 'openSince' } },
      ttl: 'ttl',
      deletionProtection,
    }),
    tasks: new sst.aws.Dynamo('Tasks', {
      fields: { id: 'number', accountId: 'string' },
      primaryIndex: byId,
      globalIndexes: { byAccount: { hashKey: 'accountId', rangeKey: 'id' } },
      deletionProtection,
    }),
    cache: new sst.aws.Dynamo('Cache', {
      fields: { key: 'string' },
      primaryIndex: { hashKey: 'key' },
      ttl: 'ttl',
      deletionProtection,
    }),
  }
}
