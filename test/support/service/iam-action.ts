import type { IncomingHttpHeaders } from 'node:http'
import {
  keyChangeAttributes,
  statusAttributes,
  storageChangeAttributes,
  subscriptionChangeAttributes,
} from '../../../lib/core/access/account-status.ts'
import { placesPartition } from '../../../lib/core/access/places.ts'
import type { Target } from '../../../stacks/permissions.ts'

/** A call to the cloud, as the service that is called reads it. */
export interface CloudRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What a call needs to be allowed, in the words of stacks/permissions.ts. */
export interface Need {
  action: string
  on: Target | 'unknown'
}

/**
 * The IAM actions of a call, as https://docs.aws.amazon.com/service-authorization/latest/reference/ has them. What is not known
 * here is on `unknown`, which no role allows.
 */
export const needsOf = (request: CloudRequest): Need[] => {
  const [service = '', operation = ''] = String(request.headers['x-amz-target'] ?? '').split('.')
  if (service.startsWith('DynamoDB')) return [dynamoNeed(operation, jsonOf(request))]
  if (service === 'AmazonSQS')
    // A batch needs the action of its entries.
    return [
      { action: `sqs:${operation.replace(/Batch$/, '')}`, on: queueOf(String(jsonOf(request)['QueueUrl'])) },
    ]
  if (request.url.pathname.startsWith('/schedules')) return scheduleNeeds(request)
  return objectNeeds(request)
}

const jsonOf = ({ body }: CloudRequest): Record<string, unknown> => JSON.parse(body.toString() || '{}')

const dynamoNeed = (operation: string, input: Record<string, unknown>): Need => {
  const { TableName, IndexName } = input
  const action = `dynamodb:${operation}`
  if (isStatus(input)) return { action, on: 'status:accounts' }
  if (isChangeOf(storageChangeAttributes, input)) return { action, on: 'storage:accounts' }
  if (isChangeOf(keyChangeAttributes, input)) return { action, on: 'keys:accounts' }
  if (isChangeOf(subscriptionChangeAttributes, input)) return { action, on: 'subscriptions:accounts' }
  if (TableName === 'requests' && isOfPlaces(input)) return { action, on: 'places:requests' }
  const on = IndexName === undefined ? `table:${TableName}` : `index:${TableName}/${IndexName}`
  return { action, on: on as Target }
}

/** Whether all items of a call are in the partition of the places of an account. */
const isOfPlaces = ({ Key, Item, IndexName, ExpressionAttributeValues }: Record<string, unknown>) => {
  const values = (Key ?? Item ?? (IndexName === undefined && ExpressionAttributeValues)) || {}
  const { accountId, ':partition': partition } = values as Record<string, { S?: string }>
  return (accountId ?? partition)?.S?.endsWith(placesPartition('')) === true
}

/** Whether a write names only attributes that the condition in stacks/grants.ts allows. */
const isChangeOf = (
  attributes: readonly string[],
  { TableName, UpdateExpression, ExpressionAttributeNames = {} }: Record<string, unknown>,
) =>
  TableName === 'accounts' &&
  UpdateExpression !== undefined &&
  // IAM sees only attributes of the item, not members of a map.
  Object.values(ExpressionAttributeNames as object).every((name) =>
    [...attributes, 'revision'].includes(name),
  )

/** Whether a read returns only attributes that the condition in stacks/grants.ts names. */
const isStatus = ({
  TableName,
  ProjectionExpression,
  ExpressionAttributeNames = {},
}: Record<string, unknown>) => {
  if (TableName !== 'accounts' || typeof ProjectionExpression !== 'string') return false
  const names = new Map(Object.entries(ExpressionAttributeNames as object))
  return ProjectionExpression.split(/\s*,\s*/).every((name) =>
    statusAttributes.some((attribute) => attribute === (names.get(name) ?? name)),
  )
}

const queues: Record<string, Target> = { render: 'queue:render', webhook: 'queue:webhook' }

const queueOf = (url: string): Need['on'] => queues[url.split('/').at(-1) ?? ''] ?? 'unknown'

const scheduleActions: Record<string, string> = {
  POST: 'scheduler:CreateSchedule',
  PUT: 'scheduler:UpdateSchedule',
  DELETE: 'scheduler:DeleteSchedule',
  GET: 'scheduler:GetSchedule',
}

const scheduleNeeds = ({ method, url }: CloudRequest): Need[] => {
  if (url.pathname === '/schedules') return [{ action: 'scheduler:ListSchedules', on: 'schedules:any' }]
  const need: Need = { action: scheduleActions[method] ?? method, on: 'schedules:tasks' }
  // A schedule is made with the role that it sends with.
  return method === 'POST' || method === 'PUT'
    ? [need, { action: 'iam:PassRole', on: 'role:scheduler' }]
    : [need]
}

const objectActions: Record<string, string> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  DELETE: 's3:DeleteObject',
}

const objectNeeds = ({ method, url, headers }: CloudRequest): Need[] => {
  const need: Need = { action: objectActions[method] ?? method, on: objectsOf(url.pathname) }
  const source = headers['x-amz-copy-source']
  return typeof source === 'string' ? [need, { action: 's3:GetObject', on: objectsOf(source) }] : [need]
}

/** `/<bucket>/<key>` or `<bucket>/<key>`. */
const objectsOf = (path: string): Need['on'] => {
  const [, folder] = path.replace(/^\//, '').split('/')
  return folder === 'cache' || folder === 'inputs' ? `objects:${folder}` : 'unknown'
}
