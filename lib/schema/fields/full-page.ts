import * as z from 'zod'
import { fieldsOf } from '../docs.ts'

const { field, flag } = fieldsOf('full_page')

/** In the order of the reference. */
export const fullPageShape = {
  full_page: flag(false, {
    title: 'Full page',
    description: 'Captures the whole page instead of only the viewport.',
  }),
  full_page_scroll: flag(false, {
    title: 'Scroll first',
    description:
      'Scrolls through the page before a full-page capture, to load content that appears on scroll.',
  }),
  full_page_scroll_by_amount: field(z.int().min(1).optional(), {
    title: 'Scroll step',
    description: 'CSS pixels per scroll step. Defaults to the height of the viewport.',
    examples: [800],
  }),
  full_page_scroll_by_duration: field(z.int().min(0).max(1000).default(400), {
    title: 'Time per scroll step',
    description: 'Milliseconds per scroll step.',
    examples: [200],
  }),
  full_page_max_height: field(z.int().min(1).max(100_000).optional(), {
    title: 'Maximum height',
    description:
      'Maximum height of a full-page image in CSS pixels. The rest is cut off. Ignored without `full_page`.',
    examples: [10_000],
    'x-extension': true,
  }),
}
