/// <reference lib="dom" />

/** Undoes what `recordChanges` remembered, except where the page has changed the same attribute since. */
export const revertChanges = (): void => {
  const { stillframeChanges: changes } = globalThis as {
    stillframeChanges?: import('./record-changes.ts').RecordedChanges
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
