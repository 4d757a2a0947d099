/// <reference lib="dom" />

/** Gives the page the scrolling back that a dialog took from it, unless it scrolls already. */
export const unlockScroll = (): void => {
  const root = document.documentElement
  const { body } = document
  if (!(root && body)) return
  const isLocked = (element: Element) => /^(hidden|clip)$/.test(getComputedStyle(element).overflowY)
  const { scrollWidth, clientWidth } = unclobbered(root)
  const isWide = scrollWidth > clientWidth
  const force = (element: HTMLElement, name: string, value: string) =>
    unclobbered(element).style.setProperty(name, value, 'important')
  if (getComputedStyle(body).position === 'fixed') force(body, 'position', 'static')
  if (!isLocked(root) && !isLocked(body)) return
  // Had both their own overflow, the body would become a scroller inside the page.
  force(body, 'overflow', 'visible')
  force(root, 'overflow', isWide ? 'hidden auto' : 'visible')
}
