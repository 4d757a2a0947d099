import { checkVisibility, treeOf } from './dom.ts'

interface RenderedVisitor {
  /** Returns false to skip the content of the element. */
  enter(element: Element, display: string): boolean
  leave?(element: Element): void
  /** Returns false to end the walk. */
  text(data: string): boolean
}

/** Visits what is rendered of an element in the order of its layout: shadow trees, and what their slots show, in place of the children. */
export const walkRendered = (top: Element, visitor: RenderedVisitor): void => {
  const childrenOf = (element: Element): Iterable<Node> => {
    const { shadowRoot, localName, childNodes } = treeOf(element)
    if (shadowRoot) return shadowRoot.childNodes
    const shown = localName === 'slot' ? (element as HTMLSlotElement).assignedNodes({ flatten: true }) : []
    return shown.length > 0 ? shown : childNodes
  }
  const visit = (element: Element): boolean => {
    const { display, visibility } = getComputedStyle(element)
    // An element without a box may have content with boxes.
    const isRendered = display === 'contents' || checkVisibility(element)
    if (!isRendered || !visitor.enter(element, display)) return true
    const isWhole = [...childrenOf(element)].every((child) => visitNode(child, visibility === 'visible'))
    if (isWhole) visitor.leave?.(element)
    return isWhole
  }
  const visitNode = (node: Node, isVisible: boolean): boolean => {
    const { nodeName } = treeOf(node)
    if (nodeName === '#text') return !isVisible || visitor.text((node as Text).data)
    return nodeName.startsWith('#') || visit(node as Element)
  }
  visit(top)
}
