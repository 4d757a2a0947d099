/// <reference lib="dom" />

/** Scrolls the document, and the element that scrolls in its place, to the very top. */
export const scrollToTop = (): void => {
  const { stillframeScroller: scroller } = globalThis as { stillframeScroller?: Element | undefined }
  const root = document.scrollingElement ?? document.documentElement
  for (const element of scroller ? [root, scroller] : [root]) {
    // A snap point below a header would keep the page from its very top.
    if (element instanceof HTMLElement) element.style.setProperty('scroll-snap-type', 'none', 'important')
    element.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  }
}
