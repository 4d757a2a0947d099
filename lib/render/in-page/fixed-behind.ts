import {
  ancestorsOf,
  boxOf,
  contains,
  elementsIn,
  force,
  hasOwnText,
  sizesOf,
  textOf,
  unclobbered,
} from './dom.ts'

/**
 * Lays out fixed elements that a visitor sees only further down where they are seen: footers that the content uncovers at the end of the
 * document, and layers that show through an element with a clip. They scroll with the page from then on.
 */
export const releaseUncovered = (fixed: readonly HTMLElement[], documentHeight: number): void => {
  if (documentHeight <= innerHeight) return
  // All are found before the first change, because a change may move the others.
  for (const [element, distance] of findUncovered(fixed, documentHeight - innerHeight))
    if (distance !== 0) lower(element, distance)
}

/** Returns how far fixed elements are moved. */
const findUncovered = (fixed: readonly HTMLElement[], added: number) => {
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
  const uncovered = new Map<HTMLElement, number>()
  for (const element of fixed) {
    const box = boxOf(element)
    if (box.width * box.height === 0) continue
    const clip = clipOf(element)
    if (clip) uncovered.set(element, distanceTo(clip))
    else if (isFooter(element, box)) uncovered.set(element, added)
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
