import { describe, expect, test } from 'vitest'
import { createModelCheck } from './models/cloudformation.ts'
import { checkStatement } from './models/iam.ts'
import { mappedTypes, providerTypes } from './models/mappings.ts'
import { readGraph } from './read-graph.ts'
import { statementsOf } from './stack.ts'
import type { Properties, Resource, Statement } from './synth/graph.ts'

const { resources } = await readGraph()
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

test('every input of AWS’s resources is one that its definitions accept', () => {
  const types = resources.filter(({ type, read }) => type.startsWith('aws:') && !read).map(({ type }) => type)
  expect(new Set(types)).toEqual(new Set([...mappedTypes, ...providerTypes]))
  expect(made.flatMap((resource) => check(resource))).toEqual([])
})

const changed = (type: string, change: (inputs: Properties) => Properties) => {
  const resource = made.find((candidate) => candidate.type.startsWith(`aws:${type}:`)) as Resource
  return check({ type: resource.type, inputs: change(resource.inputs) })
}

const longPolicy = (inputs: Properties, characters = 20_481) => ({
  ...inputs,
  policy: 'a'.repeat(characters),
})

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
    [
      'an unknown input of another form',
      'dynamodb/table',
      (inputs) => ({ ...inputs, ttl: { attributeName: 'ttl', enabled: true, days: 1 } }),
      'TimeToLiveSpecification.days does not exist',
    ],
    [
      'an attribute that is no key',
      'dynamodb/table',
      (inputs) => ({ ...inputs, attributes: [...(inputs['attributes'] as []), { name: 'x', type: 'S' }] }),
      'must be the keys',
    ],
    [
      'an unknown type of attribute',
      'dynamodb/table',
      (inputs) => ({ ...inputs, attributes: [{ name: inputs['hashKey'], type: 'string' }] }),
      'must match',
    ],
    [
      'a short recovery period',
      'dynamodb/table',
      (inputs) => ({ ...inputs, pointInTimeRecovery: { enabled: true, recoveryPeriodInDays: 0 } }),
      'from 1 to 35',
    ],
    [
      'an unknown state of a lifecycle rule',
      's3/bucketLifecycleConfiguration',
      (inputs) => ({ ...inputs, rules: [{ id: 'a', status: 'On', expiration: { days: 1 } }] }),
      'one of Enabled, Disabled',
    ],
    [
      'a lifecycle rule without an action',
      's3/bucketLifecycleConfiguration',
      (inputs) => ({ ...inputs, rules: [{ id: 'a', status: 'Enabled', filter: { prefix: 'a/' } }] }),
      'needs an action',
    ],
    [
      'a lifetime of 0 days',
      's3/bucketLifecycleConfiguration',
      (inputs) => ({ ...inputs, rules: [{ id: 'a', status: 'Enabled', expiration: { days: 0 } }] }),
      'from 1 to',
    ],
    [
      'an unknown algorithm',
      's3/bucketServerSideEncryptionConfiguration',
      (inputs) => ({
        ...inputs,
        rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'AES-256' } }],
      }),
      'one of aws:kms, AES256',
    ],
    ['a bucket’s policy that is too long', 's3/bucketPolicy', longPolicy, 'at most 20480'],
    [
      'a bucket’s policy without a bucket',
      's3/bucketPolicy',
      ({ bucket: _, ...inputs }) => inputs,
      'Bucket is required',
    ],
    [
      'a role’s name that is too long',
      'iam/role',
      (inputs) => ({ ...inputs, name: 'a'.repeat(65) }),
      'must match',
    ],
    [
      'inline policies that are too long together',
      'iam/role',
      (inputs) => ({
        ...inputs,
        inlinePolicies: [1, 2].map((n) => ({ name: `p${n}`, ...longPolicy({}, 5200) })),
      }),
      'at most 10240 characters',
    ],
    [
      'a role that trusts no one',
      'iam/role',
      ({ assumeRolePolicy: _, ...inputs }) => inputs,
      'AssumeRolePolicyDocument is required',
    ],
    [
      'an edge function that is too long',
      'cloudfront/function',
      (inputs) => ({ ...inputs, code: 'a'.repeat(10_241) }),
      'at most 10240',
    ],
    [
      'an unknown runtime of an edge function',
      'cloudfront/function',
      (inputs) => ({ ...inputs, runtime: 'cloudfront-js-3.0' }),
      'must match',
    ],
    [
      'an unknown type of integration',
      'apigateway/integration',
      (inputs) => ({ ...inputs, type: 'LAMBDA', responseTransferMode: 'BUFFERED', timeoutMilliseconds: 50 }),
      'one of AWS, AWS_PROXY',
    ],
    [
      'an integration with a long timeout that does not stream',
      'apigateway/integration',
      (inputs) => ({
        ...inputs,
        responseTransferMode: 'BUFFERED',
        uri: String(inputs['uri']).replace('response-streaming-', ''),
      }),
      '29000 without it',
    ],
    [
      'a stream to a function that does not stream',
      'apigateway/integration',
      (inputs) => ({ ...inputs, uri: String(inputs['uri']).replace('response-streaming-', '') }),
      'are required together',
    ],
    [
      'a proxy without a URI',
      'apigateway/integration',
      ({ uri: _, ...inputs }) => ({ ...inputs, responseTransferMode: 'BUFFERED', timeoutMilliseconds: 50 }),
      'Uri and IntegrationHttpMethod are required',
    ],
    [
      'a rate without a burst',
      'apigateway/methodSettings',
      (inputs) => ({ ...inputs, settings: { throttlingRateLimit: 1 } }),
      'ThrottlingRateLimit, ThrottlingBurstLimit are required together',
    ],
    [
      'a slash that is not encoded',
      'apigateway/methodSettings',
      (inputs) => ({ ...inputs, methodPath: '/v1/pdf/GET' }),
      'must match',
    ],
    [
      'a deployment of no API',
      'apigateway/deployment',
      ({ restApi: _, ...inputs }) => inputs,
      'RestApiId is required',
    ],
    [
      'an unknown input of a stage of a usage plan',
      'apigateway/usagePlan',
      (inputs) => ({ ...inputs, apiStages: [{ apiId: 'a', stageName: 'b' }] }),
      'stageName does not exist',
    ],
    [
      'a value of an API key of another type',
      'apigateway/apiKey',
      (inputs) => ({ ...inputs, value: 1 }),
      'of the type string',
    ],
    [
      'an alarm of one metric and of an expression',
      'cloudwatch/metricAlarm',
      (inputs) => ({
        ...inputs,
        metricName: 'x',
        namespace: 'x',
        period: 60,
        statistic: 'Sum',
        metricQueries: [{ id: 'e', expression: '1', returnData: true }],
      }),
      'Exactly one of MetricName, Metrics',
    ],
    [
      'more datapoints than periods',
      'cloudwatch/metricAlarm',
      (inputs) => ({ ...inputs, evaluationPeriods: 1, datapointsToAlarm: 2 }),
      'DatapointsToAlarm must be at most',
    ],
    [
      'a record without a value',
      'route53/record',
      ({ records: _, ttl: __, ...inputs }) => inputs,
      'Exactly one of AliasTarget, ResourceRecords',
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
