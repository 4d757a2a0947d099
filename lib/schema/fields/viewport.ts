import * as z from 'zod'
import type { Rule } from '../check.ts'
import { deviceIds, findDevice } from '../devices.ts'
import { fieldsOf } from '../docs.ts'

const { field, flag } = fieldsOf('viewport')

const side = z.int().min(1).max(7680).optional()

/** In the order of the reference. */
export const viewportShape = {
  viewport_device: field(z.enum(deviceIds).optional(), {
    title: 'Device',
    description:
      'Emulates a device: its viewport, scale factor, touch and user agent. ' +
      'Explicit `viewport_*`, `device_scale_factor` and `user_agent` override the device.',
    examples: ['iphone_13_pro_max', 'galaxy_s9plus'],
    'x-values': 'an id of `GET /v1/devices`',
  }),
  viewport_width: field(side, {
    title: 'Width',
    description: 'Width of the viewport in CSS pixels.',
    examples: [1280],
    default: 1280,
  }),
  viewport_height: field(side, {
    title: 'Height',
    description: 'Height of the viewport in CSS pixels.',
    examples: [1080],
    default: 1080,
  }),
  viewport_landscape: field(z.boolean().optional(), {
    title: 'Landscape',
    description:
      'Landscape orientation. `true` swaps width and height if the viewport would be taller than wide, even if they are explicit. ' +
      '`false` rotates a landscape `viewport_device` to portrait and leaves other viewports unchanged.',
    examples: [true],
  }),
  viewport_has_touch: field(z.boolean().optional(), {
    title: 'Touch',
    description:
      'Emulates a touch screen: `hover: none` and `pointer: coarse` match. Otherwise, `hover: hover` and `pointer: fine` match.',
    examples: [true],
  }),
  viewport_mobile: field(z.boolean().optional(), {
    title: 'Mobile',
    description: "Emulates a mobile device, which applies the page's viewport meta tag.",
    examples: [true],
  }),
  device_scale_factor: field(z.number().min(0.1).max(5).optional(), {
    title: 'Scale factor',
    description: 'Device pixels per CSS pixel. Use 2 for high-density (retina) images.',
    examples: [2],
    default: 1,
  }),
  capture_beyond_viewport: flag(false, {
    title: 'Beyond the viewport',
    description: 'Captures content beyond the viewport.',
  }),
}

type ViewportOptions = Partial<z.output<z.ZodObject<typeof viewportShape>>>

/** The default viewport, and what the documentation of the parameters names. */
const desktop = {
  width: 1280,
  height: 1080,
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
  isLandscape: false,
}

/** Returns the viewport of a render: that of the device, overridden by explicit options. Rotating swaps the device's own sides. */
export const viewportOf = (options: ViewportOptions) => {
  const base = findDevice(options.viewport_device)?.viewport ?? desktop
  const isLandscape = options.viewport_landscape ?? base.isLandscape
  return {
    ...sidesOf(options, base),
    deviceScaleFactor: options.device_scale_factor ?? base.deviceScaleFactor,
    isMobile: options.viewport_mobile ?? base.isMobile,
    hasTouch: options.viewport_has_touch ?? base.hasTouch,
    isLandscape,
  }
}

const sidesOf = (options: ViewportOptions, base: typeof desktop) => {
  const { viewport_landscape: isLandscape = base.isLandscape } = options
  const isTurned = options.viewport_device !== undefined && isLandscape !== base.isLandscape
  const width = options.viewport_width ?? (isTurned ? base.height : base.width)
  const height = options.viewport_height ?? (isTurned ? base.width : base.height)
  const isSwapped = options.viewport_landscape === true && height > width
  return isSwapped ? { width: height, height: width } : { width, height }
}

/** Maximum pixels of one image in every format. */
export const imagePixelsMax = 100_000_000

/** Returns what is wrong with an image of this many CSS pixels, or undefined. */
export const tooManyPixels = (
  subject: 'The viewport' | 'The region',
  width: number,
  height: number,
  scale: number,
): string | undefined => {
  const pixels = Math.ceil(width * scale) * Math.ceil(height * scale)
  return pixels > imagePixelsMax
    ? `${subject} makes an image of ${pixels} pixels at scale factor ${scale}. An image must have at most ${imagePixelsMax} pixels (${imagePixelsMax / 1e6} million).`
    : undefined
}

export const viewportPixels: Rule<ViewportOptions> = {
  parameters: [
    'viewport_width',
    'viewport_height',
    'device_scale_factor',
    'viewport_device',
    'viewport_landscape',
  ],
  problemOf: (options) => {
    const { width, height, deviceScaleFactor } = viewportOf(options)
    return tooManyPixels('The viewport', width, height, deviceScaleFactor)
  },
}
