import { type DynamoDBDocumentClient, GetCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import { accessKeyLength, accountIdLength, hashAccessKey, secretKeyLength } from '../core/access-key.ts'
import type { PlanName } from '../core/plans.ts'
import { randomBase62 } from './base62.ts'

export interface Account {
  id: string
  plan: PlanName
  /** False: an invoice is unpaid, and everything answers 402. */
  paid: boolean
  /** Lower-case hex SHA-256. */
  accessKeyHash: string
  secretKey: string
  /** True: renders are taken with a signature only. */
  signedRequests?: boolean
  /** Unix seconds. */
  created: number
  /** Unix seconds; its keys open nothing any more. */
  closed?: number
}

/** The only moment at which the access key itself is known. */
export interface NewAccount {
  id: string
  plan: PlanName
  accessKey: string
  secretKey: string
}

export interface AccountStore {
  /** One consistent read, so that a rotated key is dead on the very next request. */
  find(id: string): Promise<Account | undefined>
  create(plan: PlanName): Promise<NewAccount>
  list(): Promise<Account[]>
}

interface Deps {
  dynamo: DynamoDBDocumentClient
  tableName: string
  nowMs: () => number
}

export const createAccountStore = ({ dynamo, tableName, nowMs }: Deps): AccountStore => ({
  async find(id) {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true }),
    )
    return Item as Account | undefined
  },

  async create(plan) {
    const id = randomBase62(accountIdLength)
    const accessKey = id + randomBase62(accessKeyLength - accountIdLength)
    const secretKey = randomBase62(secretKeyLength)
    const account: Account = {
      id,
      plan,
      paid: true,
      accessKeyHash: hashAccessKey(accessKey),
      secretKey,
      created: Math.floor(nowMs() / 1000),
    }
    await dynamo.send(
      new PutCommand({
        TableName: tableName,
        Item: account,
        ConditionExpression: 'attribute_not_exists(id)',
      }),
    )
    return { id, plan, accessKey, secretKey }
  },

  async list() {
    const accounts: Account[] = []
    for await (const page of paginateScan({ client: dynamo }, { TableName: tableName }))
      accounts.push(...((page.Items ?? []) as Account[]))
    return accounts.sort((a, b) => a.created - b.created)
  },
})
