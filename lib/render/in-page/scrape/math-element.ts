import { isElement, isText, nameOf, treeOf } from '../dom.ts'
import { copyAttribute } from './clone.ts'
import type { Formula } from './math.ts'

const namespace = 'http://www.w3.org/1998/Math/MathML'

/** Attributes that change what a formula means. All others are omitted, because they could have any effect. */
const attributes =
  'mathvariant linethickness open close separators stretchy fence columnalign columnspan rowspan accent accentunder width'.split(
    ' ',
  )

/** Returns a `<math>` element with its TeX in `alttext`, and with the MathML of the formula if the page has it. */
export const toMathElement = (copy: Document, { tex, isBlock, mathMl }: Formula): Element => {
  const math = copy.createElementNS(namespace, 'math')
  if (mathMl) copyContent(mathMl, math)
  if (!math.hasChildNodes()) math.append(tex)
  math.setAttribute('alttext', tex)
  math.setAttribute('display', isBlock ? 'block' : 'inline')
  return math
}

const copyContent = (source: Element, target: Element): void => {
  for (const child of treeOf(source).childNodes) {
    if (isText(child) && child.data.trim() !== '') target.append(child.data.trim())
    if (isElement(child) && isMathMl(child)) target.append(copyMathMl(child, target.ownerDocument))
  }
}

const isMathMl = (element: Element) =>
  treeOf(element).namespaceURI === namespace && !nameOf(element).startsWith('annotation')

const copyMathMl = (source: Element, copy: Document): Element => {
  const clone = copy.createElementNS(namespace, nameOf(source))
  for (const name of attributes) copyAttribute(source, clone, name)
  copyContent(source, clone)
  return clone
}
