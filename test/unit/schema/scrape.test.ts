import { describe, expect, test } from 'vitest'
import { InvalidParameterError, UnknownParameterError } from '../../../lib/base/errors.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { resolveScrape } from '../../../lib/core/plan/resolve-scrape.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { parametersOf } from '../../../lib/schema/parameters.ts'

const read = (options: Record<string, unknown>) =>
  readOptions(operations.scrape, { kind: 'body', value: { url: 'https://example.com/', ...options } })

const readQuery = (pairs: [string, string][]) =>
  readOptions(operations.scrape, { kind: 'query', pairs: [['url', 'https://example.com/'], ...pairs] })

// The published parameters of the scrape operation, and the extensions.
const published = `url format js_enabled gpu_rendering capture_beyond_viewport viewport_device viewport_width viewport_height
  viewport_landscape viewport_has_touch viewport_mobile device_scale_factor block_annoyance block_ressources media_type
  vision_deficiency dark_mode reduced_motion geolocation_accuracy geolocation_latitude geolocation_longitude attachment_name
  timezone authorization user_agent cookies headers ip_location proxy bypass_csp delay timeout wait_until metadata_icon
  metadata_title metadata_fonts metadata_hash metadata_status metadata_headers cache cache_ttl async webhook_url webhook_signed`
const extensions = `response_type wait_for_selector styles scripts actions init_scripts scroll_into_view wait_for_function local_storage session_storage forced_colors prefers_contrast fail_on_failed_request fail_on_console_error fail_on_request fail_if_text fail_if_missing_text locale fail_on_status block_requests metadata_report cache_key cache_refresh external_id webhook_errors only_main_content
  include_selectors exclude_selectors`

test('the operation has the published parameters, and extensions are marked', () => {
  const parameters = [...parametersOf(operations.scrape.input).values()]
  const namesOf = (isExtension: boolean) =>
    parameters
      .filter(({ schema }) => (schema['x-extension'] === true) === isExtension)
      .map(({ name }) => name)
      .sort()
  expect(namesOf(false)).toEqual(published.split(/\s+/).sort())
  expect(namesOf(true)).toEqual(extensions.split(/\s+/).sort())
})

test('only the URL is required', () => {
  expect(read({})).toMatchObject({
    format: 'html',
    js_enabled: true,
    only_main_content: false,
    include_selectors: [],
    exclude_selectors: [],
  })
  expect(() => readOptions(operations.scrape, { kind: 'body', value: {} })).toThrow(/`url` is required/)
})

describe('refused:', () => {
  test.each([
    [{ format: 'pdf' }, InvalidParameterError],
    [{ js_enabled: 'no' }, InvalidParameterError],
    [{ js_enabled: false, scripts: 'x' }, InvalidParameterError],
    [{ js_enabled: false, wait_for_selector: 'x' }, InvalidParameterError],
    [{ js_enabled: false, wait_for_function: 'x' }, InvalidParameterError],
    [{ js_enabled: false, init_scripts: 'x' }, InvalidParameterError],
    [{ js_enabled: false, local_storage: { a: 'b' } }, InvalidParameterError],
    [{ js_enabled: false, actions: [{ action: 'wait', milliseconds: 1 }] }, InvalidParameterError],
    [{ only_main_content: true, include_selectors: ['a'] }, InvalidParameterError],
    [{ include_selectors: [''] }, InvalidParameterError],
    [{ include_selectors: ['text/x'] }, InvalidParameterError],
    [{ include_selectors: ['a'.repeat(1001)] }, InvalidParameterError],
    [{ exclude_selectors: Array(101).fill('a') }, InvalidParameterError],
    [{ exclude_selectors: ['a >>> b'] }, InvalidParameterError],
    [{ html: '<p>' }, UnknownParameterError],
    [{ click_selector: 'a' }, UnknownParameterError],
    [{ hide_selectors: ['a'] }, UnknownParameterError],
    [{ image_quality: 1 }, UnknownParameterError],
    [{ metadata_image_size: true }, UnknownParameterError],
  ])('%o', (options, errorClass) => {
    expect(() => read(options)).toThrow(errorClass)
  })
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

test('the plan has every option', () => {
  const options = read({ format: 'md', js_enabled: false, exclude_selectors: ['nav'], timeout: 5 })
  expect(resolveScrape(options, new Map(), 0)).toMatchObject({
    source: { kind: 'url', url: 'https://example.com/' },
    format: 'md',
    scriptsDisabled: true,
    onlyMainContent: false,
    includeSelectors: [],
    excludeSelectors: ['nav'],
    captureBeyondViewport: false,
    hideSelectors: [],
    timeoutMs: 5_000,
  })
})
