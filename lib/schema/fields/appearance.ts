import * as z from 'zod'
import { fieldsOf } from '../docs.ts'

const { field, flag } = fieldsOf('appearance')

export const animations = field(z.enum(['allow', 'finish']).default('allow'), {
  title: 'Animations',
  description:
    'With `finish`, CSS animations, transitions and Web Animations of the page and its frames do not run: finite ones jump to their end, endless ones to their ' +
    'initial state. Animations that follow the scroll position stay. Drawings of scripts, SVG (SMIL), videos and animated images are not affected.',
  examples: ['finish'],
  'x-extension': true,
})

/** In the order of the reference. */
export const appearanceShape = {
  media_type: field(z.enum(['screen', 'print']).default('screen'), {
    title: 'Media type',
    description: 'CSS media type that the page is rendered with.',
    examples: ['print'],
  }),
  vision_deficiency: field(
    z.enum(['reduced_contrast', 'blurred_vision', 'deuteranopia', 'achromatopsia']).optional(),
    {
      title: 'Vision deficiency',
      description: 'Simulates how a person with this vision deficiency sees the page.',
      examples: ['deuteranopia'],
    },
  ),
  dark_mode: flag(false, {
    title: 'Dark mode',
    description: 'Emulates a visitor who prefers a dark color scheme (`prefers-color-scheme: dark`).',
  }),
  reduced_motion: flag(false, {
    title: 'Reduced motion',
    description: 'Emulates a visitor who prefers reduced motion (`prefers-reduced-motion: reduce`).',
  }),
  forced_colors: field(z.enum(['none', 'active']).default('none'), {
    title: 'Forced colors',
    description:
      'Emulates a visitor whose system replaces the colors of pages, such as the contrast themes of Windows (`forced-colors: active`).',
    examples: ['active'],
    'x-extension': true,
  }),
  prefers_contrast: field(z.enum(['no-preference', 'more', 'less', 'custom']).default('no-preference'), {
    title: 'Contrast',
    description: 'Emulates a visitor who prefers more or less contrast (`prefers-contrast`).',
    examples: ['more'],
    'x-extension': true,
  }),
  gpu_rendering: flag(false, {
    title: 'GPU rendering',
    description: 'Renders WebGL and other GPU content. Rendering is slower, so this is off by default.',
    'x-plan': 'scale',
  }),
}
