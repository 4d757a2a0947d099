import { expect, test } from 'vitest'
import { functions } from '../../infra/functions.ts'
import { permissions, tracing } from '../../stacks/permissions.ts'
import { checkStatement } from './iam.ts'
import { readGraph } from './read-graph.ts'
import { createStack, inlineStatements, listOf, statementsOf } from './stack.ts'
import type { Statement } from './synth/graph.ts'

const graph = await readGraph()
const stack = createStack(graph)
const roles = stack.all('iam/role')

const arns: Record<string, string> = {
  'table:accounts': String(stack.one('dynamodb/table', 'AccountsTable').id),
  'table:usage': String(stack.one('dynamodb/table', 'UsageTable').id),
  'table:requests': String(stack.one('dynamodb/table', 'RequestsTable').id),
  'table:tasks': String(stack.one('dynamodb/table', 'TasksTable').id),
  'table:cache': String(stack.one('dynamodb/table', 'CacheTable').id),
}
const dynamo = (table: string) => `arn:aws:dynamodb:eu-central-1:123456789012:table/${arns[table]}`
const sqs = (name: string) =>
  `arn:aws:sqs:eu-central-1:123456789012:${stack.one('sqs/queue', `${name}Queue`).inputs['name']}`
const bucket = `arn:aws:s3:::${stack.one('s3/bucket', 'ResultsBucket').id}`

/** Repeated here, so an error in stacks/grants.ts is detected. */
const arnOf = (target: string): string => {
  if (target.startsWith('table:')) return dynamo(target)
  const others: Record<string, string> = {
    'status:accounts': dynamo('table:accounts'),
    'keys:accounts': dynamo('table:accounts'),
    'storage:accounts': dynamo('table:accounts'),
    'subscriptions:accounts': dynamo('table:accounts'),
    'places:requests': dynamo('table:requests'),
    'index:requests/open': `${dynamo('table:requests')}/index/open`,
    'index:tasks/byAccount': `${dynamo('table:tasks')}/index/byAccount`,
    'objects:cache': `${bucket}/cache/*`,
    'objects:inputs': `${bucket}/inputs/*`,
    'queue:render': sqs('Render'),
    'queue:webhook': sqs('Webhook'),
    'queue:renderDeadLetters': sqs('RenderDeadLetters'),
    'queue:webhookDeadLetters': sqs('WebhookDeadLetters'),
    'schedules:tasks': 'arn:aws:scheduler:eu-central-1:123456789012:schedule/stillframe-production-tasks/*',
    'schedules:any': 'arn:aws:scheduler:eu-central-1:123456789012:schedule/*/*',
    'role:scheduler': `arn:aws:iam::123456789012:role/${stack.one('iam/role', 'TaskScheduler').id}`,
    'roles:others': 'arn:aws:iam::*:role/*',
    'key:storage': `arn:aws:kms:eu-central-1:123456789012:key/${stack.one('kms/key', 'StorageKey').id}`,
    'emails:alerts': 'arn:aws:ses:eu-central-1:123456789012:*',
    everything: '*',
  }
  return others[target] ?? `no ARN for ${target}`
}

const pairsOf = (statements: Statement[]) =>
  statements
    .flatMap(({ Action, Resource }) =>
      listOf(Action).flatMap((action) => listOf(Resource).map((resource) => `${action} ${resource}`)),
    )
    .sort()

const roleOf = (name: string) => stack.roleOf(stack.functionNamed(name))
const allowedTo = (name: string) => inlineStatements(roleOf(name)).filter(({ Effect }) => Effect === 'Allow')
const names = functions.map(({ name }) => name)

test('each function has a role that belongs to it alone, and that only Lambda can assume', () => {
  const used = stack.all('lambda/function').map(({ inputs }) => inputs['role'])
  expect(new Set(used).size).toBe(functions.length)
  for (const name of names) {
    const trust = statementsOf(roleOf(name).inputs['assumeRolePolicy'])
    expect(trust.map(({ Effect, Principal }) => [name, Effect, Principal])).toEqual([
      [name, 'Allow', { Service: 'lambda.amazonaws.com' }],
    ])
  }
})

test('the role of a function allows only its permissions of the table and writing its own log', () => {
  for (const name of names) {
    expect(roleOf(name).inputs['managedPolicyArns'], name).toEqual([])
    const group = `arn:aws:logs:eu-central-1:123456789012:log-group:/aws/lambda/stillframe-production-${name}:*`
    const expected = [tracing, ...(permissions[name] ?? [])].flatMap(({ actions, on }) =>
      actions.flatMap((action) => on.map((target) => `${action} ${arnOf(target)}`)),
    )
    expect(pairsOf(allowedTo(name)), name).toEqual(
      [`logs:CreateLogStream ${group}`, `logs:PutLogEvents ${group}`, ...expected].sort(),
    )
  }
})

test('a role names every action, and every resource if AWS supports it; it cannot list files', () => {
  for (const { Action, Resource } of names.flatMap(allowedTo)) {
    for (const action of listOf(Action)) expect(action).toMatch(/^(?!s3:List)[a-z0-9]+:[A-Za-z]+$/)
    if (listOf(Action).every((action) => action.startsWith('xray:'))) continue
    for (const resource of listOf(Resource)) expect(resource).toMatch(/^arn:aws:[a-z0-9]+:[^*]+/)
  }
})

const onAccounts = (name: string) =>
  inlineStatements(roleOf(name))
    .filter(({ Resource }) => listOf(Resource).includes(dynamo('table:accounts')))
    .map(({ Action, Condition }) => [Action, Condition] as const)

test('a function reads the keys of accounts only if it checks or signs with them', () => {
  const withoutKeys = {
    'ForAllValues:StringEquals': {
      'dynamodb:Attributes': ['id', 'plan', 'limits', 'paid', 'closed', 'storage', 'alerts'],
    },
    StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  }
  const reading = ['render-worker', 'render-dead-letters', 'webhook-dead-letters', 'sweep']
  for (const name of names) {
    const reads = onAccounts(name).filter(([action]) => listOf(action).includes('dynamodb:GetItem'))
    const expected = ['dynamodb:GetItem', reading.includes(name) ? withoutKeys : undefined]
    expect(reads, name).toEqual(reads.map(() => expected))
    if (reading.includes(name)) expect(reads, name).toHaveLength(1)
  }
})

test('a function changes no attribute of an account but its keys and their settings', () => {
  const keys = ['keys', 'accessKeyHash', 'secretKey', 'signedRequests']
  const attributes = ['id', 'closed', 'keyGeneration', ...keys]
  const keysOnly = { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } }
  const ofStorage = ['id', 'closed', 'keyGeneration', 'storage', 'externalId']
  const storageOnly = { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ofStorage } }
  const ofSubscriptions = ['id', 'closed', 'alerts', 'subscriptions']
  const subscriptionsOnly = { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ofSubscriptions } }
  const expected: Record<string, object> = {
    subscriptions: subscriptionsOnly,
    subscription: subscriptionsOnly,
    account: keysOnly,
    'account-keys': keysOnly,
    'account-storage': storageOnly,
  }
  for (const name of names) {
    const writes = onAccounts(name).filter(([action]) => !listOf(action).includes('dynamodb:GetItem'))
    expect(writes, name).toEqual(name in expected ? [['dynamodb:UpdateItem', expected[name]]] : [])
  }
})

test('a role is denied nothing but the roles of this AWS account, if it may assume those of others', () => {
  for (const name of names) {
    const mayAssume = ['account-storage', 'webhook-worker'].includes(name)
    const statements = inlineStatements(roleOf(name))
    const denied = statements.filter(({ Effect }) => Effect !== 'Allow')
    expect(denied.map(({ Effect, ...pair }) => [name, Effect, ...pairsOf([{ Effect, ...pair }])])).toEqual(
      mayAssume ? [[name, 'Deny', 'sts:AssumeRole arn:aws:iam::123456789012:role/*']] : [],
    )
    const assuming = statements.filter(({ Action }) => listOf(Action).includes('sts:AssumeRole'))
    expect(assuming, name).toHaveLength(mayAssume ? 2 : 0)
  }
})

const conditionsOf = (name: string, action: string) =>
  inlineStatements(roleOf(name)).flatMap(({ Action, Condition }) =>
    listOf(Action).includes(action) ? [Condition] : [],
  )

test('a role passes a role to EventBridge Scheduler only, and sends emails as the sender of alerts only', () => {
  const sender = { StringEquals: { 'ses:FromAddress': 'alerts@example.com' } }
  for (const name of names) {
    for (const condition of conditionsOf(name, 'iam:PassRole'))
      expect(condition).toEqual({ StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } })
    expect(conditionsOf(name, 'ses:SendEmail'), name).toEqual(name === 'webhook-worker' ? [sender] : [])
  }
})

test('the policies of a role have no more characters than AWS accepts', () => {
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  for (const { name, inputs } of roles)
    expect(JSON.stringify(inputs['inlinePolicies'] ?? []).length, name).toBeLessThan(10_240)
})

const statements = graph.resources.flatMap(({ inputs }) =>
  [
    inputs['policy'],
    inputs['assumeRolePolicy'],
    ...((inputs['inlinePolicies'] ?? []) as { policy: unknown }[]).map(({ policy }) => policy),
  ].flatMap((policy) => (policy ? statementsOf(policy) : [])),
)

test('every policy names actions, resources and condition keys that exist and belong together', async () => {
  expect(statements.length).toBeGreaterThan(100)
  expect((await Promise.all(statements.map(checkStatement))).flat()).toEqual([])
  for (const Action of ['sqs:SendMessages', 'sqs:SendMessage'])
    expect(await checkStatement({ Effect: 'Allow', Action, Resource: '*' })).toHaveLength(1)
})

test('no role can be assumed by an account, a user or another service', () => {
  const services = roles.map(({ inputs }) => {
    const [{ Principal, Condition }] = statementsOf(inputs['assumeRolePolicy']) as [Statement]
    return [...Object.entries(Principal as object).flat(), Condition !== undefined]
  })
  const ofService = (name: string) => services.filter(([, service]) => service === name)
  // EventBridge Scheduler calls for any caller that names a role. Its three roles name their schedules.
  expect(ofService('scheduler.amazonaws.com')).toEqual([
    ['Service', 'scheduler.amazonaws.com', true],
    ['Service', 'scheduler.amazonaws.com', true],
    ['Service', 'scheduler.amazonaws.com', true],
  ])
  expect(ofService('lambda.amazonaws.com')).toHaveLength(functions.length)
  // So that API Gateway may write its access log: one role for the AWS account, which SST makes.
  expect(ofService('apigateway.amazonaws.com')).toHaveLength(1)
  expect(ofService('backup.amazonaws.com')).toHaveLength(1)
  expect(services).toHaveLength(functions.length + 5)
})

test('the timer of the canary may only invoke the canary', () => {
  const role = roles.find(({ name }) => name.startsWith('Canary5Minutes'))
  expect(role && pairsOf(inlineStatements(role))).toEqual([
    'lambda:InvokeFunction arn:aws:lambda:eu-central-1:123456789012:function:stillframe-production-canary',
  ])
})

test('the timer of the sweep may only invoke the sweep', () => {
  const role = roles.find(({ name }) => name.startsWith('Sweep5Minutes'))
  expect(role && pairsOf(inlineStatements(role))).toEqual(
    [
      'lambda:InvokeFunction arn:aws:lambda:eu-central-1:123456789012:function:stillframe-production-sweep',
      `sqs:SendMessage ${sqs('ScheduleDeadLetters')}`,
    ].sort(),
  )
})

test('the table of permissions names only existing functions', () => {
  expect(Object.keys(permissions).sort()).toEqual(functions.map(({ name }) => name).sort())
})
