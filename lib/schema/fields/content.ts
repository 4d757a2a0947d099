import * as z from 'zod'
import type { Rule } from '../check.ts'
import { docs } from '../docs.ts'
import { selectorText } from '../selector-text.ts'

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

/** Parameters that have no effect without scripts. */
const scripted = [
  'scripts',
  'init_scripts',
  'wait_for_selector',
  'wait_for_function',
  'actions',
  'scroll_into_view',
  'local_storage',
  'session_storage',
] as const

type ScriptOptions = { js_enabled: boolean } & Partial<Record<(typeof scripted)[number], unknown>>

const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Without scripts, no script can be injected into the document and no element can appear later. */
export const scriptsOff: Rule<ScriptOptions> = {
  parameters: ['js_enabled', ...scripted],
  problemOf: (options) => {
    const used = options.js_enabled ? undefined : scripted.find((name) => isGiven(options[name]))
    return used && `\`${used}\` requires \`js_enabled=true\`.`
  },
}
