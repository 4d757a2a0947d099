import { classOf, unclobbered } from '../dom.ts'

/** A node of a formula, named as in MathML, for every source markup. */
export interface MathNode {
  name: string
  /** Text of a token. */
  text: string
  children: readonly MathNode[]
  attribute(name: string): string
}

/** Reads a `<math>` element. */
export const fromMathMl = (element: Element): MathNode => ({
  name: unclobbered(element).localName,
  text: (unclobbered(element).textContent ?? '').replace(/\s+/g, ' ').trim(),
  get children() {
    return [...unclobbered(element).children].map(fromMathMl)
  },
  attribute: (name) => unclobbered(element).getAttribute(name) ?? '',
})

/** MathJax's SVG output names each group after its MathML element. */
export const fromMathJaxSvg = (group: Element): MathNode =>
  fromDrawing(group, {
    nameOf: (element) => unclobbered(element).getAttribute('data-mml-node') ?? '',
    codeOf: (element) => unclobbered(element).getAttribute('data-c') ?? '',
    isDecoration: () => false,
  })

/** MathJax's CHTML output draws each glyph by a class and puts scripts in the order in which they are drawn. */
export const fromMathJaxHtml = (math: Element): MathNode => {
  const node = fromDrawing(math, {
    nameOf: (element) => tokens.exec(unclobbered(element).localName)?.[1] ?? '',
    codeOf: (element) => /(?:^|\s)mjx-c([0-9A-F]+)/.exec(classOf(element))?.[1] ?? '',
    isDecoration: (element) => unclobbered(element).localName === 'mjx-surd',
  })
  return inSourceOrder(node)
}

const tokens = /^mjx-(m[a-z]+|texatom|none)$/

const inSourceOrder = (node: MathNode): MathNode => {
  const children = node.children.map(inSourceOrder)
  const [first, second, third] = children
  const isBeside = node.name === 'msubsup' || node.attribute('limits') === 'false'
  if (isBeside && first && second && third) return { ...node, children: [first, third, second] }
  if (/^m(over|root)$/.test(node.name) && first && second) return { ...node, children: [second, first] }
  if (node.name === 'munderover' && first && second?.name === 'munder')
    return { ...node, children: [...second.children, first] }
  return { ...node, children }
}

interface Drawing {
  nameOf(element: Element): string
  /** Hexadecimal code point of the glyph that this element draws. */
  codeOf(element: Element): string
  isDecoration(element: Element): boolean
}

const fromDrawing = (element: Element, drawing: Drawing): MathNode => {
  const children: MathNode[] = []
  let text = ''
  const collect = (parent: Element) => {
    for (const child of unclobbered(parent).children) {
      if (drawing.isDecoration(child)) continue
      const code = drawing.codeOf(child)
      if (code !== '') text += toCharacter(code)
      if (drawing.nameOf(child) === '') collect(child)
      else children.push(fromDrawing(child, drawing))
    }
  }
  collect(element)
  return {
    name: drawing.nameOf(element).toLowerCase(),
    text: text || (children.length === 0 ? (unclobbered(element).textContent ?? '').trim() : ''),
    children,
    attribute: (name) => unclobbered(element).getAttribute(name) ?? '',
  }
}

/** Fonts of MathJax have italic letters at private code points. */
const toCharacter = (code: string): string => {
  const number = Number.parseInt(code, 16)
  return number > 0x10ffff ? '' : String.fromCodePoint(number).normalize('NFKC')
}
