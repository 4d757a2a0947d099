import * as z from 'zod'
import type { Rule } from '../check.ts'
import { docs } from '../docs.ts'
import { selectorText } from '../selector-text.ts'
import { isGiven, needsScripts } from './scripting.ts'

export const format = z
  .enum(['html', 'md'])
  .default('html')
  .register(docs, {
    title: 'Format',
    description:
      '`html` returns the document. `md` returns the text that a visitor can read, as Markdown with tables.',
    examples: ['md'],
    'x-group': 'content',
  })

export const js_enabled = z
  .boolean()
  .default(true)
  .register(docs, {
    title: 'Scripts of the page',
    description:
      "If false, the page's scripts do not run and `html` returns the decoded document as its server sent it.",
    examples: [false],
    'x-group': 'content',
  })

export const only_main_content = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Main content',
    description:
      'Returns only the main article, without navigation, sidebars and footers. If the page has no article, returns all of its content. Cannot be combined with `include_selectors`.',
    examples: [true],
    'x-group': 'content',
    'x-extension': true,
  })

const selectors = z.array(selectorText).max(100).default([])

export const include_selectors = selectors.clone().register(docs, {
  title: 'Include',
  description:
    'CSS selectors of the elements to return, separated by commas. Elements are returned in document order.',
  examples: [['article', '#price']],
  'x-group': 'content',
  'x-separator': 'selector',
  'x-extension': true,
})

export const exclude_selectors = selectors.clone().register(docs, {
  title: 'Exclude',
  description: 'CSS selectors of the elements to exclude, separated by commas.',
  examples: [['nav', '.comments']],
  'x-group': 'content',
  'x-separator': 'selector',
  'x-extension': true,
})

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
