/// <reference lib="dom" />
import type TurndownService from 'turndown'

/** Formulas are `$...$` in a line and `$$...$$` on their own. */
export const addMathRules = (converter: TurndownService) => {
  converter.addRule('math', {
    filter: (node) => node.nodeName.toLowerCase() === 'math',
    replacement: (_content, node) => {
      const math = node as Element
      const tex = math.getAttribute('alttext') ?? ''
      return math.getAttribute('display') === 'block' ? `\n\n$$${tex}$$\n\n` : `$${tex}$`
    },
  })
}
