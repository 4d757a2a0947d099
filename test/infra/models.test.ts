import { describe, expect, inject, test } from 'vitest'
import { createModelCheck, mappedTypes } from './models/cloudformation.ts'
import { checkStatement } from './models/iam.ts'
import { statementsOf } from './stack.ts'
import type { Properties, Resource, Statement } from './synth/graph.ts'

const { resources } = inject('graph')
const check = createModelCheck()
const made = resources.filter(({ type, read }) => mappedTypes.includes(type) && !read)

const policiesOf = ({ inputs }: Resource) => [
  inputs['policy'],
  inputs['assumeRolePolicy'],
  ...((inputs['inlinePolicies'] ?? []) as { policy: unknown }[]).map(({ policy }) => policy),
]
const statements = resources.flatMap((resource) =>
  policiesOf(resource).flatMap((policy) => (policy ? statementsOf(policy) : [])),
)

test('every input of the mapped resources is one that AWS’s definitions accept', () => {
  expect(new Set(made.map(({ type }) => type))).toEqual(new Set(mappedTypes))
  expect(made.flatMap((resource) => check(resource))).toEqual([])
})

const changed = (type: string, change: (inputs: Properties) => Properties) => {
  const resource = made.find((candidate) => candidate.type.startsWith(`aws:${type}:`)) as Resource
  return check({ type: resource.type, inputs: change(resource.inputs) })
}

describe('the check finds', () => {
  test.each<[string, string, (inputs: Properties) => Properties, string]>([
    ['an unknown input', 'lambda/function', (inputs) => ({ ...inputs, memory: 1 }), 'memory does not exist'],
    ['a missing input', 'lambda/function', ({ role: _, ...inputs }) => inputs, 'Role is required'],
    ['a value of another type', 'sqs/queue', (inputs) => ({ ...inputs, delaySeconds: '0' }), 'must be'],
    [
      'an unknown choice',
      'lambda/function',
      (inputs) => ({ ...inputs, packageType: 'Tar' }),
      'one of Image, Zip',
    ],
    [
      'a value out of range',
      'sqs/queue',
      (inputs) => ({ ...inputs, visibilityTimeoutSeconds: 43_201 }),
      'from 0 to 43200',
    ],
    [
      'a name that is too long',
      'lambda/function',
      (inputs) => ({ ...inputs, name: 'a'.repeat(65) }),
      'must match',
    ],
    [
      'an unknown nested input',
      'lambda/function',
      (inputs) => ({ ...inputs, tracingConfig: { mode: 'Active', rate: 1 } }),
      'rate does not exist',
    ],
    [
      'a nested value out of range',
      'lambda/eventSourceMapping',
      (inputs) => ({ ...inputs, scalingConfig: { maximumConcurrency: 1 } }),
      'from 2 to 1000',
    ],
    [
      'a name that is too long inside of another property',
      'cloudfront/originAccessControl',
      (inputs) => ({ ...inputs, name: 'a'.repeat(65) }),
      'must match',
    ],
    [
      'a missing nested input',
      'cloudfront/originAccessControl',
      ({ signingProtocol: _, ...inputs }) => inputs,
      'SigningProtocol is required',
    ],
  ])('%s', (_, type, change, problem) => {
    expect(changed(type, change)).toEqual([expect.stringContaining(problem)])
  })
})

test('every policy names actions, resources and condition keys that exist and belong together', async () => {
  expect(statements.length).toBeGreaterThan(100)
  expect((await Promise.all(statements.map(checkStatement))).flat()).toEqual([])
})

const queue = 'arn:aws:sqs:eu-central-1:123456789012:queue'

test.each<[string, Partial<Statement>]>([
  ['an action does not exist', { Action: 'sqs:SendMessages', Resource: queue }],
  ['a service does not exist', { Action: 'queue:SendMessage', Resource: queue }],
  ['a resource is of another service', { Action: 'dynamodb:GetItem', Resource: queue }],
  ['a resource is of another type', { Action: 's3:GetObject', Resource: 'arn:aws:s3:::bucket' }],
  ['an action could name its resources', { Action: 'sqs:SendMessage', Resource: '*' }],
  ['an action has no resources', { Action: 'xray:PutTraceSegments', Resource: queue }],
  [
    'a condition key is of another action',
    {
      Action: 'sqs:SendMessage',
      Resource: queue,
      Condition: { StringEquals: { 'iam:PassedToService': 'x' } },
    },
  ],
  [
    'a condition key does not exist',
    {
      Action: 'iam:PassRole',
      Resource: 'arn:aws:iam::123456789012:role/x',
      Condition: { StringEquals: { 'iam:PassedTo': 'x' } },
    },
  ],
  [
    'an operator does not exist',
    { Action: 'sqs:SendMessage', Resource: queue, Condition: { Equals: { 'aws:SourceArn': 'x' } } },
  ],
])('rejected: %s', async (_, statement) => {
  expect(await checkStatement({ Effect: 'Allow', ...statement } as Statement)).toHaveLength(1)
})
