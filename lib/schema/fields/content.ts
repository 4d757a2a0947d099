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

const addressForms = z.enum(['inline', 'references', 'none']).default('inline')

/** Parameters of Markdown alone. */
export const markdownShape = {
  md_links: field(addressForms, {
    title: 'Links of Markdown',
    description:
      'Where the addresses of links are in Markdown: `inline` after each text, as numbered `references` at the end, or left out, so that only the texts stay.',
    examples: ['references'],
    'x-extension': true,
  }),
  md_images: field(addressForms, {
    title: 'Images of Markdown',
    description:
      'Where the addresses of images are in Markdown: `inline`, as numbered `references` at the end, or left out, so that only alternative texts stay.',
    examples: ['none'],
    'x-extension': true,
  }),
  md_front_matter: flag(false, {
    title: 'Front matter of Markdown',
    description:
      'Puts what the page states about itself above its Markdown, as YAML: `title`, `author`, `published`, `language`, `canonical` and `site`.',
    'x-extension': true,
  }),
}

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

type MarkdownOptions = { format: string; md_links: string; md_images: string; md_front_matter: boolean }

export const markdownOnly: Rule<MarkdownOptions> = {
  parameters: ['format', ...Object.keys(markdownShape)],
  problemOf: ({ format, md_links, md_images, md_front_matter }) => {
    if (format === 'md') return undefined
    const used = { md_links: md_links !== 'inline', md_images: md_images !== 'inline', md_front_matter }
    const [name] = Object.entries(used).find(([, isUsed]) => isUsed) ?? []
    return name && `\`${name}\` requires \`format=md\`.`
  },
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
