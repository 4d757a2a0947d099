import * as z from 'zod'
import { docs } from '../docs.ts'

export const media_type = z
  .enum(['screen', 'print'])
  .default('screen')
  .register(docs, {
    title: 'Media type',
    description: 'CSS media type that the page is shown in.',
    examples: ['print'],
    'x-group': 'appearance',
  })

export const vision_deficiency = z
  .enum(['reduced_contrast', 'blurred_vision', 'deuteranopia', 'achromatopsia'])
  .optional()
  .register(docs, {
    title: 'Vision deficiency',
    description: 'Shows the page as somebody with this vision deficiency sees it.',
    examples: ['deuteranopia'],
    'x-group': 'appearance',
  })

export const dark_mode = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Dark mode',
    description: 'The page is told that the visitor prefers a dark colour scheme.',
    examples: [true],
    'x-group': 'appearance',
  })

export const reduced_motion = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Reduced motion',
    description: 'The page is told that the visitor prefers reduced motion.',
    examples: [true],
    'x-group': 'appearance',
  })

export const gpu_rendering = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'GPU rendering',
    description: 'Draws WebGL and other GPU content. Slower, so it is off by default.',
    examples: [true],
    'x-group': 'appearance',
    'x-plan': 'scale',
  })
