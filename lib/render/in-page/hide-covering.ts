/// <reference lib="dom" />

/** Hides fixed and sticky elements that lie over the first visible match of `selector`, e.g. a navigation bar. */
export const hideCovering = (selector: string): void => {
  const element = [...document.querySelectorAll(selector)].find((match) => {
    const { width, height } = unclobbered(match).getBoundingClientRect()
    return width > 0 && height > 0 && unclobbered(match).checkVisibility({ visibilityProperty: true })
  })
  if (!element) return
  const box = unclobbered(element).getBoundingClientRect()
  /** Nine points of the part of the element that the candidate may cover. */
  const sharedPoints = (bar: Element) => {
    const other = unclobbered(bar).getBoundingClientRect()
    const [left, top] = [Math.max(0, box.left, other.left), Math.max(0, box.top, other.top)]
    const width = Math.min(innerWidth, box.right, other.right) - left
    const height = Math.min(innerHeight, box.bottom, other.bottom) - top
    const shares = width > 0 && height > 0 ? [0.05, 0.5, 0.95] : []
    return shares.flatMap((x) => shares.map((y) => [left + width * x, top + height * y] as const))
  }
  const isCovering = (bar: Element) =>
    sharedPoints(bar).some(([x, y]) => {
      const hits = document.elementsFromPoint(x, y)
      const own = hits.findIndex((hit) => unclobbered(element).contains(hit))
      return hits.slice(0, Math.max(0, own)).some((hit) => unclobbered(bar).contains(hit))
    })
  const isBar = (other: Element) =>
    /^(fixed|sticky)$/.test(getComputedStyle(other).position) &&
    !unclobbered(other).contains(element) &&
    !unclobbered(element).contains(other)
  for (const other of document.querySelectorAll('body *')) {
    if (!(other instanceof HTMLElement && isBar(other) && isCovering(other))) continue
    unclobbered(other).style.setProperty('transition', 'none', 'important')
    unclobbered(other).style.setProperty('opacity', '0', 'important')
  }
}
