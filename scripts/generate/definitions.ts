import { escapeHtml } from '../../lib/core/html/escape-html.ts'

/** A parameter or a field: one line of facts, and its description in full width below. */
export interface Definition {
  /** Anchor of the definition. Its name is then a link to it. */
  id?: string
  name: string
  /** Type, default and marks, as HTML. */
  facts: readonly string[]
  /** Markdown. */
  text: string
}

export const requiredMark = '<span class="badge">required</span>'

/** Returns a definition list, which GitHub shows as well. Blank lines end its HTML, so the texts are Markdown. */
export const toDefinitions = (definitions: readonly Definition[]): string[] =>
  definitions.length === 0 ? [] : ['<dl>', ...definitions.flatMap(toDefinition), '</dl>', '']

const toDefinition = ({ id, name, facts, text }: Definition): string[] => [
  `<dt${id ? ` id="${id}"` : ''}>${[toName(id, name), ...facts].join(' · ')}</dt>`,
  '<dd>',
  '',
  text,
  '',
  '</dd>',
]

const toName = (id: string | undefined, name: string): string => {
  const code = `<code>${escapeHtml(name)}</code>`
  return id ? `<a href="#${id}">${code}</a>` : code
}
