import { expect, test } from 'vitest'
import { fitForModels } from '../../../lib/mcp/tools/fit-for-models.ts'

const fitted = { image_width: 1568, image_height: 1568 }

test.each([
  ['the default viewport', {}, {}],
  ['a viewport of exactly the largest side', { viewport_width: 1568, viewport_height: 100 }, {}],
  ['a wider viewport', { viewport_width: 1569 }, fitted],
  ['a taller viewport', { viewport_height: 2000 }, fitted],
  ['a small viewport with many pixels', { viewport_width: 800, device_scale_factor: 2 }, fitted],
  ['a phone with three pixels per CSS pixel', { viewport_device: 'iphone_13_pro_max' }, fitted],
  ['a full page', { full_page: true }, fitted],
  ['no full page', { full_page: false }, {}],
  ['an element', { selector: '#price' }, fitted],
  ['a size that the caller has set', { full_page: true, image_width: 4000 }, {}],
  ['a viewport that the API will refuse', { viewport_width: 'wide' }, fitted],
])('the image of %s is scaled only if it may be too large for models', (_name, options, expected) => {
  expect(fitForModels(options)).toEqual(expected)
})
