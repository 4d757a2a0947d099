import * as z from 'zod'
import { docs } from '../docs.ts'

const full_page = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Full page',
    description: 'Captures the whole page instead of only the viewport.',
    examples: [true],
    'x-group': 'full_page',
  })

const full_page_scroll = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Scroll first',
    description:
      'Scrolls through the page before a full-page capture, to load content that appears on scroll.',
    examples: [true],
    'x-group': 'full_page',
  })

const full_page_scroll_by_amount = z
  .int()
  .min(1)
  .optional()
  .register(docs, {
    title: 'Scroll step',
    description: 'CSS pixels per scroll step. Defaults to the height of the viewport.',
    examples: [800],
    'x-group': 'full_page',
  })

const full_page_scroll_by_duration = z
  .int()
  .min(0)
  .max(1000)
  .default(400)
  .register(docs, {
    title: 'Time per scroll step',
    description: 'Milliseconds per scroll step.',
    examples: [200],
    'x-group': 'full_page',
  })

const full_page_max_height = z
  .int()
  .min(1)
  .max(100_000)
  .optional()
  .register(docs, {
    title: 'Maximum height',
    description:
      'Maximum height of a full-page image in CSS pixels. The rest is cut off. Ignored without `full_page`.',
    examples: [10_000],
    'x-group': 'full_page',
    'x-extension': true,
  })

/** Parameters of full-page captures, in the order of the reference. */
export const fullPageShape = {
  full_page,
  full_page_scroll,
  full_page_scroll_by_amount,
  full_page_scroll_by_duration,
  full_page_max_height,
}
