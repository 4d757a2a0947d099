/// <reference lib="dom" />

/** Scrolls the document, or what scrolls in its stead, and gives how far it can be scrolled. CSS pixels. */
export const scrollVideoTo = (top: number): number => {
  const { stillframeScroller: inner } = globalThis as { stillframeScroller?: Element | undefined }
  const root = document.scrollingElement ?? document.documentElement
  const scroller = inner ?? root
  // A page can remove its root element.
  if (!scroller) return 0
  // A style sheet's smooth scrolling would be on its way for several frames.
  unclobbered(scroller).scrollTo({ top, behavior: 'instant' })
  const { scrollHeight, clientHeight } = unclobbered(scroller)
  return scrollHeight - (scroller === root ? innerHeight : clientHeight)
}
