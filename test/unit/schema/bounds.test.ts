import { describe, expect, test } from 'vitest'
import { InvalidParameterError } from '../../../lib/base/errors.ts'
import { fromBody, fromQuery } from '../../support/render/read-screenshot.ts'
import { companions } from '../../support/service/companions.ts'

const page = { url: 'https://example.com/' }
const refused = (options: Record<string, unknown>) =>
  expect(() => fromBody({ ...page, ...options })).toThrow(InvalidParameterError)
const accepted = (options: Record<string, unknown>) =>
  expect(fromBody({ ...page, ...options })).toMatchObject(options)

const whole = 1
const fraction = 0.001

describe('numbers', () => {
  test.each([
    ['image_quality', 1, 100, whole],
    ['image_width', 1, 7680, whole],
    ['image_height', 1, 7680, whole],
    ['full_page_scroll_by_amount', 1, undefined, whole],
    ['full_page_scroll_by_duration', 0, 1000, whole],
    ['full_page_max_height', 1, 100_000, whole],
    ['viewport_width', 1, 7680, whole],
    ['viewport_height', 1, 7680, whole],
    ['device_scale_factor', 0.1, 5, fraction],
    ['clip_x', 0, undefined, whole],
    ['clip_y', 0, undefined, whole],
    ['clip_width', 1, 100_000_000, whole],
    ['clip_height', 1, 100_000_000, whole],
    ['geolocation_accuracy', 0, 1000, fraction],
    ['geolocation_latitude', -90, 90, fraction],
    ['geolocation_longitude', -180, 180, fraction],
    ['delay', 0, 30, fraction],
    ['timeout', 1, 30, fraction],
    ['cache_ttl', 1, 2_592_000, whole],
  ] as const)('%s takes %s to %s and nothing beyond', (name, minimum, maximum, step) => {
    const at = (value: unknown) => ({ ...companions[name], [name]: value })
    accepted(at(minimum))
    refused(at(minimum - step))
    if (maximum !== undefined) {
      accepted(at(maximum))
      refused(at(maximum + step))
    }
    for (const nonsense of ['abc', '', true, [], {}, Number.NaN]) refused(at(nonsense))
    if (step === whole) refused(at(minimum + 0.5))
    else accepted(at(minimum + step))
  })
})

describe('enumerated values', () => {
  test.each([
    ['format', ['jpeg', 'jpg', 'png', 'webp', 'gif', 'avif']],
    ['response_type', ['file', 'json']],
    ['image_fit', ['contain', 'cover', 'fill', 'pad']],
    ['image_position', 'center,top,right,bottom,left,top_left,top_right,bottom_left,bottom_right'.split(',')],
    ['media_type', ['screen', 'print']],
    ['forced_colors', ['none', 'active']],
    ['animations', ['allow', 'finish']],
    ['prefers_contrast', ['no-preference', 'more', 'less', 'custom']],
    ['vision_deficiency', ['reduced_contrast', 'blurred_vision', 'deuteranopia', 'achromatopsia']],
    ['ip_location', 'us,cn,eu,ca,mx,gb,de,fr,ch,in,jp,kr,ru,br,au'.split(',')],
    ['viewport_device', ['iphone_13_pro_max', 'iphone_13_pro_max_landscape', 'galaxy_s9plus']],
  ])('%s accepts its values and nothing else', (name, values) => {
    for (const value of values) accepted({ ...companions[name], [name]: value })
    for (const nonsense of ['', 'zzz', ` ${values[0]}`, 1, [values[0]]])
      refused({ ...companions[name], [name]: nonsense })
  })

  test.each([
    ['block_annoyance', ['cookies_banner', 'ads', 'tracking']],
    [
      'block_ressources',
      'document,stylesheet,image,media,font,script,texttrack,xhr,fetch,eventsource,websocket,manifest,other'.split(
        ',',
      ),
    ],
    ['wait_until', ['load', 'domcontentloaded', 'networkidle0', 'networkidle2']],
  ])('%s accepts its values, alone and together, and nothing else', (name, values) => {
    for (const value of values) accepted({ [name]: [value] })
    accepted({ [name]: values })
    for (const nonsense of ['zzz', 1, null]) refused({ [name]: [nonsense] })
    refused({ [name]: [...values, 'zzz'] })
  })

  test.each(['wait_until', 'block_annoyance'])('%s is not empty', (name) => refused({ [name]: [] }))
})

const switches = [
  ...[
    'omit_background',
    'full_page',
    'full_page_scroll',
    'gpu_rendering',
    'capture_beyond_viewport',
    'dark_mode',
  ],
  ...[
    'viewport_landscape',
    'viewport_has_touch',
    'viewport_mobile',
    'reduced_motion',
    'bypass_csp',
    'webhook_signed',
  ],
  ...[
    'metadata_image_size',
    'metadata_icon',
    'metadata_title',
    'metadata_fonts',
    'metadata_hash',
    'metadata_status',
  ],
  ...['metadata_headers', 'metadata_report'],
]

test.each(switches)('%s is a boolean', (name) => {
  accepted({ format: 'png', [name]: true })
  accepted({ format: 'png', [name]: false })
  for (const nonsense of ['yes', '', 2, []]) refused({ format: 'png', [name]: nonsense })
})

test('an absent parameter has its documented default', () => {
  expect(fromQuery('html=x')).toEqual({
    html: 'x',
    actions: [],
    fail_on_request: [],
    fail_on_failed_request: false,
    fail_on_console_error: false,
    js_enabled: true,
    fail_if_blank: false,
    format: 'jpeg',
    image_quality: 80,
    image_fit: 'contain',
    image_position: 'center',
    image_padding_color: 'ffffff',
    omit_background: false,
    full_page: false,
    full_page_scroll: false,
    full_page_scroll_by_duration: 400,
    hide_selectors: [],
    mask_selectors: [],
    mask_color: 'ff00ff',
    animations: 'allow',
    capture_beyond_viewport: false,
    block_annoyance: ['cookies_banner'],
    block_ressources: [],
    block_requests: [],
    media_type: 'screen',
    dark_mode: false,
    reduced_motion: false,
    forced_colors: 'none',
    prefers_contrast: 'no-preference',
    stable: false,
    gpu_rendering: false,
    cookies: [],
    headers: [],
    bypass_csp: false,
    wait_until: ['domcontentloaded'],
    delay: 0,
    timeout: 30,
    fail_on_status: [],
    metadata_image_size: false,
    metadata_icon: false,
    metadata_title: false,
    metadata_fonts: false,
    metadata_hash: false,
    metadata_status: false,
    metadata_headers: false,
    metadata_report: false,
    response_type: 'file',
    cache: false,
    cache_ttl: 604_800,
    cache_refresh: false,
    async: false,
    webhook_signed: true,
    webhook_errors: false,
  })
})
