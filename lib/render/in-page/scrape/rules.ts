import { asAddressText, toAutolink } from './bare-addresses.ts'
import { toCellCode, toFence, toInlineCode } from './code-span.ts'
import { toDestination, toOneLine, toTitle } from './destination.ts'
import { emphasize, linkMark, withoutMarks } from './emphasis.ts'
import { textWithScripts, toScript } from './scripts.ts'
import { isInTable, tableRules } from './tables.ts'

type Rule = (content: string, element: Element) => string

/** One rule for several names, which are separated by spaces. */
const perName = (names: string, rule: Rule): Record<string, Rule> =>
  Object.fromEntries(names.split(' ').map((name) => [name, rule]))

/** What becomes of an element and its content, by the name of the element. */
export const rules: Record<string, Rule> = {
  a: (content, link) => (link.hasAttribute('href') ? toLink(content, link) : content),
  img: (_content, image) => toImage(image),
  del: (content) => emphasize(content, 'del'),
  ...perName('strong b', (content) => emphasize(content, 'strong')),
  ...perName('em i', (content) => emphasize(content, 'em')),
  ...perName('sup sub', (content, node) => toScripts(content, node)),
  code: (_content, node) => toCode(withoutMarks(textWithScripts(node)).replace(/\s+/g, ' ').trim(), node),
  br: (_content, node) => toBreak(node),
  q: (content) => `“${content}”`,
  input: (_content, box) => toTask(box),
  math: (_content, math) => toFormula(math),
  ...perName('h1 h2 h3 h4 h5 h6', (content, heading) => toHeading(toOneLine(content), heading)),
  hr: () => '\n\n---\n\n',
  blockquote: (content) => `\n\n${content.replace(/^\n+/, '').trimEnd().replace(/^/gm, '> ')}\n\n`,
  li: (content, item) => toItem(content, item),
  ...perName('ul ol', (content, list) => toList(content, list)),
  pre: (_content, pre) => toCodeBlock(pre),
  ...perName('dt summary', (content) => toTerm(content.trim())),
  dd: (content) => toDefinition(content.trim()),
  ...tableRules,
}

const toTerm = (content: string): string => {
  if (content === '') return ''
  return `\n\n${/^#{1,6} /.test(content) ? content : emphasize(content, 'strong')}\n\n`
}

/** What a list, a quotation, a heading, a table, a rule or a block of code begins with. In a text it is escaped. */
const blockStart = /^(?:- |\d+\. |> |#{1,6} |\||---|`{3})/

/** The colon is text, because GitHub has no definition lists, and a block after it would be text too. */
const toDefinition = (content: string): string => {
  if (content === '') return ''
  return blockStart.test(content) ? `\n\n${content}\n\n` : `\n\n: ${indent(content, 2)}\n\n`
}

const toCode = (line: string, node: Element): string => (isInTable(node) ? toCellCode : toInlineCode)(line)

const indent = (text: string, width: number) => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)

/** A cell cannot contain a heading. */
const toHeading = (text: string, heading: Element): string => {
  if (text === '') return ''
  const mark = isInTable(heading) ? '' : `${'#'.repeat(Number(heading.localName.charAt(1)))} `
  return `\n\n${mark}${mark === '' ? emphasize(text, 'strong') : escapeEnd(text)}\n\n`
}

/** Number signs at the end of a heading are no text: https://spec.commonmark.org/0.31.2/#atx-headings */
const escapeEnd = (text: string) => text.replace(/(?<=\s)(?=#+$)/, '\\')

/** A list at the end of an item needs no blank line. */
const toList = (content: string, list: Element): string => {
  const isLast = list.parentElement?.localName === 'li' && !hasTextAfter(list)
  return isLast ? `\n${content}` : `\n\n${content}\n\n`
}

const hasTextAfter = ({ nextSibling }: Element): boolean =>
  nextSibling !== null && (nextSibling.nextSibling !== null || nextSibling.textContent?.trim() !== '')

/** Indents by the width of the marker, because the content of an item begins where its text does. */
const toItem = (content: string, item: Element): string => {
  const number = item.getAttribute('data-number')
  const marker = number === null ? '- ' : `${number}. `
  return `${marker}${indent(content.trim(), marker.length)}${item.nextElementSibling ? '\n' : ''}`
}

const toCodeBlock = (pre: Element): string => {
  const text = withoutMarks(pre.textContent ?? '')
    .replace(/^\n+/, '')
    .trimEnd()
  if (text === '') return ''
  const lines = isInTable(pre) ? text.split('\n').map(toCellCode).join('\n') : undefined
  return `\n\n${lines ?? toFence(text, pre.getAttribute('data-language') ?? '')}\n\n`
}

/** Formulas are `$...$` in a line and `$$...$$` on their own. */
const toFormula = (math: Element): string => {
  const tex = math.getAttribute('alttext') ?? ''
  return math.getAttribute('display') === 'block' ? `\n\n$$${tex}$$\n\n` : `$${tex}$`
}

const toTask = (box: Element): string => {
  const space = /^\s/.test(box.nextSibling?.textContent ?? '') ? '' : ' '
  return `[${box.hasAttribute('checked') ? 'x' : ' '}]${space}`
}

const toScripts = (content: string, node: Element): string => {
  if (content.trim() === '') return content
  const kind = node.localName === 'sup' ? 'sup' : 'sub'
  const script =
    // The characters of a power of a power, or of a struck part, would read as another number.
    node.querySelector('a, img, code, math, br, sup, sub, del') === null
      ? toScript(node.textContent.trim(), kind)
      : undefined
  return script ?? `<${kind}>${content}</${kind}>`
}

/** Two line breaks are a paragraph. */
const toBreak = (node: Node): string => {
  if (isBreak(siblingOf(node, 'previousSibling'))) return ''
  return isBreak(siblingOf(node, 'nextSibling')) ? '\n\n' : '  \n'
}

const isBreak = (node: Node | null) => node?.nodeName === 'BR'

const siblingOf = (node: Node, direction: 'nextSibling' | 'previousSibling'): Node | null => {
  let sibling = node[direction]
  while (sibling?.nodeType === Node.TEXT_NODE && sibling.textContent?.trim() === '')
    sibling = sibling[direction]
  return sibling
}

const toLink = (content: string, link: Element): string => {
  const address = link.getAttribute('href') ?? ''
  const line = toOneLine(content)
  // A link cannot contain another one.
  const text = asAddressText(line)
  if (text === '' || /^(javascript|data|vbscript):/i.test(address)) return line
  if (toTitle(link) === '' && line === toAutolink(address)) return line
  return `${linkMark}[${text}]${toTarget(link, address)}`
}

const toImage = (image: Element): string => {
  const text = toOneLine(withoutMarks(image.getAttribute('alt') ?? '').replace(/[\\[\]`*_<]/g, '\\$&'))
  const address = image.getAttribute('src') ?? ''
  return address === '' ? text : `![${text}]${toTarget(image, address)}`
}

const toTarget = (element: Element, address: string): string => {
  const number = element.getAttribute('data-reference')
  return number === null ? `(${toDestination(address)}${toTitle(element)})` : `[${number}]`
}
