import * as z from 'zod'
import { rejectIf } from '../check.ts'
import { described, fieldsOf } from '../docs.ts'
import { keyNames, parseKeys } from '../keys.ts'
import { selectorText } from '../selector-text.ts'

const { field } = fieldsOf('interaction')

const kind = <Name extends string>(name: Name) => described(z.literal(name), 'The kind of action.')

const target = described(
  selectorText,
  'CSS selector of the element, also inside open shadow roots and frames of the same origin.',
)

const expressionText = z.string().min(1).max(10_000)

const keys = described(
  z
    .string()
    .max(50)
    .check(
      rejectIf((text) =>
        parseKeys(text)
          ? undefined
          : `must be a character of a US keyboard or one of ${keyNames.join(', ')}, with modifiers such as Control+ or ShiftRight+ before it`,
      ),
    ),
  'A character of a US keyboard or the name of a key. Modifiers come first: `Control+A`. `Shift+3` types `#`.',
  'a character or the name of a key, such as Enter, ArrowDown or Control+A',
)

/** Returns a check that an object has exactly one of these members. */
const oneOf = (...names: readonly [string, ...string[]]) =>
  rejectIf<Record<string, unknown>>((value) => {
    const given = names.filter((name) => value[name] !== undefined)
    const listed = names.map((name) => `\`${name}\``).join(', ')
    return given.length === 1 ? undefined : `must have exactly one of ${listed}`
  })

const pixels = z.int().min(-1_000_000).max(1_000_000)

const scroll = z
  .strictObject({
    action: kind('scroll'),
    to: described(
      z.union([pixels.min(0), z.enum(['end'])]),
      'Pixels from the top of the page, or of its inner scrolling area. `end` scrolls there by one screen at a time, so that content that appears on scroll is loaded.',
      'an integer from 0 to 1000000, or end',
    ).optional(),
    by: described(pixels, 'Pixels to scroll down. A negative number scrolls up.').optional(),
    selector: described(selectorText, 'CSS selector of an element to scroll into view.').optional(),
  })
  .check(oneOf('to', 'by', 'selector'))

const wait = z
  .strictObject({
    action: kind('wait'),
    milliseconds: described(z.int().min(0).max(30_000), 'A fixed time.').optional(),
    selector: described(
      selectorText,
      'CSS selector of an element that must become visible, or hidden.',
    ).optional(),
    state: described(
      z.enum(['visible', 'hidden']),
      'For `selector`. The default is `visible`. An element that does not exist is hidden.',
    ).optional(),
    expression: described(expressionText, 'JavaScript expression that must become true.').optional(),
    network: described(z.enum(['idle']), '`idle`: no requests for 500 ms.').optional(),
  })
  .check(oneOf('milliseconds', 'selector', 'expression', 'network'))
  .check(
    rejectIf(({ selector, state }) =>
      state !== undefined && selector === undefined
        ? 'must have `state` only together with `selector`'
        : undefined,
    ),
  )

const action = z.discriminatedUnion('action', [
  described(z.strictObject({ action: kind('click'), selector: target }), 'clicks an element.'),
  described(z.strictObject({ action: kind('double_click'), selector: target }), 'clicks an element twice.'),
  described(z.strictObject({ action: kind('hover'), selector: target }), 'moves the mouse over an element.'),
  described(
    z.strictObject({
      action: kind('type'),
      selector: target,
      text: described(
        z.string().min(1).max(5000),
        'Typed key by key after what the field contains. A line break presses Enter.',
      ),
    }),
    'clicks a field and types a text into it.',
  ),
  described(
    z.strictObject({
      action: kind('press'),
      key: keys,
      selector: described(selectorText, 'CSS selector of an element that gets the focus first.').optional(),
    }),
    'presses a key.',
  ),
  described(
    z.strictObject({
      action: kind('select'),
      selector: target,
      value: described(z.string().max(1000), 'Value or text of the option.'),
    }),
    'selects an option of a `select` element.',
  ),
  described(
    z.strictObject({
      action: kind('check'),
      selector: target,
      checked: described(z.boolean().default(true), 'False clears it.'),
    }),
    'checks or clears a checkbox, a radio button or a switch.',
  ),
  described(scroll, 'scrolls the page. Requires exactly one of `to`, `by` and `selector`.'),
  described(wait, 'waits. Requires exactly one of `milliseconds`, `selector`, `expression` and `network`.'),
  described(
    z.strictObject({
      action: kind('evaluate'),
      script: described(z.string().min(1).max(100_000), 'JavaScript, which may use `await`.'),
    }),
    'runs JavaScript in the page.',
  ),
])

export type Action = z.output<typeof action>

export const actions = field(z.array(action).max(50).default([]), {
  title: 'Actions',
  description:
    'Actions in the page, in order, after `wait_until` and `wait_for_selector` and before `delay`. They use the mouse and the keyboard as a visitor does. Each waits for its element for up to 5 seconds, and all of them end within `timeout`. An action that fails returns 400 with its index. In a video, they are shown.',
  examples: [
    [
      { action: 'click', selector: '#login' },
      { action: 'type', selector: 'input[name=user]', text: 'jane' },
      { action: 'press', key: 'Enter', selector: 'input[name=user]' },
      { action: 'wait', selector: '.spinner', state: 'hidden' },
    ],
    [
      { action: 'hover', selector: 'nav .products' },
      { action: 'double_click', selector: '#map' },
      { action: 'select', selector: '#country', value: 'Germany' },
      { action: 'check', selector: '#terms', checked: true },
      { action: 'scroll', to: 600 },
      { action: 'scroll', by: -200 },
      { action: 'scroll', selector: '#reviews' },
      { action: 'wait', milliseconds: 500 },
      { action: 'wait', expression: 'window.chartReady === true' },
      { action: 'wait', network: 'idle' },
      { action: 'evaluate', script: "document.querySelector('#chat')?.remove()" },
    ],
  ],
  'x-extension': true,
  'x-private': true,
})
