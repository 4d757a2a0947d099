import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { fromBody } from '../../support/render/read-screenshot.ts'

const page = { url: 'https://example.com/' }
const clip = { clip_x: 0, clip_y: 0, clip_width: 10, clip_height: 10 }

describe('rules between parameters', () => {
  test.each([
    ['screenshot', 'timeout', 300],
    ['screencast', 'timeout', 300],
    ['screencast', 'duration', 120],
  ] as const)('a %s has a longer %s only in the background', (operation, name, secondsMax) => {
    const read = (options: Record<string, unknown>) =>
      readOptions(operations[operation], { kind: 'body', value: { ...page, ...options } })
    expect(read({ [name]: 30 })).toMatchObject({ [name]: 30 })
    expect(read({ [name]: secondsMax, async: true })).toMatchObject({ [name]: secondsMax })
    expect(() => read({ [name]: 30.5 })).toThrow(
      `\`${name}\` is 30.5. It must be at most 30, or at most ${secondsMax} with \`async=true\`.`,
    )
    expect(() => read({ [name]: secondsMax + 1, async: true })).toThrow(
      `\`${name}\` is ${secondsMax + 1}. It must be a number from 1 to ${secondsMax}.`,
    )
  })

  test.each([
    ['url and html', { html: 'x' }, /Send either `url` or `html`, not both/],
    [
      'a fit without bounds',
      { image_fit: 'cover' },
      /is cover, which requires `image_width` or `image_height`\.$/,
    ],
    [
      'part of a clip',
      { clip_x: 1, clip_width: 5 },
      /^`clip_y`, `clip_height` are missing\. The four .* together\.$/,
    ],
    [
      'selector with full_page',
      { selector: 'a', full_page: true },
      /^`selector` cannot be .* `full_page`\.$/,
    ],
    ['selector with a clip', { selector: 'a', ...clip }, /`selector` cannot be combined with `clip_\*`/],
    ['latitude alone', { geolocation_latitude: 1 }, /`geolocation_longitude` must be given together/],
    ['accuracy alone', { geolocation_accuracy: 1 }, /requires `geolocation_latitude` and/],
    ['none with ads', { block_annoyance: ['none', 'ads'] }, /`none` must be the only value/],
    ['proxy and ip_location', { proxy: 'http://a.test:1', ip_location: 'de' }, /`proxy` cannot be combined/],
  ])('%s is refused', (_, options, message) => {
    expect(() => fromBody({ ...page, ...options })).toThrow(message)
  })

  test.each([
    ['a whole clip', clip],
    ['a clip of a full page', { ...clip, full_page: true }],
    ['a position', { geolocation_latitude: 1, geolocation_longitude: 2, geolocation_accuracy: 3 }],
    ['none alone', { block_annoyance: 'none' }],
    ['a quality that the format ignores', { format: 'png', image_quality: 50 }],
    ['a fit with one side', { image_width: 100, image_fit: 'pad' }],
    ['a position and a color that the fit ignores', { image_position: 'top', image_padding_color: '#123' }],
    ['transparency that jpeg ignores', { omit_background: true }],
    ['scrolling without full_page', { full_page_scroll: true, full_page_scroll_by_amount: 5 }],
    ['a cache key without the cache', { cache_key: 'a', cache_refresh: true, cache_ttl: 5 }],
    ['an id of a synchronous request', { external_id: 'a', webhook_signed: false, webhook_errors: true }],
  ])('%s is accepted', (_, options) => {
    expect(() => fromBody({ ...page, ...options })).not.toThrow()
  })

  test('neither url nor html is refused', () => {
    expect(() => fromBody({})).toThrow('Either `url` or `html` is required.')
  })

  test('a rule is not applied to an invalid parameter', () => {
    expect(() => fromBody({ ...page, omit_background: true, format: 'bmp' })).toThrow(/^`format` .*avif\.$/)
  })
})

describe('an image of fixed size has at most 100 million pixels', () => {
  test.each([
    ['a viewport', { viewport_width: 5000, viewport_height: 5000, device_scale_factor: 2 }],
    ['a clip', { clip_x: 0, clip_y: 0, clip_width: 10_000, clip_height: 10_000 }],
  ])('%s of exactly that many is accepted', (_, options) => {
    expect(() => fromBody({ ...page, ...options })).not.toThrow()
  })

  test.each([
    ['viewport', { viewport_device: 'iphone_13', viewport_width: 7680, viewport_height: 7680 }, 530_841_600],
    ['region', { ...clip, clip_width: 10_000, clip_height: 10_001 }, 100_010_000],
    ['region', { ...clip, clip_width: 4000, clip_height: 4000, viewport_device: 'iphone_13' }, 144_000_000],
  ])('a %s of more is refused: %j', (what, options, pixels) => {
    expect(() => fromBody({ ...page, ...options })).toThrow(`The ${what} makes an image of ${pixels} pixels`)
  })
})

describe('a video from the first paint on', () => {
  const read = (options: object) =>
    readOptions(operations.screencast, { kind: 'body', value: { ...page, ...options } })

  test.each([
    [{ wait_until: ['load'] }, /^`wait_until` cannot be combined with `record_from=load`\. .*`delay`/],
    [{ wait_for_selector: 'a' }, /^`wait_for_selector` cannot/],
    [{ wait_for_function: 'true' }, /^`wait_for_function` cannot/],
    [{ scripts: '1' }, /^`scripts` cannot .*`init_scripts`/],
  ])('cannot be combined with %j, which requires a page that is ready', (options, message) => {
    expect(() => read({ ...options, record_from: 'load' })).toThrow(message)
    expect(read({ ...options, record_from: 'ready' })).toMatchObject({ record_from: 'ready' })
  })

  test('can have a delay, styles, actions and a scroll scenario', () => {
    const styled = { styles: 'p{}', hide_selectors: ['p'], init_scripts: '1', delay: 1, timeout: 5 }
    const actions = [{ action: 'wait', milliseconds: 5 }]
    for (const options of [styled, { actions }, { scenario: 'scroll' }])
      expect(read({ ...options, record_from: 'load' })).toMatchObject({ record_from: 'load' })
  })
})
