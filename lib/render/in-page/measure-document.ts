/// <reference lib="dom" />

/** Size of the whole document in CSS pixels, also where its overflow is locked. */
export const measureDocument = (): { width: number; height: number } => {
  const root = document.documentElement
  // A page can remove its root element.
  if (!root) return { width: innerWidth, height: innerHeight }
  const scrolling = document.scrollingElement ?? root
  const isVisible = (element: Element) => getComputedStyle(element).overflowX === 'visible'
  // The viewport takes its overflow from the body when the root element declares none.
  const owner = isVisible(root) && document.body ? document.body : root
  const { overflowX } = getComputedStyle(owner)
  // Off-canvas menus lie outside a page that hides its horizontal overflow.
  const isCut = overflowX === 'hidden' || overflowX === 'clip'
  const width = Math.max(
    innerWidth,
    isCut ? 0 : Math.max(unclobbered(scrolling).scrollWidth, unclobbered(root).scrollWidth),
  )
  return {
    width,
    height: Math.max(innerHeight, unclobbered(scrolling).scrollHeight, unclobbered(root).scrollHeight),
  }
}
