import * as z from 'zod'
import { color, colorValues } from '../color.ts'
import { fieldsOf } from '../docs.ts'
import { selectorText } from '../selector-text.ts'
import { actions } from './actions.ts'
import { js_enabled } from './scripting.ts'

const { field } = fieldsOf('interaction')

/** Parameters of the operations with visual output, in the order of the reference. */
export const touchShape = {
  hide_selectors: field(z.array(selectorText).max(100).default([]), {
    title: 'Hide',
    description: 'CSS selectors of elements to hide, separated by commas, also inside open shadow roots.',
    examples: [['.chat-widget', '#newsletter']],
    'x-separator': 'selector',
  }),
  mask_selectors: field(z.array(selectorText).max(100).default([]), {
    title: 'Mask',
    description:
      'CSS selectors of elements to cover with a solid color, separated by commas, also inside open shadow roots and frames. Nothing of them is visible, wherever they move.',
    examples: [['.price', '#avatar']],
    'x-separator': 'selector',
    'x-extension': true,
  }),
  mask_color: field(color.default('ff00ff'), {
    title: 'Mask color',
    description:
      'Color that covers the elements of `mask_selectors`. Encode `#` as `%23` in a query string, or leave it out.',
    examples: ['000000'],
    'x-values': colorValues,
    'x-extension': true,
  }),
  click_selector: field(selectorText.optional(), {
    title: 'Click',
    description:
      'CSS selector of an element to click before rendering. The service waits for up to 5 seconds until it appears.',
    examples: ['#accept'],
  }),
}

const injected = z.string().min(1).max(500_000).optional()

/** Parameters that change the page, in the order of the reference. */
export const changeShape = {
  styles: field(injected, {
    title: 'Styles',
    description: 'CSS to add to the page.',
    examples: ['body { background: white }'],
    'x-extension': true,
    'x-private': true,
  }),
  scripts: field(injected, {
    title: 'Scripts',
    description: 'JavaScript to run in the page before rendering.',
    examples: ["document.querySelector('details').open = true"],
    'x-extension': true,
    'x-private': true,
  }),
  actions,
  init_scripts: field(injected, {
    title: 'Scripts at the start',
    description:
      "JavaScript to run in every frame of the page before the page's own scripts, at every navigation, in the page's own world.",
    examples: ["Object.defineProperty(navigator, 'webdriver', { get: () => false })"],
    'x-extension': true,
    'x-private': true,
  }),
  js_enabled,
  scroll_into_view: field(selectorText.optional(), {
    title: 'Scroll into view',
    description: 'CSS selector of an element to scroll to the middle of the viewport before rendering.',
    examples: ['#reviews'],
    'x-extension': true,
  }),
}
