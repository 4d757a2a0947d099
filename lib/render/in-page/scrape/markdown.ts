import TurndownService from 'turndown'
import { arrangeCode, liftHeadings, trimBreaks } from './arrange.ts'
import { arrangeTables } from './arrange-tables.ts'
import { freeAddresses, freeUnderscores } from './bare-addresses.ts'
import { withoutMarks, writeEmphasis } from './emphasis.ts'
import { arrangeLists } from './lists.ts'
import { type Forms, moveAddresses } from './references.ts'
import { rules } from './rules.ts'
import { joinFractions } from './scripts.ts'

/**
 * Returns the GitHub Flavored Markdown of a flattened document. Throws RangeError if the tree is too deep.
 * @see https://github.github.com/gfm/
 */
export const toMarkdown = (root: Element, forms: Forms): string => {
  liftHeadings(root)
  arrangeLists(root)
  arrangeTables(root)
  joinFractions(root)
  arrangeCode(root)
  trimBreaks(root)
  const definitions = moveAddresses(root, forms)
  const converter = createConverter(root.querySelector('math') !== null)
  const text = writeEmphasis(converter.turndown(root as HTMLElement)).trim()
  return text === '' ? '' : `${[text, ...definitions].join('\n')}\n`
}

type Rule = TurndownService.Rule

const createConverter = (hasMath: boolean) => {
  const converter = new TurndownService()
  const escapeMarkdown = converter.escape.bind(converter)
  const escapeText = (text: string) =>
    freeAddresses(freeUnderscores(escapeFurther(escapeMarkdown(withoutMarks(text)))))
  // `$` is escaped only on pages with formulas. On other pages it belongs to prices.
  converter.escape = hasMath ? (text) => escapeText(text).replace(/\$/g, '\\$') : escapeText
  // Turndown would try every rule for every node, which doubles the time of a page.
  const { blankRule, defaultRule } = converter.rules as unknown as Record<'blankRule' | 'defaultRule', Rule>
  converter.rules.forNode = (node) => {
    const isBlank = 'isBlank' in node && node.isBlank
    return (isBlank ? blankRule : replacements.get(node.nodeName.toLowerCase())) ?? defaultRule
  }
  return converter
}

const replacements = new Map(
  Object.entries(rules).map(([name, rule]) => [
    name,
    { filter: name as 'p', replacement: (content: string, node: Node) => rule(content, node as Element) },
  ]),
)

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
