import * as z from 'zod'
import { color, colorValues } from '../color.ts'
import { docs } from '../docs.ts'
import { selectorText } from '../selector-text.ts'

export const hide_selectors = z
  .array(selectorText)
  .max(100)
  .default([])
  .register(docs, {
    title: 'Hide',
    description: 'CSS selectors of elements to hide, separated by commas, also inside open shadow roots.',
    examples: [['.chat-widget', '#newsletter']],
    'x-group': 'interaction',
    'x-separator': 'selector',
  })

export const mask_selectors = z
  .array(selectorText)
  .max(100)
  .default([])
  .register(docs, {
    title: 'Mask',
    description:
      'CSS selectors of elements to cover with a solid color, separated by commas, also inside open shadow roots and frames. Nothing of them is visible, wherever they move.',
    examples: [['.price', '#avatar']],
    'x-group': 'interaction',
    'x-separator': 'selector',
    'x-extension': true,
  })

export const mask_color = color
  .clone()
  .default('ff00ff')
  .register(docs, {
    title: 'Mask color',
    description:
      'Color that covers the elements of `mask_selectors`. Encode `#` as `%23` in a query string, or leave it out.',
    examples: ['000000'],
    'x-values': colorValues,
    'x-group': 'interaction',
    'x-extension': true,
  })

export const click_selector = selectorText.optional().register(docs, {
  title: 'Click',
  description: 'CSS selector of an element to click before rendering.',
  examples: ['#accept'],
  'x-group': 'interaction',
})

const injected = z.string().min(1).max(500_000).optional()

export const scroll_into_view = selectorText.optional().register(docs, {
  title: 'Scroll into view',
  description: 'CSS selector of an element to scroll to the middle of the viewport before rendering.',
  examples: ['#reviews'],
  'x-group': 'interaction',
  'x-extension': true,
})

export const styles = injected.clone().register(docs, {
  title: 'Styles',
  description: 'CSS to add to the page.',
  examples: ['body { background: white }'],
  'x-group': 'interaction',
  'x-extension': true,
  'x-private': true,
})

export const scripts = injected.clone().register(docs, {
  title: 'Scripts',
  description: 'JavaScript to run in the page before rendering.',
  examples: ["document.querySelector('details').open = true"],
  'x-group': 'interaction',
  'x-extension': true,
  'x-private': true,
})

export const init_scripts = injected.clone().register(docs, {
  title: 'Scripts at the start',
  description:
    "JavaScript to run in every frame of the page before the page's own scripts, at every navigation, in the page's own world.",
  examples: ["Object.defineProperty(navigator, 'webdriver', { get: () => false })"],
  'x-group': 'interaction',
  'x-extension': true,
  'x-private': true,
})
