import { expect, test } from 'vitest'
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

test.each<[string, string, Properties, string]>([
  ['an unknown input', 'lambda/function', { memory: 1 }, 'memory does not exist'],
  ['a missing input', 'lambda/function', { role: undefined }, 'Role is required'],
  ['a value out of range', 'sqs/queue', { visibilityTimeoutSeconds: 43_201 }, 'from 0 to 43200'],
])('%s is found', (_, type, changes, problem) => {
  const { type: fullType, inputs } = made.find((one) => one.type.startsWith(`aws:${type}:`)) as Resource
  const found = check({ type: fullType, inputs: { ...inputs, ...changes } })
  expect(found).toEqual([expect.stringContaining(problem)])
})

test('every policy names actions, resources and condition keys that exist and belong together', async () => {
  expect(statements.length).toBeGreaterThan(100)
  expect((await Promise.all(statements.map(checkStatement))).flat()).toEqual([])
})

test('an action that does not exist, and one that could name its resources, are found', async () => {
  for (const Action of ['sqs:SendMessages', 'sqs:SendMessage'])
    expect(await checkStatement({ Effect: 'Allow', Action, Resource: '*' } as Statement)).toHaveLength(1)
})
