import { changes } from './changes.ts'
import { elementsIn, rootsIn, setAttribute, unclobbered } from './dom.ts'

interface KeptState {
  styles: [element: Element, style: string | null][]
  /** Nodes that the service has added, and where. */
  nodes: [node: Node, parent: Node, next: Node | null][]
  sheets: [root: Document | ShadowRoot, sheets: CSSStyleSheet[]][]
}

let kept: KeptState | undefined

/** Remembers the inline style of each element, the nodes that the service has added, and the sheets, for `restoreState`. */
export const keepState = (): void => {
  const styles = [...elementsIn(document)].map((element): KeptState['styles'][number] => [
    element,
    unclobbered(element).getAttribute('style'),
  ])
  const sheets = [...rootsIn()].map((root): KeptState['sheets'][number] => [
    root,
    [...root.adoptedStyleSheets],
  ])
  const nodes: KeptState['nodes'] = []
  for (const node of changes.nodes) {
    const { parentNode, nextSibling } = unclobbered(node)
    if (parentNode) nodes.push([node, parentNode, nextSibling])
  }
  kept = { styles, nodes, sheets }
}

/** Undoes changes of inline styles and sheets, and adds the nodes again that `revertChanges` has removed. */
export const restoreState = (): void => {
  if (!kept) return
  for (const [element, style] of kept.styles)
    if (unclobbered(element).getAttribute('style') !== style) setAttribute(element, 'style', style)
  for (const [root, sheets] of kept.sheets) root.adoptedStyleSheets = sheets
  const isIn = (node: Node | null, parent: Node) => node !== null && unclobbered(node).parentNode === parent
  for (const [node, parent, next] of kept.nodes)
    if (!isIn(node, parent)) unclobbered(parent).insertBefore(node, isIn(next, parent) ? next : null)
}
