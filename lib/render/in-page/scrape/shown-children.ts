import { isHtml, treeOf } from '../dom.ts'
import { isContentHidden } from './visibility.ts'

/** Returns what an element shows as its content: its shadow tree, or what fills its slot. */
export const shownChildren = (element: Element, style: CSSStyleDeclaration): Iterable<Node> => {
  if (isContentHidden(element, style)) return []
  const shadowRoot = treeOf(element).shadowRoot
  if (shadowRoot) return shadowRoot.childNodes
  if (isHtml(element, 'slot')) {
    const assigned = element.assignedNodes()
    if (assigned.length > 0) return assigned
  }
  return treeOf(element).childNodes
}
