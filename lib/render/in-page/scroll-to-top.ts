/// <reference lib="dom" />

/** Scrolls the document, and the element that scrolls in its place, to the very top. */
export const scrollToTop = (): void => {
  const { stillframeScroller: scroller } = globalThis as { stillframeScroller?: Element | undefined }
  const root = document.scrollingElement ?? document.documentElement
  // A page can remove its root element.
  for (const element of [root, scroller].filter((candidate) => candidate != null)) {
    // A snap point below a header would keep the page from its very top.
    if (element instanceof HTMLElement)
      unclobbered(element).style.setProperty('scroll-snap-type', 'none', 'important')
    unclobbered(element).scrollTo({ top: 0, left: 0, behavior: 'instant' })
  }
}
