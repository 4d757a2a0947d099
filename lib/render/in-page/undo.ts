import { attributeOf, elementsIn, rootsIn, setAttribute, treeOf, unclobbered } from './dom.ts'
import { type AttributeChange, type KeptState, state } from './state.ts'

/** Runs a function and remembers which attributes it changed and which nodes it added until it first waits, for `undo`. */
export const recordChanges = <Result>(work: () => Result): Result => {
  const { attributes, nodes } = state.changes
  const record = (element: Element, name: string, before: string | null) => {
    const changed = attributes.get(element) ?? new Map<string, AttributeChange>()
    attributes.set(element, changed)
    const after = attributeOf(element, name)
    const first = changed.get(name)
    changed.set(name, { before: first ? first.before : before, after })
  }
  const observer = new MutationObserver(() => {})
  const options = {
    subtree: true,
    childList: true,
    attributeFilter: ['style', 'loading'],
    attributeOldValue: true,
  }
  for (const root of rootsIn()) observer.observe(root, options)
  try {
    return work()
  } finally {
    for (const { type, target, oldValue, addedNodes, attributeName } of observer.takeRecords()) {
      for (const node of addedNodes) nodes.add(node)
      if (type === 'attributes' && attributeName !== null) record(target as Element, attributeName, oldValue)
    }
    observer.disconnect()
  }
}

/** Remembers the inline style of each element, the nodes that the service has added, and the sheets, for `undo`. */
export const keepState = (): void => {
  const nodes = [...state.changes.nodes].flatMap((node): KeptState['nodes'] => {
    const { parentNode, nextSibling } = treeOf(node)
    return parentNode ? [[node, parentNode, nextSibling]] : []
  })
  state.kept = {
    nodes,
    styles: [...elementsIn(document)].map((element) => [element, attributeOf(element, 'style')]),
    sheets: [...rootsIn()].map((root) => [root, [...root.adoptedStyleSheets]]),
  }
}

/** Undoes what the service has changed since `keepState`, or everything that was recorded, for the HTML of the page. */
export const undo = (to: 'kept' | 'page'): void => {
  if (to === 'page') undoRecorded()
  else if (state.kept) restore(state.kept)
}

/** Leaves what the page has changed since. */
const undoRecorded = () => {
  for (const [element, changed] of state.changes.attributes)
    for (const [name, { before, after }] of changed)
      if (attributeOf(element, name) === after) setAttribute(element, name, before)
  for (const node of state.changes.nodes) {
    const parent = treeOf(node).parentNode
    if (parent) unclobbered(parent).removeChild(node)
  }
}

const restore = ({ styles, sheets, nodes }: KeptState) => {
  for (const [element, style] of styles)
    if (attributeOf(element, 'style') !== style) setAttribute(element, 'style', style)
  for (const [root, before] of sheets) root.adoptedStyleSheets = before
  const isChild = (node: Node | null, parent: Node) => node !== null && treeOf(node).parentNode === parent
  for (const [node, parent, next] of nodes)
    if (!isChild(node, parent)) unclobbered(parent).insertBefore(node, isChild(next, parent) ? next : null)
}
