import { classOf, isElement, isHtml, isText, unclobbered } from '../dom.ts'
import type { MathNode } from './math-nodes.ts'

/** Reads the drawing of KaTeX, which is all that a page has if it leaves MathML out. */
export const fromKatexHtml = (drawing: Element): MathNode => row(readChildren(drawing))

const node = (name: string, children: readonly MathNode[], text = ''): MathNode => ({
  name,
  text,
  children,
  attribute: () => '',
})

const row = (nodes: readonly MathNode[]): MathNode => {
  const [first, ...others] = nodes
  return first && others.length === 0 ? first : node('mrow', nodes)
}

/** Have only a size. */
const struts =
  /(?:^|\s)(?:strut|pstrut|vlist-s|mspace|frac-line|hide-tail|nulldelimiter|katex-mathml|arraycolsep)(?:\s|$)/

const hasClass = (element: Element, name: string) => unclobbered(element).classList.contains(name)

const readChildren = (parent: Element): MathNode[] => {
  const nodes: MathNode[] = []
  for (const child of unclobbered(parent).childNodes) {
    if (isText(child)) nodes.push(...readText(child.data))
    else if (!isElement(child) || struts.test(classOf(child))) continue
    else if (hasClass(child, 'msupsub')) nodes.push(withScripts(nodes.pop() ?? row([]), child))
    else nodes.push(...readElement(child))
  }
  return joinNegations(nodes)
}

/** The stroke through a relation is a glyph in front of it. */
const stroke = '\ue020'

const joinNegations = (nodes: readonly MathNode[]): MathNode[] =>
  nodes.flatMap((current, index) => {
    if (current.text === stroke && index < nodes.length - 1) return []
    if (nodes[index - 1]?.text !== stroke) return [current]
    return [{ ...current, text: `${current.text}\u0338`.normalize('NFC') }]
  })

const readElement = (element: Element): MathNode[] => {
  const structure = structures.find(([name]) => hasClass(element, name))
  if (structure) return [structure[1](element)]
  const text = unclobbered(element).textContent
  if (hasClass(element, 'mop') && /^\p{L}+$/u.test(text)) return [node('mi', [], text)]
  if (hasClass(element, 'text')) return [node('mtext', [], text)]
  return readChildren(element)
}

const readText = (text: string): MathNode[] =>
  (text.match(/\d[\d.,]*|[^\s\u200b]/gu) ?? []).map((token) => {
    if (/^\d/.test(token)) return node('mn', [], token)
    return node(/^\p{L}/u.test(token) ? 'mi' : 'mo', [], token)
  })

interface Line {
  element: Element
  /** Distance below the top, in em. */
  top: number
}

/** Returns what a drawing puts above each other, from top to bottom. */
const linesOf = (element: Element): Line[] => {
  const list = unclobbered(element).querySelector('.vlist')
  if (!list) return []
  const lines = [...unclobbered(list).children].filter((line) => !struts.test(classOf(line)))
  return lines
    .filter((line) => unclobbered(line).querySelector('.frac-line') === null)
    .map((line) => ({ element: line, top: topOf(line) }))
    .sort((a, b) => a.top - b.top)
}

const topOf = (line: Element): number =>
  Number.parseFloat(isHtml(line) ? unclobbered(line).style.top : '') || 0

const readLine = (line: Line | undefined): MathNode => row(line ? readChildren(line.element) : [])

/** A subscript goes below the line, for which the drawing has a second row. */
const withScripts = (base: MathNode, scripts: Element): MathNode => {
  const [first, second] = linesOf(scripts)
  if (second) return node('msubsup', [base, readLine(second), readLine(first)])
  const isBelow = unclobbered(scripts).querySelector('.vlist-t2') !== null
  return node(isBelow ? 'msub' : 'msup', [base, readLine(first)])
}

const readFraction = (element: Element): MathNode => {
  const [top, bottom] = linesOf(element)
  const hasLine = unclobbered(element).querySelector('.frac-line') !== null
  const fraction = node('mfrac', [readLine(top), readLine(bottom)])
  return hasLine ? fraction : { ...fraction, attribute: () => '0' }
}

const readRoot = (element: Element): MathNode => {
  const index = unclobbered(element).querySelector('.root')
  const body = [...unclobbered(element).children].find((child) => !hasClass(child, 'root'))
  const lines = body ? linesOf(body) : []
  const inner = readLine(lines.find((line) => readChildren(line.element).length > 0))
  const [degree] = index ? linesOf(index) : []
  return degree ? node('mroot', [inner, readLine(degree)]) : node('msqrt', [inner])
}

/** The operator of the limits is the largest line. */
const readLimits = (element: Element): MathNode => {
  const lines = linesOf(element)
  const at = lines.findIndex((line) => unclobbered(line.element).querySelector('.mop') !== null)
  const [base, over, under] = [readLine(lines[at]), lines[at - 1], lines[at + 1]]
  if (over && under) return node('munderover', [base, readLine(under), readLine(over)])
  return over ? node('mover', [base, readLine(over)]) : node('munder', [base, readLine(under)])
}

const readAccent = (element: Element): MathNode => {
  const lines = linesOf(element)
  const accent = lines.find((line) => unclobbered(line.element).querySelector('.accent-body') !== null)
  const base = lines.find((line) => line !== accent)
  const mark = readLine(accent)
  return node('mover', [readLine(base), textIn(mark) === '' ? arrow : mark])
}

/** The only accent that is drawn without a glyph. */
const arrow = node('mo', [], '→')

const textIn = ({ text, children }: MathNode): string => text + children.map(textIn).join('')

const readLineOver = (element: Element): MathNode => node('mover', [readLined(element), node('mo', [], '‾')])

const readLineUnder = (element: Element): MathNode =>
  node('munder', [readLined(element), node('mo', [], '_')])

const readLined = (element: Element): MathNode =>
  readLine(
    linesOf(element).find(
      ({ element: line }) => unclobbered(line).querySelector('.overline-line, .underline-line') === null,
    ),
  )

const readTable = (element: Element): MathNode => {
  const columns = [...unclobbered(element).children]
    .filter((column) => /col-align/.test(classOf(column)))
    .map(linesOf)
  const rows = Array.from({ length: columns[0]?.length ?? 0 }, (_, index) =>
    node(
      'mtr',
      columns.map((lines) => node('mtd', [readLine(lines[index])])),
    ),
  )
  return node('mtable', rows)
}

const structures: readonly (readonly [name: string, read: (element: Element) => MathNode])[] = [
  ['mfrac', readFraction],
  ['sqrt', readRoot],
  ['op-limits', readLimits],
  ['accent', readAccent],
  ['overline', readLineOver],
  ['underline', readLineUnder],
  ['mtable', readTable],
]
