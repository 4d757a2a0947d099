import * as z from 'zod'
import type { Rule } from '../check.ts'
import { fieldsOf } from '../docs.ts'
import { selectorText } from '../selector-text.ts'
import { isGiven, needsScripts } from './scripting.ts'

const { field, flag } = fieldsOf('content')

export const js_enabled = flag(true, {
  title: 'Scripts of the page',
  description:
    "If false, the page's scripts do not run and `html` returns the decoded document as its server sent it.",
})

const selectors = z.array(selectorText).max(100).default([])

/** In the order of the reference. */
export const contentShape = {
  format: field(z.enum(['html', 'md']).default('html'), {
    title: 'Format',
    description:
      '`html` returns the document. `md` returns the text that a visitor can read, as Markdown with tables.',
    examples: ['md'],
  }),
  only_main_content: flag(false, {
    title: 'Main content',
    description:
      'Returns only the main article, without navigation, sidebars and footers. If the page has no article, returns all of its content. Cannot be combined with `include_selectors`.',
    'x-extension': true,
  }),
  include_selectors: field(selectors, {
    title: 'Include',
    description:
      'CSS selectors of the elements to return, separated by commas. Elements are returned in document order.',
    examples: [['article', '#price']],
    'x-separator': 'selector',
    'x-extension': true,
  }),
  exclude_selectors: field(selectors, {
    title: 'Exclude',
    description: 'CSS selectors of the elements to exclude, separated by commas.',
    examples: [['nav', '.comments']],
    'x-separator': 'selector',
    'x-extension': true,
  }),
}

export const oneSelection: Rule<{ only_main_content: boolean; include_selectors: readonly string[] }> = {
  parameters: ['only_main_content', 'include_selectors'],
  problemOf: (options) =>
    options.only_main_content && options.include_selectors.length > 0
      ? '`only_main_content` cannot be combined with `include_selectors`.'
      : undefined,
}

/** Parameters of a scrape that need the page to change, which it does not without scripts. */
const changing = ['wait_for_selector', 'actions', 'scroll_into_view'] as const

type ChangeOptions = { js_enabled: boolean } & Partial<Record<(typeof changing)[number], unknown>>

export const nothingChanges: Rule<ChangeOptions> = {
  parameters: ['js_enabled', ...changing],
  problemOf: (options) => {
    const used = options.js_enabled ? undefined : changing.find((name) => isGiven(options[name]))
    return used && needsScripts(used)
  },
}
