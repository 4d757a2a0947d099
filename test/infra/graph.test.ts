import { expect, test } from 'vitest'
import { functions } from '../../infra/functions.ts'
import { readSettings } from '../../stacks/settings.ts'
import { readGraph } from './read-graph.ts'
import { canaryKey, secretText } from './setup.ts'
import { createStack } from './stack.ts'

const graph = await readGraph()
const stack = createStack(graph)

test('sst.config.ts runs completely, and reads no AWS value without a mock', () => {
  expect(graph.failures).toEqual([])
  expect(graph.unmocked).toEqual([])
})

test('no input contains an Output converted to a string, or an undefined value', () => {
  const text = JSON.stringify(graph.resources.map(({ inputs }) => inputs))
  expect(text).not.toMatch(/Calling \[toString\]|\[object Object\]|"undefined|undefined"|Output<T>/)
})

/** Of AWS, or of the AWS account: names and keys of its hosted zones, and the role for the logs of API Gateway. */
const sharedNames = /^(?:_x|render\.example\.com)$/

/** Types that AWS identifies by a generated ID. */
const withoutName =
  /^aws:(?:apigateway\/(?:account|deployment|integration|method|methodSettings|resource|response|stage|usagePlanKey)|acm|kms|cloudwatch\/logDelivery:|cloudfront\/distribution|lambda\/(?:eventSourceMapping|permission|runtimeManagementConfig|functionRecursionConfig)|sns\/topic(?:Policy|Subscription)|wafv2\/webAclAssociation|s3\/(?!bucket:))/

test('every name contains the stage', () => {
  const named = graph.resources.filter(
    ({ type, read }) => type.startsWith('aws:') && !read && !withoutName.test(type),
  )
  const nameOf = ({ inputs }: (typeof named)[number]) =>
    inputs['name'] ?? inputs['bucket'] ?? inputs['dashboardName']
  const others = named.filter((resource) => !/\bstillframe-production(?:-|$)/.test(String(nameOf(resource))))
  expect(
    others.filter((resource) => !sharedNames.test(String(nameOf(resource)))).map(({ name }) => name),
  ).toEqual([
    // One for all API Gateways of the AWS account.
    'APIGatewayPushToCloudWatchLogsRole',
  ])
})

test('a name that is shared by the regions of an AWS account contains the region', () => {
  const shared = [
    ...stack.all('cloudfront/function'),
    ...stack.all('s3/bucket'),
    stack.one('iam/role', 'TaskScheduler'),
  ]
  for (const { inputs } of shared)
    expect(String(inputs['name'] ?? inputs['bucket'])).toContain('eu-central-1')
})

test('the longest stage has names that AWS accepts', () => {
  const longest = 'a'.repeat(16)
  expect(() => readSettings({}, longest)).not.toThrow()
  const names = stack.all('s3/bucket').map(({ inputs }) => String(inputs['bucket']))
  expect(names).toHaveLength(2)
  // The longest region's name has 14 characters.
  for (const name of names)
    expect(
      name.replace('production', longest).replace('eu-central-1', 'ap-southeast-2').length,
    ).toBeLessThanOrEqual(63)
})

test('AWS changes the runtime of a function only with a deployment', () => {
  const pinned = stack.all('lambda/runtimeManagementConfig').map(({ inputs }) => inputs)
  expect(pinned.map(({ functionName }) => functionName).sort()).toEqual(
    functions.map(({ name }) => `stillframe-production-${name}`).sort(),
  )
  for (const { updateRuntimeOn } of pinned) expect(updateRuntimeOn).toBe('FunctionUpdate')
})

test('the secret is in no input of any resource', () => {
  const holders = graph.resources.filter(
    ({ type, inputs }) => !type.startsWith('sst:') && JSON.stringify(inputs).includes('sentinel'),
  )
  expect(holders.map(({ urn }) => urn)).toEqual([])
})

test('the secret is encrypted in the packages that render, and in no other', () => {
  const withSecret = graph.builds.filter(({ links }) => 'ExitProxies' in links)
  for (const { links } of withSecret)
    expect(links).toEqual({ ExitProxies: { type: 'sst.sst.Secret', value: secretText } })
  expect(withSecret.map(({ bundle }) => bundle?.split('/').at(-1)).sort()).toEqual(
    functions
      .filter(({ renders }) => renders)
      .map(({ name }) => name)
      .sort(),
  )
})

test('the canary’s key is encrypted in its package only', () => {
  const withKey = graph.builds.filter(({ links }) => 'CanaryKey' in links)
  expect(withKey.map(({ bundle, links }) => [bundle?.split('/').at(-1), links])).toEqual([
    ['canary', { CanaryKey: { type: 'sst.sst.Secret', value: canaryKey } }],
  ])
})

test('a production stage is protected, and keeps its data when it is removed', () => {
  expect(graph.app).toMatchObject({ removal: 'retain', protect: true })
  const keepers = [...stack.all('dynamodb/table'), ...stack.all('s3/bucket')]
  expect(keepers).toHaveLength(7)
  for (const { name, options } of keepers) expect([name, options.retainOnDelete]).toEqual([name, true])
})
