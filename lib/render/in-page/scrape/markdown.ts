import TurndownService from 'turndown'
import { arrangeCode, arrangeLists, joinEmphasis, liftHeadings, trimBreaks } from './arrange.ts'
import { addBlockRules } from './block-rules.ts'
import { withoutMarks, writeEmphasis } from './emphasis.ts'
import { indexRules } from './index-rules.ts'
import { addInlineRules } from './inline-rules.ts'
import { pruneLists } from './prune.ts'
import { joinFractions } from './scripts.ts'
import { addTableRules } from './table-rules.ts'

/**
 * Returns the GitHub Flavored Markdown of a flattened document. Throws RangeError if the tree is too deep.
 * @see https://github.github.com/gfm/
 */
export const toMarkdown = (root: Element): string => {
  liftHeadings(root)
  pruneLists(root)
  arrangeLists(root)
  joinFractions(root)
  joinEmphasis(root)
  arrangeCode(root)
  trimBreaks(root)
  const converter = createConverter(root.querySelector('math') !== null)
  const text = writeEmphasis(converter.turndown(root as HTMLElement)).trim()
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
  const escapeText = (text: string) => escapeFurther(escapeMarkdown(withoutMarks(text)))
  // `$` is escaped only on pages with formulas. On other pages it belongs to prices.
  converter.escape = hasMath ? (text) => escapeText(text).replace(/\$/g, '\\$') : escapeText
  addInlineRules(converter)
  addBlockRules(converter)
  addTableRules(converter)
  addMathRules(converter)
  indexRules(converter)
  return converter
}

/**
 * Escapes what Turndown does not. Text that looks like a tag or an entity must not become one in a program that shows the Markdown as
 * HTML. One tilde strikes text through, too, and a row of dashes makes a table of the line before it.
 */
const escapeFurther = (text: string): string =>
  escapeTildes(escapeRow(text))
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?[a-z0-9]+;)/gi, '\\&')
    .replace(/^(\d{1,9})(?=(?:\)(?:\s|$)|\.$))/, '$1\\')
    .replace(/^(?=(?:#{1,6}|\+)$)/, '\\')

/** Turndown has escaped the first of a fence. */
const escapeTildes = (text: string) =>
  text.includes('~') ? text.replace(/^\\~/, '~').replace(/(?<!\s)~|~(?=~)/g, '\\~') : text

const escapeRow = (text: string) => (/^[|:][ \t|:-]*$/.test(text) && text.includes('-') ? `\\${text}` : text)

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
