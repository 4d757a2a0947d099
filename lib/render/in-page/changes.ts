import { rootsIn, setAttribute, unclobbered } from './dom.ts'

/** An attribute before its first change and after its last. Null: absent. */
interface AttributeChange {
  before: string | null
  after: string | null
}

interface RecordedChanges {
  /** The changed attributes of each element, by name. */
  attributes: Map<Element, Map<string, AttributeChange>>
  nodes: Set<Node>
}

export const changes: RecordedChanges = { attributes: new Map(), nodes: new Set() }

/** Runs a function and remembers which attributes it changed and which nodes it added until it first waits; `revertChanges` undoes them. */
export const recordChanges = <Result>(work: () => Result): Result => {
  const { attributes, nodes } = changes
  const record = (element: Element, name: string, before: string | null) => {
    const changed = attributes.get(element) ?? new Map<string, AttributeChange>()
    attributes.set(element, changed)
    const after = unclobbered(element).getAttribute(name)
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

/** Undoes what `recordChanges` remembered, except where the page has changed the same attribute since. */
export const revertChanges = (): void => {
  for (const [element, changed] of changes.attributes)
    for (const [name, { before, after }] of changed)
      if (unclobbered(element).getAttribute(name) === after) setAttribute(element, name, before)
  for (const node of changes.nodes) {
    const parent = unclobbered(node).parentNode
    if (parent) unclobbered(parent).removeChild(node)
  }
}
