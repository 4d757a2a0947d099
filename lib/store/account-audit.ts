import { randomBytes } from 'node:crypto'
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { createRequestId } from '../core/requests/request-id.ts'
import { createTable, type TableDeps } from './table.ts'

/** A change of an account by an operator. */
export interface AuditEntry {
  /** Unix milliseconds. */
  atMs: number
  /** Who made it. */
  actor: string
  /** The command, without any key. */
  action: string
}

/** What operators have changed, in the table of accounts, whose copies it shares. Entries are only added, and erased with their account. */
export interface AccountAudit {
  add(accountId: string, entry: AuditEntry): Promise<void>
  /** Returns the entries of an account, the oldest first. Reads the whole table. */
  list(accountId: string): Promise<AuditEntry[]>
  erase(accountId: string): Promise<void>
}

/** Ids of accounts have no `#`. */
const toPrefix = (accountId: string) => `${accountId}#audit#`

type StoredEntry = AuditEntry & { id: string }

export const createAccountAudit = (deps: TableDeps): AccountAudit => {
  const table = createTable<{ id: string }, StoredEntry>(deps)
  const read = async (accountId: string) => {
    const entries: StoredEntry[] = []
    for await (const { Items = [] } of scan(deps.dynamo, deps.tableName, toPrefix(accountId)))
      entries.push(...(Items as StoredEntry[]))
    return entries.sort((first, second) => (first.id < second.id ? -1 : 1))
  }
  return {
    async add(accountId, entry) {
      const id = toPrefix(accountId) + createRequestId(entry.atMs, randomBytes(10))
      if (await table.put({ id, ...entry }, { condition: 'attribute_not_exists(#id)' })) return
      throw new Error('An entry of the audit exists.')
    },
    list: async (accountId) =>
      (await read(accountId)).map(({ atMs, actor, action }) => ({ atMs, actor, action })),
    async erase(accountId) {
      for (const { id } of await read(accountId))
        await table.delete({ id }, { condition: 'attribute_exists(#id)' })
    },
  }
}

const scan = (client: DynamoDBDocumentClient, TableName: string, prefix: string) =>
  paginateScan(
    { client },
    {
      TableName,
      FilterExpression: 'begins_with(#id, :prefix)',
      ExpressionAttributeNames: { '#id': 'id' },
      ExpressionAttributeValues: { ':prefix': prefix },
      ConsistentRead: true,
    },
  )
