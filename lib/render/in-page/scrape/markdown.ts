/// <reference lib="dom" />
import TurndownService from 'turndown'
import { addBlockRules } from './block-rules.ts'
import { indexRules } from './index-rules.ts'
import { addInlineRules } from './inline-rules.ts'
import { pruneLists } from './prune.ts'
import { addTableRules } from './table-rules.ts'

/**
 * Returns the GitHub Flavored Markdown of a flattened document. Throws RangeError if the tree is too deep.
 * @see https://github.github.com/gfm/
 */
export const toMarkdown = (root: Element): string => {
  liftHeadings(root)
  pruneLists(root)
  const text = createConverter(root.querySelector('math') !== null)
    .turndown(root as HTMLElement)
    .trim()
  return text === '' ? '' : `${text}\n`
}

const createConverter = (hasMath: boolean) => {
  const converter = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '_',
    hr: '---',
    br: '  ',
  })
  const escapeMarkdown = converter.escape.bind(converter)
  const escapeText = (text: string) => escapeHtml(escapeMarkdown(text))
  // `$` is escaped only on pages with formulas. On other pages it belongs to prices.
  converter.escape = hasMath ? (text) => escapeText(text).replace(/\$/g, '\\$') : escapeText
  addInlineRules(converter)
  addBlockRules(converter)
  addTableRules(converter)
  addMathRules(converter)
  indexRules(converter)
  return converter
}

/** Text that looks like a tag or an entity must not become one in a program that shows the Markdown as HTML. */
const escapeHtml = (text: string): string =>
  text
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?[a-z0-9]+;)/gi, '\\&')
    .replace(/~~/g, '\\~~')

/** Moves a link around a card into the heading of the card, because Markdown has no headings inside links. */
const liftHeadings = (root: Element) => {
  for (const link of root.querySelectorAll('a[href]')) {
    const heading = link.querySelector('h1, h2, h3, h4, h5, h6')
    if (!heading) continue
    const inner = link.cloneNode(false) as Element
    inner.append(...heading.childNodes)
    heading.append(inner)
    link.replaceWith(...link.childNodes)
  }
}

/** Formulas are `$...$` in a line and `$$...$$` on their own. */
const addMathRules = (converter: TurndownService) => {
  converter.addRule('math', {
    filter: (node) => node.nodeName.toLowerCase() === 'math',
    replacement: (_content, node) => {
      const math = node as Element
      const tex = math.getAttribute('alttext') ?? ''
      return math.getAttribute('display') === 'block' ? `\n\n$$${tex}$$\n\n` : `$${tex}$`
    },
  })
}
