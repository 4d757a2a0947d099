import * as z from 'zod'
import { docs } from '../docs.ts'

export const media_type = z
  .enum(['screen', 'print'])
  .default('screen')
  .register(docs, {
    title: 'Media type',
    description: 'CSS media type that the page is rendered with.',
    examples: ['print'],
    'x-group': 'appearance',
  })

export const vision_deficiency = z
  .enum(['reduced_contrast', 'blurred_vision', 'deuteranopia', 'achromatopsia'])
  .optional()
  .register(docs, {
    title: 'Vision deficiency',
    description: 'Simulates how a person with this vision deficiency sees the page.',
    examples: ['deuteranopia'],
    'x-group': 'appearance',
  })

export const dark_mode = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Dark mode',
    description: 'Emulates a visitor who prefers a dark color scheme (`prefers-color-scheme: dark`).',
    examples: [true],
    'x-group': 'appearance',
  })

export const reduced_motion = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Reduced motion',
    description: 'Emulates a visitor who prefers reduced motion (`prefers-reduced-motion: reduce`).',
    examples: [true],
    'x-group': 'appearance',
  })

export const animations = z
  .enum(['allow', 'finish'])
  .default('allow')
  .register(docs, {
    title: 'Animations',
    description:
      'With `finish`, CSS animations, transitions and Web Animations of the page and its frames do not run: finite ones jump to their end, endless ones to their ' +
      'initial state. Animations that follow the scroll position stay. Drawings of scripts, SVG (SMIL), videos and animated images are not affected.',
    examples: ['finish'],
    'x-group': 'appearance',
    'x-extension': true,
  })

export const forced_colors = z
  .enum(['none', 'active'])
  .default('none')
  .register(docs, {
    title: 'Forced colors',
    description:
      'Emulates a visitor whose system replaces the colors of pages, such as the contrast themes of Windows (`forced-colors: active`).',
    examples: ['active'],
    'x-group': 'appearance',
    'x-extension': true,
  })

export const prefers_contrast = z
  .enum(['no-preference', 'more', 'less', 'custom'])
  .default('no-preference')
  .register(docs, {
    title: 'Contrast',
    description: 'Emulates a visitor who prefers more or less contrast (`prefers-contrast`).',
    examples: ['more'],
    'x-group': 'appearance',
    'x-extension': true,
  })

export const gpu_rendering = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'GPU rendering',
    description: 'Renders WebGL and other GPU content. Rendering is slower, so this is off by default.',
    examples: [true],
    'x-group': 'appearance',
    'x-plan': 'scale',
  })
