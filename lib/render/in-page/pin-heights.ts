/// <reference lib="dom" />

/**
 * Called twice, with viewports of different heights: what is tall because the viewport is, then keeps the height that it had
 * at the first call. On a page as tall as its document, `100vh` would otherwise be all of it.
 */
export const pinHeights = (): void => {
  const memory = globalThis as { stillframeHeights?: Map<HTMLElement, string[]> | undefined }
  const names = ['height', 'min-height', 'max-height'] as const
  const read = (element: HTMLElement) => {
    const styles = getComputedStyle(element)
    return names.map((name) => styles.getPropertyValue(name))
  }
  // Without a doctype these two fill any viewport, and leave it at that on paper.
  const isFilling = (element: Element) =>
    document.compatMode === 'BackCompat' &&
    (element === document.body || element === document.documentElement)
  if (memory.stillframeHeights === undefined) {
    const elements = [...document.querySelectorAll<HTMLElement>('*')].filter(
      (element) => element instanceof HTMLElement && !isFilling(element),
    )
    memory.stillframeHeights = new Map(elements.map((element) => [element, read(element)]))
    return
  }
  // All are read before one is changed: a change would move the others.
  const now = [...memory.stillframeHeights].map(([element, before]) => ({
    element,
    before,
    after: read(element),
  }))
  for (const { element, before, after } of now)
    for (const [index, name] of names.entries())
      if (before[index] !== after[index])
        unclobbered(element).style.setProperty(name, before[index] ?? '', 'important')
}
