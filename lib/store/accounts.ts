import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import {
  accessKeyLength,
  accountIdLength,
  hashAccessKey,
  secretKeyLength,
} from '../core/access/access-key.ts'
import { statusAttributes } from '../core/access/account-status.ts'
import type { SignatureVersion } from '../core/access/signed-content.ts'
import type { PlanName } from '../schema/plan-features.ts'
import { randomBase62 } from './base62.ts'

export interface Account {
  id: string
  plan: PlanName
  /** False if an invoice is unpaid. Every request then returns 402. */
  paid: boolean
  /** Lower-case hex SHA-256. */
  accessKeyHash: string
  secretKey: string
  /** Every operation that is marked as signed requires a signature. */
  signedRequests?: boolean
  /** What its signatures cover. The default is 1. */
  signatureVersion?: SignatureVersion
  /** The number of changes of a key or of `signedRequests`. The default is 0. */
  keyGeneration?: number
  /** Unix seconds. */
  created: number
  /** Unix seconds. The keys of a closed account are invalid. */
  closed?: number
}

/** An account when it is created or rotated, which is the only time that its access key is known. */
export interface NewAccount {
  id: string
  plan: PlanName
  accessKey: string
  secretKey: string
}

/** An account without its keys. */
export type AccountStatus = Pick<Account, (typeof statusAttributes)[number]>

export interface AccountStore {
  /** A consistent read, so a rotated key is invalid from the next request. */
  find(id: string): Promise<Account | undefined>
  /** Like `find`, without the keys. */
  findStatus(id: string): Promise<AccountStatus | undefined>
  create(plan: PlanName): Promise<NewAccount>
  list(): Promise<Account[]>
  /** One conditional write, like the methods below. Returns undefined if the account does not exist or is closed. */
  change(id: string, change: AccountChange): Promise<Account | undefined>
  /** From this write on the old access key is dead. */
  rotateAccessKey(id: string): Promise<NewAccount | undefined>
  rotateSecretKey(id: string): Promise<Account | undefined>
  /** For good. */
  close(id: string): Promise<Account | undefined>
}

export type AccountChange = Partial<Pick<Account, 'plan' | 'paid' | 'signedRequests' | 'signatureVersion'>>

interface Deps {
  dynamo: DynamoDBDocumentClient
  tableName: string
  nowMs: () => number
}

export const createAccountStore = (deps: Deps): AccountStore => {
  const { dynamo, tableName, nowMs } = deps
  const update = createUpdate(deps)
  return {
    async find(id) {
      const { Item } = await dynamo.send(
        new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true }),
      )
      return Item as Account | undefined
    },
    async findStatus(id) {
      const { Item } = await dynamo.send(
        new GetCommand({
          TableName: tableName,
          Key: { id },
          ConsistentRead: true,
          // PLAN is a reserved word.
          ProjectionExpression: statusAttributes.map((name) => `#${name}`).join(', '),
          ExpressionAttributeNames: Object.fromEntries(statusAttributes.map((name) => [`#${name}`, name])),
        }),
      )
      return Item as AccountStatus | undefined
    },
    create: (plan) => create(deps, plan),
    async list() {
      const accounts: Account[] = []
      for await (const page of paginateScan({ client: dynamo }, { TableName: tableName }))
        accounts.push(...((page.Items ?? []) as Account[]))
      return accounts.sort((a, b) => a.created - b.created)
    },
    change: update,
    async rotateAccessKey(id) {
      const accessKey = createAccessKey(id)
      const account = await update(id, { accessKeyHash: hashAccessKey(accessKey) })
      return account && { id, plan: account.plan, accessKey, secretKey: account.secretKey }
    },
    rotateSecretKey: (id) => update(id, { secretKey: randomBase62(secretKeyLength) }),
    close: (id) => update(id, { closed: toSeconds(nowMs()) }),
  }
}

const toSeconds = (atMs: number) => Math.floor(atMs / 1000)

const createAccessKey = (id: string) => id + randomBase62(accessKeyLength - accountIdLength)

const createUpdate =
  ({ dynamo, tableName }: Deps) =>
  async (id: string, change: Partial<Omit<Account, 'id'>>): Promise<Account | undefined> => {
    const fields = Object.entries(change)
    try {
      const { Attributes } = await dynamo.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { id },
          UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}`,
          ConditionExpression: 'attribute_exists(id) AND attribute_not_exists(closed)',
          ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
          ExpressionAttributeValues: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
          ReturnValues: 'ALL_NEW',
        }),
      )
      return Attributes as Account
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined
      throw error
    }
  }

/** Ids are short, so two of a million accounts may draw the same one. */
const drawsMax = 5

const create = async ({ dynamo, tableName, nowMs }: Deps, plan: PlanName): Promise<NewAccount> => {
  for (let draw = 1; ; draw += 1) {
    const id = randomBase62(accountIdLength)
    const accessKey = createAccessKey(id)
    const secretKey = randomBase62(secretKeyLength)
    const account: Account = {
      id,
      plan,
      paid: true,
      signedRequests: false,
      accessKeyHash: hashAccessKey(accessKey),
      secretKey,
      created: toSeconds(nowMs()),
    }
    try {
      await dynamo.send(
        new PutCommand({
          TableName: tableName,
          Item: account,
          ConditionExpression: 'attribute_not_exists(id)',
        }),
      )
      return { id, plan, accessKey, secretKey }
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException) || draw === drawsMax) throw error
    }
  }
}
