import * as z from 'zod'
import type { Rule } from '../check.ts'
import { fieldsOf } from '../docs.ts'
import { selectorText } from '../selector-text.ts'
import { tooManyPixels, viewportOf } from './viewport.ts'

const { field } = fieldsOf('clip')

const position = z.int().min(0).optional()
const size = z.int().min(1).optional()
const together = 'Requires all four `clip_*` parameters.'

/** In the order of the reference. */
export const clipShape = {
  clip_x: field(position, {
    title: 'Left',
    description: `X of the top-left corner of the region in CSS pixels. ${together}`,
    examples: [0],
  }),
  clip_y: field(position, {
    title: 'Top',
    description: `Y of the top-left corner of the region in CSS pixels. ${together}`,
    examples: [0],
  }),
  clip_width: field(size, {
    title: 'Width',
    description: `Width of the region in CSS pixels. ${together}`,
    examples: [400],
  }),
  clip_height: field(size, {
    title: 'Height',
    description: `Height of the region in CSS pixels. ${together}`,
    examples: [300],
  }),
}

export const selector = field(selectorText.optional(), {
  title: 'Element',
  description:
    'CSS selector of the element to capture, also inside open shadow roots. Only the first match is captured. The service waits for up to 5 seconds until it appears. Cannot be combined with `full_page` or `clip_*`.',
  examples: ['#price-table'],
  'x-extension': true,
})

const clipNames = ['clip_x', 'clip_y', 'clip_width', 'clip_height'] as const
type ClipOptions = z.output<z.ZodObject<typeof clipShape>>

export const clipTogether: Rule<ClipOptions> = {
  parameters: clipNames,
  problemOf: (options) => {
    const missing = clipNames.filter((name) => options[name] === undefined)
    if (missing.length === 0 || missing.length === clipNames.length) return undefined
    const names = missing.map((name) => `\`${name}\``).join(', ')
    return `${names} ${missing.length === 1 ? 'is' : 'are'} missing. The four \`clip_*\` parameters must be given together.`
  },
}

export const clipPixels: Rule<ClipOptions & Parameters<typeof viewportOf>[0]> = {
  parameters: ['clip_width', 'clip_height', 'device_scale_factor', 'viewport_device'],
  problemOf: (options) =>
    tooManyPixels(
      'The region',
      options.clip_width ?? 0,
      options.clip_height ?? 0,
      viewportOf(options).deviceScaleFactor,
    ),
}

interface RegionOptions extends ClipOptions {
  selector?: string | undefined
  full_page: boolean
}

export const oneRegion: Rule<RegionOptions> = {
  parameters: ['selector', 'full_page', ...clipNames],
  problemOf: (options) => {
    if (options.selector === undefined) return undefined
    if (options.full_page) return '`selector` cannot be combined with `full_page`.'
    return clipNames.some((name) => options[name] !== undefined)
      ? '`selector` cannot be combined with `clip_*`.'
      : undefined
  },
}
