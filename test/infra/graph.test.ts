import { expect, test } from 'vitest'
import { functions } from '../../infra/functions.ts'
import { readGraph } from './read-graph.ts'
import { secretText } from './setup.ts'
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

test('the secret is in no input of any resource', () => {
  const holders = graph.resources.filter(
    ({ type, inputs }) => !type.startsWith('sst:') && JSON.stringify(inputs).includes('sentinel'),
  )
  expect(holders.map(({ urn }) => urn)).toEqual([])
})

test('the secret is encrypted in the packages that render, and in no other', () => {
  const withSecret = graph.builds.filter(({ links }) => Object.keys(links).length > 0)
  for (const { links } of withSecret)
    expect(links).toEqual({ ExitProxies: { type: 'sst.sst.Secret', value: secretText } })
  expect(withSecret.map(({ bundle }) => bundle?.split('/').at(-1)).sort()).toEqual(
    functions
      .filter(({ renders }) => renders)
      .map(({ name }) => name)
      .sort(),
  )
})

test('a production stage is protected, and keeps its data when it is removed', () => {
  expect(graph.app).toMatchObject({ removal: 'retain', protect: true })
  const keepers = [...stack.all('dynamodb/table'), ...stack.all('s3/bucket')]
  expect(keepers).toHaveLength(7)
  for (const { name, options } of keepers) expect([name, options.retainOnDelete]).toEqual([name, true])
})
