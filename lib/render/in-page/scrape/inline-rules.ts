import { toInlineCode } from './code-span.ts'
import { emphasize, linkMark, withoutMarks } from './emphasis.ts'
import { toOneLine } from './lines.ts'
import { perName, type Rules } from './rules.ts'
import { textWithScripts, toScript } from './scripts.ts'

export const inlineRules: Rules = {
  a: (content, link) => (link.hasAttribute('href') ? toLink(content, link) : content),
  img: (_content, image) => toImage(image),
  ...perName('del s strike', (content) => emphasize(content, 'del')),
  ...perName('strong b', (content) => emphasize(content, 'strong')),
  ...perName('em i', (content) => emphasize(content, 'em')),
  ...perName('sup sub', (content, node) => toScripts(content, node)),
  code: (_content, node) => toInlineCode(withoutMarks(textWithScripts(node)).replace(/\s+/g, ' ').trim()),
  br: (_content, node) => toBreak(node),
  q: (content) => `“${content}”`,
  input: (_content, box) => toTask(box),
  math: (_content, math) => toFormula(math),
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
    node.querySelector('a, img, code, math, br, sup, sub, del, s, strike, ins') === null
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
  const text = toOneLine(content)
  const address = link.getAttribute('href') ?? ''
  if (text === '' || /^(javascript|data|vbscript):/i.test(address)) return text
  return `${linkMark}[${text}](${toDestination(address)}${toTitle(link)})`
}

const toImage = (image: Element): string => {
  const text = toOneLine(withoutMarks(image.getAttribute('alt') ?? '').replace(/[\\[\]`*_<]/g, '\\$&'))
  const address = image.getAttribute('src') ?? ''
  return address === '' ? text : `![${text}](${toDestination(address)}${toTitle(image)})`
}

const toDestination = (address: string) =>
  /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address

const toTitle = (element: Element): string => {
  const title = toOneLine(element.getAttribute('title') ?? '')
  return title === '' ? '' : ` "${title.replace(/["\\]/g, '\\$&')}"`
}
