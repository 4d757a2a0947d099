import { unclobbered } from '../dom.ts'

/** A node of a formula, named as in MathML. */
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
