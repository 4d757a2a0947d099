import { describe, expect, test } from 'vitest'
import { toMaskedQuery } from '../../../../lib/core/tasks/masked-query.ts'
import { operations } from '../../../../lib/schema/operations.ts'
import { parametersOf } from '../../../../lib/schema/parameters.ts'
import { renderOperationIds } from '../../../../lib/schema/render-operations.ts'

test.each([
  ['url=https://example.com/?a%3Db&full_page=true&&format=png', undefined],
  ['url=https%3A%2F%2Fuser%3Asecret%40example.com%2Fa', 'url=https%3A%2F%2F***%40example.com%2Fa'],
  ['url=http://a/&cookies=secret&format=png', 'url=http://a/&cookies=***&format=png'],
  ['url=http://a/&c%6fokies=secret', 'url=http://a/&cookies=***'],
  ['headers[]=a:secret&headers%5B1%5D=b:secret', 'headers%5B%5D=***&headers%5B1%5D=***'],
  ['hide_selectors[]=a&hide_selectors=b', undefined],
  ['unknown=secret', 'unknown=***'],
])('the query %s is shown as it is, or as %s', (query, masked) => {
  expect(toMaskedQuery('screenshot', query)).toBe(masked ?? query)
})

describe.each(renderOperationIds)('of %s', (id) => {
  test.each(
    [...parametersOf(operations[id].input).values()]
      .filter(({ name, schema }) => schema['x-private'] === true && name !== 'url')
      .map(({ name }) => name),
  )('the private parameter %s has no value', (name) => {
    expect(toMaskedQuery(id, `${name}=secret&url=http://a/`)).toBe(`${name}=***&url=http://a/`)
  })
})
