import { hasPlaceBehind } from './backdrops.ts'
import { isSmallLayer } from './bars.ts'
import {
  alphaOf,
  ancestorsOf,
  boxOf,
  contains,
  elementsIn,
  force,
  hasOwnText,
  isHtml,
  sizesOf,
  textOf,
  unclobbered,
  withAncestors,
} from './dom.ts'

/**
 * Lays out fixed elements that a visitor sees only further down where they are seen: footers that the content uncovers at the end of the
 * document, layers that show through an element with a clip, and layers behind the content that show through a gap in it. They scroll with
 * the page from then on.
 *
 * @param showsGaps whether large layers are captured at the scroll positions of their gaps
 */
export const releaseUncovered = (
  fixed: readonly HTMLElement[],
  documentHeight: number,
  showsGaps: boolean,
): void => {
  const added = documentHeight - innerHeight
  if (added <= 0) return
  // All are found before the first change, because a change may move the others.
  for (const [element, distance] of findUncovered(fixed, added, showsGaps))
    if (distance !== 0) lower(element, distance)
}

/** Returns how far the window is scrolled where the first gap in the content fills it, or is in its middle. It is 0 if the window has one at the top. */
const distanceToGap = (added: number): number => {
  const sideMin = 64
  const isSolid = (element: Element) =>
    isHtml(element, 'img') || alphaOf(getComputedStyle(element).backgroundColor) === 1
  const scrolls = (element: Element) =>
    withAncestors(element).every((node) => getComputedStyle(node).position !== 'fixed')
  const rows = [...elementsIn(document.body)]
    .map((element) => ({ element, box: boxOf(element) }))
    .filter(({ element, box }) => box.width >= innerWidth * 0.9 && isSolid(element) && scrolls(element))
    .map(({ box: { top, bottom } }) => [top, bottom] as const)
    .sort(([one], [other]) => one - other)
  let from = 0
  let to = innerHeight + added
  for (const [top, bottom] of rows) {
    if (top >= from + sideMin) {
      to = top
      break
    }
    from = Math.max(from, bottom)
  }
  if (from === 0 || to - from < sideMin) return 0
  return Math.min(added, Math.max(0, from + Math.min(0, (to - from - innerHeight) / 2)))
}

/** Returns how far fixed elements are moved. */
const findUncovered = (fixed: readonly HTMLElement[], added: number, showsGaps: boolean) => {
  const clipOf = (element: Element) => {
    for (const node of ancestorsOf(element)) {
      const { clipPath, clip, transform, filter } = getComputedStyle(node)
      if (transform !== 'none' || filter !== 'none') return undefined
      if (clipPath !== 'none' || clip !== 'auto') return boxOf(node)
    }
    return undefined
  }
  /** What is completely in the window at the top stays. */
  const distanceTo = ({ top, height }: DOMRect) => {
    if (top <= 0 || top + height <= innerHeight) return 0
    return height > innerHeight * 1.5 ? top : top + (height - innerHeight) / 2
  }
  const isCovered = (element: Element, { left, top, width, height }: DOMRect) => {
    const shares = [0.1, 0.5, 0.9]
    const points = shares.flatMap((x) => shares.map((y) => [left + width * x, top + height * y] as const))
    return !points.some(([x, y]) => contains(element, document.elementFromPoint(x, y)))
  }
  const isDrawn = (element: Element) => {
    const { position, backgroundColor, backgroundImage } = getComputedStyle(element)
    if (position === 'fixed' || element === document.body || element === document.documentElement)
      return false
    return hasOwnText(element) || backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)'
  }
  /** Whether nothing else is where the element would be at the end of the document. */
  const isFree = (element: HTMLElement, { top, bottom }: DOMRect) =>
    ![...elementsIn(document)].some((other) => {
      const box = boxOf(other)
      const isThere = box.bottom > top + added + 8 && box.top < bottom + added && box.width > 0
      return isThere && !contains(element, other) && isDrawn(other)
    })
  const isFooter = (element: HTMLElement, box: DOMRect) =>
    Math.abs(box.bottom - innerHeight) <= 1 &&
    unclobbered(element).computedStyleMap().get('top')?.toString() === 'auto' &&
    /\S/.test(textOf(element)) &&
    isCovered(element, box) &&
    isFree(element, box)
  const isInGap = (element: HTMLElement, box: DOMRect) =>
    (isSmallLayer(box) || !showsGaps) && hasPlaceBehind(element) && isCovered(element, box)
  let gap: number | undefined
  const toGap = () => (gap ??= distanceToGap(added))
  const uncovered = new Map<HTMLElement, number>()
  for (const element of fixed) {
    const box = boxOf(element)
    if (box.width * box.height === 0) continue
    const clip = clipOf(element)
    if (clip) uncovered.set(element, distanceTo(clip))
    else if (isFooter(element, box)) uncovered.set(element, added)
    else if (isInGap(element, box)) uncovered.set(element, toGap())
  }
  return uncovered
}

const lower = (element: HTMLElement, distance: number) => {
  const placed = { transition: 'none', position: 'absolute', inset: '0 auto auto 0', margin: '0' }
  const { left, top } = boxOf(element)
  const { offsetWidth: width, offsetHeight: height } = sizesOf(element)
  const size = { 'box-sizing': 'border-box', width: `${width}px`, height: `${height}px` }
  const { zIndex } = getComputedStyle(element)
  force(element, { ...placed, ...size, 'z-index': zIndex === 'auto' ? '0' : zIndex })
  const now = boxOf(element)
  force(element, { top: `${top + distance - now.top}px`, left: `${left - now.left}px` })
}
