/// <reference lib="dom" />

export interface ScrollerSize {
  /** Heights in CSS pixels. The content is at least as tall as what is shown of it. */
  contentHeight: number
  shownHeight: number
  /** Whether something in it is exactly as tall as the scroller while the content as a whole is taller. */
  hasFullHeightSection: boolean
}

/** Measures the element that scrolls in the document's place. All is 0 when none exists. */
export const measureScroller = (): ScrollerSize => {
  const { stillframeScroller: scroller } = globalThis as { stillframeScroller?: Element | undefined }
  if (!scroller) return { contentHeight: 0, shownHeight: 0, hasFullHeightSection: false }
  const { scrollHeight: contentHeight, clientHeight: shownHeight } = unclobbered(scroller)
  const isFullHeight = (element: Element) =>
    element instanceof HTMLElement && Math.abs(unclobbered(element).offsetHeight - shownHeight) <= 1
  const hasFullHeightSection =
    contentHeight > shownHeight && [...unclobbered(scroller).querySelectorAll('*')].some(isFullHeight)
  return { contentHeight, shownHeight, hasFullHeightSection }
}
