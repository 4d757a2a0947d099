/// <reference lib="dom" />

/** Undoes what `recordChanges` remembered, except where the page has changed the same attribute since. */
export const revertChanges = (): void => {
  const { stillframeChanges: changes } = globalThis as {
    stillframeChanges?: import('./record-changes.ts').RecordedChanges
  }
  if (!changes) return
  const { getAttribute, setAttribute, removeAttribute } = Element.prototype
  for (const [element, { before, after }] of changes.styles) {
    if (getAttribute.call(element, 'style') !== after) continue
    if (before === null) removeAttribute.call(element, 'style')
    else setAttribute.call(element, 'style', before)
  }
  for (const node of changes.nodes) node.parentNode?.removeChild(node)
}
