import { changes } from './changes.ts'
import { elementsIn, unclobbered } from './dom.ts'

interface KeptState {
  styles: [element: Element, style: string | null][]
  /** Nodes that the service has added, and where. */
  nodes: [node: Node, parent: Node, next: Node | null][]
  sheets: [root: Document | ShadowRoot, sheets: CSSStyleSheet[]][]
}

let kept: KeptState | undefined

/** Remembers the inline style of each element, the nodes that the service has added, and the sheets, for `restoreState`. */
export const keepState = (): void => {
  const styles: KeptState['styles'] = []
  const sheets: KeptState['sheets'] = [[document, [...document.adoptedStyleSheets]]]
  for (const element of elementsIn(document)) {
    styles.push([element, unclobbered(element).getAttribute('style')])
    const { shadowRoot } = unclobbered(element)
    if (shadowRoot) sheets.push([shadowRoot, [...shadowRoot.adoptedStyleSheets]])
  }
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
  const setStyle = (element: Element, style: string | null) => {
    if (style === null) unclobbered(element).removeAttribute('style')
    else unclobbered(element).setAttribute('style', style)
  }
  for (const [element, style] of kept.styles)
    if (unclobbered(element).getAttribute('style') !== style) setStyle(element, style)
  for (const [root, sheets] of kept.sheets) root.adoptedStyleSheets = sheets
  const isIn = (node: Node | null, parent: Node) => node !== null && unclobbered(node).parentNode === parent
  for (const [node, parent, next] of kept.nodes)
    if (!isIn(node, parent)) unclobbered(parent).insertBefore(node, isIn(next, parent) ? next : null)
}
