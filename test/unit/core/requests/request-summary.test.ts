import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../../lib/core/options/read-options.ts'
import { toSummary } from '../../../../lib/core/requests/request-summary.ts'
import { operations, type RenderOperationId } from '../../../../lib/schema/operations.ts'
import { parametersOf } from '../../../../lib/schema/parameters.ts'
import { renderOperationIds } from '../../../../lib/schema/render-operations.ts'
import { companions } from '../../../support/service/companions.ts'

const summaryOf = (id: RenderOperationId, value: Record<string, unknown>) =>
  toSummary(operations[id], readOptions(operations[id], { kind: 'body', value }))

test('a record keeps the URL without credentials, and only the options that differ from their defaults', () => {
  expect(
    summaryOf('screenshot', {
      url: 'https://user:secret@example.com/a?b=c#d',
      image_quality: 80,
      full_page: true,
      viewport_width: 400,
      wait_until: ['load'],
    }),
  ).toEqual({
    url: 'https://example.com/a?b=c#d',
    options: { full_page: true, viewport_width: 400, wait_until: ['load'] },
    omitted: [],
  })
})

test('a document is named among the omitted options, and its text is not kept', () => {
  expect(summaryOf('pdf', { html: '<p>secret' })).toEqual({ options: {}, omitted: ['html'] })
})

test('a very long option is omitted', () => {
  const selectors = Array.from({ length: 60 }, (_, index) => `#advertisement-${index}`)
  expect(summaryOf('screenshot', { url: 'https://example.com/', hide_selectors: selectors })).toEqual({
    url: 'https://example.com/',
    options: {},
    omitted: ['hide_selectors'],
  })
})

const privateParameters = renderOperationIds.flatMap((id) =>
  [...parametersOf(operations[id].input).values()]
    .filter(({ name, schema }) => schema['x-private'] === true && name !== 'url')
    .map(({ name, schema }) => [id, name, schema.examples[0]] as const),
)

describe('a private parameter', () => {
  test.each(privateParameters)('of %s, %s, is not kept', (id, name, example) => {
    const source = name === 'html' ? {} : { url: 'https://example.com/' }
    const summary = summaryOf(id, { ...source, ...companions[name], [name]: example })
    expect(summary.omitted).toContain(name)
    expect(summary.options).not.toHaveProperty(name)
    expect(JSON.stringify(summary)).not.toContain(JSON.stringify(example))
  })

  test('is everything that authenticates or that a page may be made of', () => {
    const names = new Set(privateParameters.map(([, name]) => name))
    const expected = [
      'authorization',
      'cookies',
      'headers',
      'proxy',
      'html',
      'scripts',
      'styles',
      'webhook_url',
    ]
    expect(expected.filter((name) => !names.has(name))).toEqual([])
  })
})
