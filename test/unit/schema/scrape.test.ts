import { expect, test } from 'vitest'
import { InvalidParameterError, UnknownParameterError } from '../../../lib/base/errors.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { operations } from '../../../lib/schema/operations.ts'

const read = (options: Record<string, unknown>) =>
  readOptions(operations.scrape, { kind: 'body', value: { url: 'https://example.com/', ...options } })

const readQuery = (pairs: [string, string][]) =>
  readOptions(operations.scrape, { kind: 'query', pairs: [['url', 'https://example.com/'], ...pairs] })

test.each([
  [{ js_enabled: false, scripts: 'x' }, InvalidParameterError],
  [{ js_enabled: false, wait_for_selector: 'x' }, InvalidParameterError],
  [{ js_enabled: false, local_storage: { a: 'b' } }, InvalidParameterError],
  [{ js_enabled: false, actions: [{ action: 'wait', milliseconds: 1 }] }, InvalidParameterError],
  [{ only_main_content: true, include_selectors: ['a'] }, InvalidParameterError],
  [{ include_selectors: ['text/x'] }, InvalidParameterError],
  [{ exclude_selectors: ['a >>> b'] }, InvalidParameterError],
  [{ html: '<p>' }, InvalidParameterError],
  [{ md_links: 'none' }, InvalidParameterError],
  [{ md_front_matter: true }, InvalidParameterError],
  [{ click_selector: 'a' }, UnknownParameterError],
])('refused: %o', (options, errorClass) => {
  expect(() => read(options)).toThrow(errorClass)
})

test('selectors in a query are split at commas outside of brackets', () => {
  const options = readQuery([
    ['include_selectors', 'main:is(.a, .b),#c'],
    ['exclude_selectors[]', 'nav'],
    ['exclude_selectors[]', '[title="a,b"]'],
  ])
  expect(options.include_selectors).toEqual(['main:is(.a, .b)', '#c'])
  expect(options.exclude_selectors).toEqual(['nav', '[title="a,b"]'])
})
