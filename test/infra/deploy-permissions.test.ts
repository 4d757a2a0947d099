import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boundaryOf, deployPolicy, partOf, typesOfParts } from './deploy-permissions.ts'
import { checkStatement } from './iam.ts'
import { readGraph } from './read-graph.ts'
import { createStack, inlineStatements, listOf } from './stack.ts'
import type { Statement } from './synth/graph.ts'

const graph = await readGraph()
const stack = createStack(graph)
const made = graph.resources.filter(({ type, read }) => type.startsWith('aws:') && !read)
const shortType = (type: string) => type.split(':')[1] ?? ''
const boundary = boundaryOf(stack.all('iam/role'))

const fill = (pattern: string) =>
  pattern
    .replaceAll('<stage>', 'production')
    .replaceAll('<region>', 'eu-central-1')
    .replaceAll('<account>', '123456789012')

const matches = (pattern: string, arn: string) =>
  new RegExp(
    `^${fill(pattern)
      .replace(/[.+?^${}()|[\]\\/]/g, '\\$&')
      .replaceAll('*', '.*')}$`,
  ).test(arn)

test('the policy has a part for every type of resource of the stacks, and for no other', () => {
  expect([...typesOfParts].sort()).toEqual([...new Set(made.map(({ type }) => shortType(type)))].sort())
})

/** Returns the name of a resource, or of the one that it belongs to. */
const nameOf = ({ inputs, id }: (typeof made)[number]) => {
  const { logGroupName, name, bucket, dashboardName, functionName, function: fn, arn, topic } = inputs
  const text = String(
    logGroupName ?? name ?? bucket ?? dashboardName ?? functionName ?? fn ?? arn ?? topic ?? id,
  )
  return text.split(':').at(-1) ?? text
}

test('every resource has a name that its part covers', () => {
  // The provider keeps the packages of the functions in the bucket of SST. Event sources have generated IDs.
  const own = made.filter(
    (resource) => !nameOf(resource).startsWith('sst-asset') && !resource.type.includes('eventSourceMapping'),
  )
  const outside = own.filter((resource) => {
    const patterns = partOf(shortType(resource.type))?.resources ?? []
    // Of `arn:aws:s3:::stillframe-<stage>-site-*/*`, the part that is a name.
    const names = patterns.map((pattern) =>
      pattern.replace(/^.*?(?=\/aws\/|stillframe|\*$)/, '').replace(/\/\*$/, ''),
    )
    return !names.some((pattern) => matches(pattern, nameOf(resource)))
  })
  // A setting of the AWS account, which an administrator makes once.
  expect(outside.map(({ name }) => name)).toEqual(['APIGatewayPushToCloudWatchLogsRole'])
})

/** Returns the problems of an action that applies to none of its statement's resources. */
const problemsOf = async (statement: Statement, Action: string) => {
  const found = await Promise.all(
    listOf(statement.Resource).map((Resource) => checkStatement({ ...statement, Action, Resource })),
  )
  return found.some((problems) => problems.length === 0) ? [] : (found[0] ?? [])
}

test('every action exists and applies to a resource of its statement', async () => {
  const statements = JSON.parse(
    fill(JSON.stringify([...deployPolicy.Statement, ...boundary.Statement])),
  ) as Statement[]
  const problems = await Promise.all(
    statements.flatMap((statement) =>
      listOf(statement.Action).map((action) => problemsOf(statement, action)),
    ),
  )
  // AWS's list has no entry for a part of a name. What has no name of the stage is on every resource.
  expect(
    problems
      .flat()
      .filter((problem) => !/(?:Bucket|Delivery)\* does not exist|can name its resources/.test(problem)),
  ).toEqual([])
})

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
test.each([
  { name: 'the policy', policy: deployPolicy, kind: 'the inline policies of a role', characters: 10_240 },
  { name: 'the boundary', policy: boundary, kind: 'a managed policy', characters: 6144 },
])('$name fits into $kind, with the longest names', ({ policy, characters }) => {
  const text = JSON.stringify(policy)
    .replaceAll('<stage>', 's'.repeat(16))
    .replaceAll('<region>', 'ap-southeast-1')
    .replaceAll('<account>', '123456789012')
  expect(text.replaceAll(/\s/g, '').length).toBeLessThan(characters)
})

test('only keys of the stage can be changed, and no key of another stage can be tagged as one', () => {
  const ofStage = (key: string) => ({ [`${key}/sst:app`]: 'stillframe', [`${key}/sst:stage`]: '<stage>' })
  const statements = deployPolicy.Statement as Statement[]
  const conditions = Object.fromEntries(
    statements.flatMap(({ Action, Condition }) =>
      listOf(Action)
        .filter((action) => action.startsWith('kms:'))
        .map((action) => [action, Condition ?? 'any key']),
    ),
  )
  const changed = { StringEquals: ofStage('aws:ResourceTag') }
  const ofBackups = { StringLike: { 'kms:ViaService': 'backup.*.amazonaws.com' } }
  expect(conditions).toEqual({
    'kms:CreateKey': 'any key',
    'kms:DescribeKey': 'any key',
    'kms:GetKeyPolicy': 'any key',
    'kms:GetKeyRotationStatus': 'any key',
    'kms:ListResourceTags': 'any key',
    'kms:EnableKeyRotation': 'any key',
    'kms:CreateGrant': ofBackups,
    'kms:Decrypt': ofBackups,
    'kms:GenerateDataKey': ofBackups,
    'kms:RetireGrant': ofBackups,
    'kms:PutKeyPolicy': changed,
    'kms:ScheduleKeyDeletion': changed,
    'kms:UpdateKeyDescription': changed,
    'kms:UntagResource': changed,
    'kms:TagResource': {
      StringEquals: ofStage('aws:RequestTag'),
      StringEqualsIfExists: ofStage('aws:ResourceTag'),
    },
  })
})

/** Returns what statements of one effect cover, as pairs of an action and a resource. */
const pairsOf = (effect: 'Allow' | 'Deny') =>
  stack
    .all('iam/role')
    .flatMap(inlineStatements)
    .filter(({ Effect }) => Effect === effect)
    .flatMap(({ Action, Resource }) =>
      listOf(Action).flatMap((action) => listOf(Resource).map((resource) => ({ action, resource }))),
    )

const isInBoundary = (effect: 'Allow' | 'Deny', { action, resource }: { action: string; resource: string }) =>
  boundary.Statement.some((statement) => {
    const { Effect, Action, Resource } = statement as { Effect: string; Action: string[]; Resource: string }
    return Effect === effect && Action.includes(action) && matches(Resource, resource)
  })

test('the boundary allows every role of the stage what it does', () => {
  const pairs = pairsOf('Allow')
  expect(pairs.length).toBeGreaterThan(100)
  expect(pairs.filter((pair) => !isInBoundary('Allow', pair))).toEqual([])
})

test('the boundary covers keys whose ids only AWS knows', () => {
  const resource = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-1111-4222-8333-444455556666'
  for (const action of ['kms:Encrypt', 'kms:Decrypt'])
    expect(isInBoundary('Allow', { action, resource })).toBe(true)
})

test('the boundary denies what the roles of the stage are denied', () => {
  const pairs = pairsOf('Deny')
  expect(pairs).toContainEqual({
    action: 'sts:AssumeRole',
    resource: 'arn:aws:iam::123456789012:role/*',
  })
  expect(pairs.filter((pair) => !isInBoundary('Deny', pair))).toEqual([])
})

test('docs/operate/permissions.md has both policies', async () => {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'operate', 'permissions.md')
  const [deploy, , bound] = [deployPolicy, undefined, boundary].map((policy) =>
    JSON.stringify(policy, null, 1),
  )
  let block = 0
  const text = readFileSync(file, 'utf8').replace(/```json\n[\s\S]*?```/g, () => {
    block += 1
    return `\`\`\`json\n${block === 1 ? deploy : bound}\n\`\`\``
  })
  expect(block).toBe(2)
  await expect(text).toMatchFileSnapshot(file)
})
