interface KeySchema {
  hashKey: string
  rangeKey?: string
}

interface Index extends KeySchema {
  /** What an index stores of each item. A write to the item rewrites its stored copy, which costs as much as the copy is large. */
  projection: 'all' | 'keys-only'
}

/** A DynamoDB table. The properties except `recoverable` have the names and values that `sst.aws.Dynamo` accepts. */
export interface TableDefinition {
  /** Only the attributes that a key uses. */
  fields: Readonly<Record<string, 'string' | 'number'>>
  primaryIndex: KeySchema
  globalIndexes?: Readonly<Record<string, Index>>
  /** The attribute with the Unix second after which DynamoDB deletes the item. */
  ttl?: string
  /** Whether a deployed table can be restored to any second of the last 35 days. The copies also contain what was deleted since. */
  recoverable: boolean
}

export const tables = {
  accounts: { fields: { id: 'string' }, primaryIndex: { hashKey: 'id' }, recoverable: true },
  // Only the days of past months have a time to live.
  usage: { fields: { id: 'string' }, primaryIndex: { hashKey: 'id' }, ttl: 'ttl', recoverable: true },
  requests: {
    fields: { accountId: 'string', id: 'string', openShard: 'string', openSince: 'number' },
    primaryIndex: { hashKey: 'accountId', rangeKey: 'id' },
    // Sparse: only records for which the sweep may have to do something have the two attributes (`OpenKind`). It reads the full item by
    // its key.
    globalIndexes: { open: { hashKey: 'openShard', rangeKey: 'openSince', projection: 'keys-only' } },
    ttl: 'ttl',
    // Queued requests contain cookies and passwords, which must not outlive them. See docs/decisions/0014-what-a-request-leaves-behind.md.
    recoverable: false,
  },
  tasks: {
    fields: { id: 'number', accountId: 'string' },
    primaryIndex: { hashKey: 'id' },
    // The list of tasks shows whole items.
    globalIndexes: { byAccount: { hashKey: 'accountId', rangeKey: 'id', projection: 'all' } },
    recoverable: true,
  },
  cache: { fields: { key: 'string' }, primaryIndex: { hashKey: 'key' }, ttl: 'ttl', recoverable: true },
} as const satisfies Record<string, TableDefinition>

export type TableName = keyof typeof tables

export const tableNames = Object.keys(tables) as TableName[]

/** Returns the environment variable that tells the functions the table's name: `requests` -> `REQUESTS_TABLE`. */
export const toTableVariable = (name: TableName) => `${name.toUpperCase()}_TABLE`
