import { attributeOf, isElement, isText, nameOf, treeOf } from '../dom.ts'
import type { Formula } from './math.ts'

const namespace = 'http://www.w3.org/1998/Math/MathML'

/** Returns a `<math>` element with its TeX in `alttext`, and with the MathML of the formula if the page has it. */
export const toMathElement = (copy: Document, { tex, isBlock, mathMl }: Formula): Element => {
  const math = copy.createElementNS(namespace, 'math')
  math.setAttribute('alttext', tex)
  math.setAttribute('display', isBlock ? 'block' : 'inline')
  if (mathMl) appendMathMl(math, mathMl)
  if (!math.hasChildNodes()) math.append(tex)
  return math
}

/** Attributes that change what a formula means. All others are omitted, because they could have any effect. */
const attributes = [
  'mathvariant',
  'linethickness',
  'open',
  'close',
  'separators',
  'stretchy',
  'fence',
  'columnalign',
  'columnspan',
  'rowspan',
  'accent',
  'accentunder',
  'width',
]

const appendMathMl = (target: Element, source: Element): void => {
  for (const child of treeOf(source).childNodes) {
    if (isText(child) && child.data.trim() !== '') target.append(child.data.trim())
    if (isElement(child) && isMathMl(child)) target.append(copyMathMl(target.ownerDocument, child))
  }
}

const isMathMl = (element: Element) => {
  const { namespaceURI, localName } = treeOf(element)
  return namespaceURI === namespace && !localName.startsWith('annotation')
}

const copyMathMl = (copy: Document, source: Element): Element => {
  const clone = copy.createElementNS(namespace, nameOf(source))
  for (const name of attributes) {
    const value = attributeOf(source, name)
    if (value !== null) clone.setAttribute(name, value)
  }
  appendMathMl(clone, source)
  return clone
}
