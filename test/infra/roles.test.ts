import { describe, expect, test } from 'vitest'
import { functions } from '../../infra/functions.ts'
import { permissions, tracing } from '../../stacks/permissions.ts'
import { readGraph } from './read-graph.ts'
import { createStack, inlineStatements, listOf, statementsOf } from './stack.ts'
import type { Statement } from './synth/graph.ts'

const stack = createStack(await readGraph())
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

describe.each(functions)('the role of $name', ({ name }) => {
  const role = stack.roleOf(stack.functionNamed(name))

  test('belongs to it alone, and only Lambda can assume it', () => {
    const users = stack
      .all('lambda/function')
      .filter(({ inputs }) => String(inputs['role']).endsWith(`/${role.id}`))
    expect(users).toHaveLength(1)
    const trust = statementsOf(role.inputs['assumeRolePolicy'])
    expect(trust.map(({ Effect, Principal }) => [Effect, Principal])).toEqual([
      ['Allow', { Service: 'lambda.amazonaws.com' }],
    ])
  })

  test('allows only its permissions of the table and writing its own log', () => {
    expect(role.inputs['managedPolicyArns']).toEqual([])
    const group = `arn:aws:logs:eu-central-1:123456789012:log-group:/aws/lambda/stillframe-production-${name}:*`
    const expected = [tracing, ...(permissions[name] ?? [])].flatMap(({ actions, on }) =>
      actions.flatMap((action) => on.map((target) => `${action} ${arnOf(target)}`)),
    )
    const allowed = inlineStatements(role).filter(({ Effect }) => Effect === 'Allow')
    expect(pairsOf(allowed)).toEqual(
      [`logs:CreateLogStream ${group}`, `logs:PutLogEvents ${group}`, ...expected].sort(),
    )
  })

  test('names every action, and every resource if AWS supports it', () => {
    const allowed = inlineStatements(role).filter(({ Effect }) => Effect === 'Allow')
    for (const { Action, Resource } of allowed) {
      for (const action of listOf(Action)) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/)
      if (listOf(Action).every((action) => action.startsWith('xray:'))) continue
      for (const resource of listOf(Resource)) expect(resource).toMatch(/^arn:aws:[a-z0-9]+:[^*]+/)
    }
  })

  test('reads the keys of accounts only if it checks or signs with them', () => {
    const conditions = inlineStatements(role)
      .filter(({ Resource }) => listOf(Resource).includes(dynamo('table:accounts')))
      .filter(({ Action }) => listOf(Action).includes('dynamodb:GetItem'))
      .map(({ Action, Condition }) => [Action, Condition])
    const withoutKeys = {
      'ForAllValues:StringEquals': {
        'dynamodb:Attributes': ['id', 'plan', 'paid', 'closed', 'storage', 'alerts'],
      },
      StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    }
    const isWithoutKeys = ['render-worker', 'render-dead-letters', 'webhook-dead-letters', 'sweep'].includes(
      name,
    )
    for (const condition of conditions)
      expect(condition).toEqual(['dynamodb:GetItem', isWithoutKeys ? withoutKeys : undefined])
    if (isWithoutKeys) expect(conditions).toHaveLength(1)
  })

  test('changes no attribute of an account but its keys and their settings', () => {
    const writes = inlineStatements(role)
      .filter(({ Resource }) => listOf(Resource).includes(dynamo('table:accounts')))
      .filter(({ Action }) => !listOf(Action).includes('dynamodb:GetItem'))
      .map(({ Action, Condition }) => [Action, Condition])
    const keys = ['keys', 'accessKeyHash', 'secretKey', 'signedRequests']
    const attributes = ['id', 'closed', 'keyGeneration', ...keys]
    const keysOnly = { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } }
    const ofStorage = ['id', 'closed', 'keyGeneration', 'storage']
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
    expect(writes).toEqual(name in expected ? [['dynamodb:UpdateItem', expected[name]]] : [])
  })

  test('is denied nothing but the roles of this AWS account, if it may assume those of others', () => {
    const mayAssume = ['account-storage', 'webhook-worker'].includes(name)
    const denied = inlineStatements(role).filter(({ Effect }) => Effect !== 'Allow')
    expect(denied.map(({ Effect, ...pair }) => [Effect, ...pairsOf([{ Effect, ...pair }])])).toEqual(
      mayAssume ? [['Deny', 'sts:AssumeRole arn:aws:iam::123456789012:role/*']] : [],
    )
    const assuming = inlineStatements(role).filter(({ Action }) => listOf(Action).includes('sts:AssumeRole'))
    expect(assuming).toHaveLength(mayAssume ? 2 : 0)
  })

  test('sends emails only as the sender of alerts, if it delivers them', () => {
    const sending = inlineStatements(role).filter(({ Action }) => listOf(Action).includes('ses:SendEmail'))
    expect(sending.map(({ Condition }) => Condition)).toEqual(
      name === 'webhook-worker' ? [{ StringEquals: { 'ses:FromAddress': 'alerts@example.com' } }] : [],
    )
  })

  test('cannot list files', () => {
    const actions = inlineStatements(role).flatMap(({ Action }) => listOf(Action))
    expect(actions.filter((action) => action.startsWith('s3:List'))).toEqual([])
  })

  test('passes a role to EventBridge Scheduler only', () => {
    const passing = inlineStatements(role).filter(({ Action }) => listOf(Action).includes('iam:PassRole'))
    for (const { Condition } of passing)
      expect(Condition).toEqual({ StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } })
  })
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
  expect(services).toHaveLength(functions.length + 4)
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
