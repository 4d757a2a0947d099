import { adoptSheet, isElement, isShadowRoot, rootOf, treeOf, unclobbered } from './dom.ts'

/** Rules for pseudo-elements of single elements. They have no inline styles, so sheets have the rules. */
export const createPseudoRules = () => {
  const rules = new Map<Node, string[]>()
  return {
    add(element: Element, pseudo: string, rule: string) {
      const root = rootOf(element)
      rules.set(root, [...(rules.get(root) ?? []), `${pathOf(element)}${pseudo} { ${rule} }`])
    },
    /** Returns the sheets and what is in them. */
    apply(): [CSSStyleSheet, string][] {
      return [...rules].flatMap(([root, texts]): [CSSStyleSheet, string][] => {
        if (!(root instanceof Document || isShadowRoot(root))) return []
        return [[adoptSheet(root, texts.join('\n')), texts.join('\n')]]
      })
    },
  }
}

/** An attribute would be visible to the page. */
const pathOf = (element: Element): string => {
  const { parentNode } = treeOf(element)
  if (!parentNode) return ''
  const own = `:nth-child(${[...unclobbered(parentNode).children].indexOf(element) + 1})`
  return isElement(parentNode) ? `${pathOf(parentNode)}>${own}` : own
}
