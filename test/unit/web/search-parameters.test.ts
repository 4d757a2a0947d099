import { expect, test } from 'vitest'
import type { RenderOperationId } from '../../../lib/schema/operations.ts'
import { renderOperationIds } from '../../../lib/schema/render-operations.ts'
import { parametersFor } from '../../../web/src/parameters/form-values.ts'
import { searchParameters, synonyms } from '../../../web/src/parameters/search-parameters.ts'

const search = (operation: RenderOperationId, text: string) =>
  searchParameters([...parametersFor(operation).values()], text).map(({ name }) => name)

test.each([
  ['screenshot', 'ads', 'block_annoyance'],
  ['screenshot', 'login', 'authorization'],
  ['screenshot', 'lazy', 'full_page_scroll'],
  ['screenshot', 'iphone', 'viewport_device'],
  ['screenshot', 'thumbnail', 'image_width'],
  ['screenshot', 'retina', 'device_scale_factor'],
  ['screenshot', 'Dark Mode', 'dark_mode'],
  ['screenshot', 'dark_mode', 'dark_mode'],
  ['pdf', 'footer', 'pdf_footer_template'],
  ['pdf', 'page numbers', 'pdf_header_template'],
] as const)('in %s, the best match of %s is %s', (operation, text, name) => {
  expect(search(operation, text)[0]).toBe(name)
})

test('a search finds words from their beginning, all of them, and without words everything', () => {
  expect(search('screenshot', 'ads')).toEqual(['block_annoyance'])
  expect(search('screenshot', 'block nonsense')).toEqual([])
  expect(search('screenshot', '')).toEqual([...parametersFor('screenshot').keys()])
})

test('every synonym belongs to a parameter', () => {
  const names = renderOperationIds.flatMap((id) => [...parametersFor(id).keys()])
  expect(names).toEqual(expect.arrayContaining(Object.keys(synonyms)))
})
