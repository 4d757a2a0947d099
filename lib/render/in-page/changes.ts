/// <reference lib="dom" />

interface RecordedChanges {
  /** The `style` attribute of each element that was changed, before the first change and after the last. */
  styles: Map<Element, { before: string | null; after: string | null }>
  nodes: Set<Node>
}

/** Defined by the script of `recorded`, which calls this function. */
declare const stillframeWork: (...args: unknown[]) => unknown

/** Runs a function and remembers which style attributes it changed and which nodes it added; `revertChanges` undoes them. */
export const recordChanges = (...args: unknown[]): unknown => {
  const memory = globalThis as { stillframeChanges?: RecordedChanges }
  memory.stillframeChanges ??= { styles: new Map(), nodes: new Set() }
  const { styles, nodes } = memory.stillframeChanges
  const observer = new MutationObserver(() => {})
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['style'],
    attributeOldValue: true,
  })
  try {
    return stillframeWork(...args)
  } finally {
    for (const { type, target, oldValue, addedNodes } of observer.takeRecords()) {
      for (const node of addedNodes) nodes.add(node)
      if (type !== 'attributes') continue
      const element = target as Element
      const after = unclobbered(element).getAttribute('style')
      styles.set(element, { before: styles.get(element)?.before ?? oldValue, after })
    }
    observer.disconnect()
  }
}

/** Undoes what `recordChanges` remembered, except where the page has changed the same attribute since. */
export const revertChanges = (): void => {
  const { stillframeChanges: changes } = globalThis as {
    stillframeChanges?: RecordedChanges
  }
  if (!changes) return
  for (const [element, { before, after }] of changes.styles) {
    if (unclobbered(element).getAttribute('style') !== after) continue
    if (before === null) unclobbered(element).removeAttribute('style')
    else unclobbered(element).setAttribute('style', before)
  }
  for (const node of changes.nodes) {
    const parent = unclobbered(node).parentNode
    if (parent) unclobbered(parent).removeChild(node)
  }
}
