/// <reference lib="dom" />

/**
 * Remembers in this world what floats above the page, then applies the style sheet. Gives the number of overlays that
 * it hid.
 */
export const hideOverlays = (css: string): number => {
  const memory = globalThis as { stillframeOverlays?: HTMLElement[] }
  const isOverlay = (element: Element) =>
    /^(fixed|sticky)$/.test(getComputedStyle(element).position) ||
    unclobbered(element).matches('dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]')
  const withAncestors = (element: Element | null): Element[] =>
    element && element !== document.body
      ? [element, ...withAncestors(unclobbered(element).parentElement)]
      : []

  // Points instead of elements: a page has thousands of these, and only what is on top matters.
  const columns = [0.1, 0.3, 0.5, 0.7, 0.9]
  const rows = [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98]
  const hits = columns.flatMap((x) =>
    rows.flatMap((y) => document.elementsFromPoint(innerWidth * x, innerHeight * y)),
  )
  const shown = [...new Set(hits.flatMap(withAncestors))].filter(
    (element) => element instanceof HTMLElement && isOverlay(element),
  ) as HTMLElement[]
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  memory.stillframeOverlays = shown.filter((element) => unclobbered(element).checkVisibility())
  return shown.length - memory.stillframeOverlays.length
}
