import type { TableName } from '../infra/tables.ts'
import {
  keyChangeAttributes,
  statusAttributes,
  storageChangeAttributes,
  subscriptionChangeAttributes,
} from '../lib/core/access/account-status.ts'
import { placesPartition } from '../lib/core/access/places.ts'

/**
 * The actions that each function may call. The prefix of a target is the kind of resource, and grants.ts knows its ARN. A function
 * without an entry cannot be deployed. The e2e tests fail if the running service makes a call that is not listed
 * (test/support/service/guarded-cloud.ts).
 */
export type Target =
  | `table:${TableName}`
  /** Items of `accounts` without their keys. */
  | 'status:accounts'
  /** The keys of items of `accounts`, and whether they require signed requests. */
  | 'keys:accounts'
  /** The storage of items of `accounts`. */
  | 'storage:accounts'
  /** The subscriptions of items of `accounts`. */
  | 'subscriptions:accounts'
  /** The places of accounts and what waits for one, in `requests`. Without records of requests. */
  | 'places:requests'
  | 'index:requests/open'
  | 'index:tasks/byAccount'
  | 'objects:cache'
  | 'objects:inputs'
  | `queue:${'render' | 'webhook' | 'renderDeadLetters' | 'webhookDeadLetters'}`
  | 'schedules:tasks'
  | 'schedules:any'
  | 'role:scheduler'
  /** Roles of other AWS accounts than this one. */
  | 'roles:others'
  /** The key of KMS that encrypts the access keys of storages. */
  | 'key:storage'
  /** What SES sends in the name of `ALERT_EMAIL_FROM`. Granted only if that is set. */
  | 'emails:alerts'
  | 'everything'

export interface Grant {
  actions: readonly string[]
  on: readonly Target[]
}

const grant = (actions: string | readonly string[], ...on: Target[]): Grant => ({
  actions: typeof actions === 'string' ? [actions] : actions,
  on,
})

/** Active tracing; X-Ray has no resources to name (https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsx-ray.html). */
export const tracing = grant(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], 'everything')

const readAccount = grant('dynamodb:GetItem', 'table:accounts')

/** Counts requests and hits. A refused request reads the rate for the headers of its response. */
const count = grant(['dynamodb:GetItem', 'dynamodb:UpdateItem'], 'table:usage')

/** For functions that act for an account without checking its key or signing for it. */
const readStatus = grant('dynamodb:GetItem', 'status:accounts')

/** Reads the account, and counts its requests and hits. */
const callers = [readAccount, count]

/** For the owner of an account, who cannot change its plan. */
const changeKeys = grant('dynamodb:UpdateItem', 'keys:accounts')

const changeSubscriptions = grant('dynamodb:UpdateItem', 'subscriptions:accounts')

const makeRequests = grant(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], 'table:requests')
const changeRequests = grant(['dynamodb:GetItem', 'dynamodb:UpdateItem'], 'table:requests')
const sendWebhook = grant('sqs:SendMessage', 'queue:webhook')
/** Of the accounts that have named one for their storage. grants.ts denies the roles of this AWS account. */
const assumeRoles = grant('sts:AssumeRole', 'roles:others')
/** Takes places for renders, leaves them, and sends the messages of requests that are next. A query must not list records of requests. */
const keepPlaces = [
  grant(
    ['dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:Query'],
    'places:requests',
  ),
  grant('sqs:SendMessage', 'queue:render'),
]
const putInputs = grant('s3:PutObject', 'objects:inputs')
const endInputs = grant('s3:DeleteObject', 'objects:inputs')

const storeResults = [
  grant(['dynamodb:GetItem', 'dynamodb:PutItem'], 'table:cache'),
  // If a request is rendered twice, the second render deletes its file.
  // No role can list the bucket. Only the names of files protect them, and a page that takes over Chromium would have them all.
  grant(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'objects:cache'),
]

/** The calls that Lambda makes on a queue on behalf of its consumer. */
const consume = (target: Target) =>
  grant(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], target)

const hideMessages = (target: Target) => grant('sqs:ChangeMessageVisibility', target)

const keepSchedules = [
  grant(['scheduler:CreateSchedule', 'scheduler:DeleteSchedule'], 'schedules:tasks'),
  // A list of one group is authorized as one of all groups (https://github.com/aws/aws-cdk/issues/38201).
  grant('scheduler:ListSchedules', 'schedules:any'),
  grant('iam:PassRole', 'role:scheduler'),
]

/** Queues a request, or withdraws it if that fails. */
const acceptRequests = [makeRequests, putInputs, endInputs, ...keepPlaces, sendWebhook]

/** Renders immediately, or accepts the request for later. */
const render = [
  ...callers,
  ...storeResults,
  // Idempotency keys.
  grant('dynamodb:DeleteItem', 'table:cache'),
  ...acceptRequests,
]

/** Creates a request for a due task. */
const runTasks = [
  readStatus,
  count,
  makeRequests,
  putInputs,
  grant(['dynamodb:GetItem', 'dynamodb:UpdateItem'], 'table:tasks'),
  grant('sqs:SendMessage', 'queue:render'),
]

/** Begins requests of batches, and ends batches. */
const moveBatches = [
  count,
  makeRequests,
  grant(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'objects:inputs'),
  ...keepPlaces,
  sendWebhook,
]

export const permissions: Readonly<Record<string, readonly Grant[]>> = {
  screenshot: render,
  screencast: render,
  scrape: render,
  pdf: render,
  snapshot: render,
  compare: [
    ...callers,
    grant(['dynamodb:GetItem', 'dynamodb:UpdateItem'], 'table:requests'),
    ...keepPlaces,
    grant(['s3:GetObject', 's3:PutObject'], 'objects:cache'),
  ],
  batches: [
    ...callers,
    grant(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'], 'table:cache'),
    grant('dynamodb:Query', 'table:requests'),
    ...moveBatches,
  ],
  batch: [...callers, ...moveBatches],
  tasks: [
    ...callers,
    grant(['dynamodb:GetItem', 'dynamodb:PutItem'], 'table:tasks'),
    grant('dynamodb:Query', 'index:tasks/byAccount'),
    ...keepSchedules,
  ],
  task: [
    ...callers,
    grant(['dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'], 'table:tasks'),
    ...keepSchedules,
  ],
  'task-runs': [
    ...callers,
    grant(['dynamodb:GetItem', 'dynamodb:UpdateItem'], 'table:tasks'),
    grant('dynamodb:Query', 'table:requests'),
    grant(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'], 'table:cache'),
    ...acceptRequests,
  ],
  'task-baseline': [
    ...callers,
    grant(['dynamodb:GetItem', 'dynamodb:UpdateItem'], 'table:tasks'),
    grant('dynamodb:GetItem', 'table:requests'),
  ],
  overview: [
    ...callers,
    grant(['dynamodb:GetItem', 'dynamodb:Query'], 'table:requests'),
    grant('dynamodb:Query', 'index:tasks/byAccount'),
  ],
  requests: [...callers, grant('dynamodb:Query', 'table:requests')],
  request: [
    ...callers,
    ...moveBatches,
    grant('dynamodb:DeleteItem', 'table:requests', 'table:cache'),
    grant(['dynamodb:GetItem', 'dynamodb:UpdateItem'], 'table:tasks'),
    grant('s3:DeleteObject', 'objects:cache'),
  ],
  subscriptions: [...callers, changeSubscriptions],
  subscription: [...callers, changeSubscriptions],
  'subscription-test': [
    ...callers,
    grant(['dynamodb:GetItem', 'dynamodb:PutItem'], 'table:requests'),
    sendWebhook,
  ],
  events: [...callers, grant('dynamodb:Query', 'table:requests')],
  event: [...callers, grant('dynamodb:GetItem', 'table:requests')],
  'event-webhook': [...callers, changeRequests, sendWebhook],
  'request-webhook': [...callers, changeRequests, sendWebhook],
  'batch-webhook': [...callers, changeRequests, sendWebhook],
  // Settles the hits of processes that ended unexpectedly, according to the records of their requests.
  usage: [...callers, grant('dynamodb:GetItem', 'table:requests')],
  account: [...callers, changeKeys],
  'account-keys': [...callers, changeKeys],
  'account-storage': [
    ...callers,
    grant('dynamodb:UpdateItem', 'storage:accounts'),
    grant('kms:Encrypt', 'key:storage'),
    assumeRoles,
  ],
  'usage-history': callers,
  try: callers,
  devices: callers,
  openapi: [],
  // Calls the public API with the key of its caller.
  mcp: [],
  // Calls the public API with the key of the operator's account.
  canary: [],
  'not-found': [],
  'render-worker': [
    consume('queue:render'),
    hideMessages('queue:render'),
    ...runTasks,
    ...storeResults,
    ...keepPlaces,
    grant('s3:GetObject', 'objects:inputs'),
    endInputs,
    sendWebhook,
  ],
  'render-dead-letters': [consume('queue:renderDeadLetters'), ...runTasks, ...moveBatches],
  'webhook-worker': [
    consume('queue:webhook'),
    hideMessages('queue:webhook'),
    readAccount,
    makeRequests,
    sendWebhook,
    grant('s3:GetObject', 'objects:cache'),
    grant('kms:Decrypt', 'key:storage'),
    assumeRoles,
    grant('ses:SendEmail', 'emails:alerts'),
  ],
  'webhook-dead-letters': [consume('queue:webhookDeadLetters'), readStatus, makeRequests, sendWebhook],
  sweep: [
    grant('dynamodb:Query', 'index:requests/open'),
    ...moveBatches,
    readStatus,
    grant(['dynamodb:Scan', 'dynamodb:GetItem', 'dynamodb:UpdateItem'], 'table:tasks'),
    ...keepSchedules,
    // Copies the files of baselines that would expire.
    grant(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'objects:cache'),
  ],
}

const toSchedulerOnly = {
  test: 'StringEquals',
  variable: 'iam:PassedToService',
  values: ['scheduler.amazonaws.com'],
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_examples_dynamodb_attributes.html */
const namesOnly = (attributes: readonly string[]) => ({
  test: 'ForAllValues:StringEquals',
  variable: 'dynamodb:Attributes',
  values: [...attributes],
})

const withoutKeys = [
  namesOnly(statusAttributes),
  // Otherwise a read without a projection would return every attribute.
  { test: 'StringEquals', variable: 'dynamodb:Select', values: ['SPECIFIC_ATTRIBUTES'] },
]

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html: the partition key of every item of a call. */
const placesOnly = {
  test: 'ForAllValues:StringLike',
  variable: 'dynamodb:LeadingKeys',
  values: [placesPartition('*')],
}

const conditions: Partial<Record<Target, ReturnType<typeof namesOnly>[]>> = {
  'status:accounts': withoutKeys,
  'keys:accounts': [namesOnly(keyChangeAttributes)],
  'storage:accounts': [namesOnly(storageChangeAttributes)],
  'subscriptions:accounts': [namesOnly(subscriptionChangeAttributes)],
  'places:requests': [placesOnly],
  'role:scheduler': [toSchedulerOnly],
}

/** Returns the conditions of a statement on these targets. */
export const conditionsOf = (on: readonly Target[]) => on.flatMap((target) => conditions[target] ?? [])
