/// <reference lib="dom" />

export interface ScrollPosition {
  /** Of the document or of what scrolls in its stead, whichever is taller. CSS pixels. */
  height: number
  isAtEnd: boolean
}

/**
 * Scrolls document and inner scroller, waits `waitMs`, then until the images that are now in view have come, at most
 * `imagesMs` more. A style sheet's smooth scrolling would still be on its way when the wait is over.
 */
export const scrollPageTo = async (
  top: number,
  waitMs: number,
  imagesMs: number,
): Promise<ScrollPosition> => {
  const { stillframeScroller: inner } = globalThis as { stillframeScroller?: Element | undefined }
  const root = document.scrollingElement ?? document.documentElement
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const isPending = (image: HTMLImageElement) => {
    if (image.complete) return false
    const box = image.getBoundingClientRect()
    return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  }
  // A page can remove its root element.
  const scrollers = [root, inner].filter((scroller) => scroller != null)
  for (const scroller of scrollers) unclobbered(scroller).scrollTo({ top, behavior: 'instant' })
  // Observers report with a frame, and what they start is only then on its way.
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await Promise.race([frame().then(frame), pause(100)])
  await pause(waitMs)
  const endsMs = performance.now() + imagesMs
  while (performance.now() < endsMs && [...document.images].some(isPending)) await pause(30)
  const shownHeight = (scroller: Element) =>
    scroller === root ? innerHeight : unclobbered(scroller).clientHeight
  return {
    height: Math.max(innerHeight, ...scrollers.map((scroller) => unclobbered(scroller).scrollHeight)),
    isAtEnd: scrollers.every((scroller) => top + shownHeight(scroller) >= unclobbered(scroller).scrollHeight),
  }
}
