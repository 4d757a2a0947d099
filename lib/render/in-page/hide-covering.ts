import {
  boxOf,
  firstVisible,
  force,
  forceForNow,
  htmlElements,
  isHtml,
  isIn,
  isSvg,
  rootOf,
  treeOf,
} from './dom.ts'

/** Hides fixed and sticky elements that lie over the first visible match of `selector`, e.g. a navigation bar. */
export const hideCovering = (selector: string): void => {
  const element = firstVisible(selector)
  if (!element) return
  const box = boxOf(element)
  /** Nine points of the part of the element that the candidate may cover. */
  const sharedPoints = (bar: Element) => {
    const other = boxOf(bar)
    const [left, top] = [Math.max(0, box.left, other.left), Math.max(0, box.top, other.top)]
    const width = Math.min(innerWidth, box.right, other.right) - left
    const height = Math.min(innerHeight, box.bottom, other.bottom) - top
    const shares = width > 0 && height > 0 ? [0.05, 0.5, 0.95] : []
    return shares.flatMap((x) => shares.map((y) => [left + width * x, top + height * y] as const))
  }
  /** The elements at a point, the uppermost first, with the elements of shadow trees in place of their hosts. */
  const hitsAt = (root: Document | ShadowRoot, x: number, y: number): Element[] =>
    root.elementsFromPoint(x, y).flatMap((hit) => {
      // A shadow root also returns the elements around it.
      if (rootOf(hit) !== root) return []
      const { shadowRoot } = treeOf(hit)
      return shadowRoot ? [...hitsAt(shadowRoot, x, y), hit] : [hit]
    })
  const liesOver = (bar: Element) =>
    sharedPoints(bar).some(([x, y]) => {
      const hits = hitsAt(document, x, y)
      const own = hits.findIndex((hit) => isIn(element, hit))
      return hits.slice(0, Math.max(0, own)).some((hit) => isIn(bar, hit))
    })
  const keepsPlace = (other: Element) =>
    /^(fixed|sticky)$/.test(getComputedStyle(other).position) &&
    !isIn(other, element) &&
    !isIn(element, other)
  /** Runs the work while elements without pointer events are hit as well. */
  const whileHit = (elements: readonly Element[], work: () => HTMLElement[]) => {
    const isStyled = (one: Element) => isHtml(one) || isSvg(one)
    const unhit = elements.filter(isStyled).filter((one) => getComputedStyle(one).pointerEvents === 'none')
    const restored = unhit.map((one) => forceForNow(one, { 'pointer-events': 'auto' }))
    const result = work()
    for (const restore of restored) restore()
    return result
  }
  const bars = htmlElements(keepsPlace)
  for (const bar of whileHit([element, ...bars], () => bars.filter(liesOver)))
    force(bar, { transition: 'none', opacity: '0' })
}
