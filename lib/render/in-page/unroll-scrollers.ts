import {
  ancestorsOf,
  attributeOf,
  boxOf,
  checkVisibility,
  force,
  forceForNow,
  htmlElements,
  isHtml,
  matches,
  parentOf,
  setAttribute,
  sizesOf,
  treeOf,
  unclobbered,
  withAncestors,
} from './dom.ts'
import { hiddenHeight, scrollsDown, scrollsSideways, takesHalfOfWindow } from './predicates.ts'
import { isMostlyLinks } from './scrape/boilerplate.ts'
import { emptyHeight, readContent, seenIn } from './seen.ts'
import type { Content, Growth } from './state.ts'

interface Size {
  width: number
  height: number
}

/**
 * Returns the elements that scroll and whose content paper would cut. Navigation, menus and small fixed boxes are none of them.
 *
 * @param paper the content area of a page, in CSS pixels. Content that fits into the window may not fit there.
 */
export const findCut = (paper: Size): HTMLElement[] => {
  const narrowing = Math.max(1, innerWidth / paper.width) * Math.max(1, innerHeight / paper.height)
  const aside =
    'nav, aside, menu, dialog, [role=navigation], [role=menu], [role=listbox], [role=dialog], [popover]'
  const lineMin = 16
  /** A column of text may keep its place as well as one of links. */
  const isStickyMenu = (part: Element) =>
    getComputedStyle(part).position === 'sticky' && !isHtml(part, 'form') && isMostlyLinks(part)
  const isAside = (element: Element) =>
    withAncestors(element).some(
      (part) => matches(part, aside) || getComputedStyle(part).position === 'fixed' || isStickyMenu(part),
    )
  /** A pane that has room to spare in the window may have none on paper. */
  const isFullOnPaper = (element: Element) => {
    const { children, clientHeight } = unclobbered(element)
    const bottoms = [...children].map((child) => boxOf(child).bottom)
    const height = Math.max(0, ...bottoms) - boxOf(element).top
    return height < clientHeight - 1 && height * narrowing > clientHeight
  }
  const isCut = (element: Element) => {
    if (sizesOf(element).clientHeight === 0) return false
    return hiddenHeight(element) > 1 || (takesHalfOfWindow(element) && isFullOnPaper(element))
  }
  const canScroll = (element: Element) => {
    if (element === document.documentElement) return false
    // Editors keep invisible fields of one line.
    return !(isHtml(element, 'textarea') && element.clientHeight < lineMin) && scrollsDown(element)
  }
  /** A column beside the window comes into view when the board scrolls. A panel that waits there does not. */
  const isOfBoard = (element: Element) =>
    ancestorsOf(element).some((part) => {
      const { scrollWidth, clientWidth } = sizesOf(part)
      return scrollWidth > clientWidth + 1 && scrollsSideways(part)
    })
  const isReachable = (element: Element) => {
    const { left, right } = boxOf(element)
    return (
      right > 0 &&
      (left < innerWidth || isOfBoard(element)) &&
      checkVisibility(element, { visibilityProperty: true })
    )
  }
  const isCutOnPaper = (element: Element) => isCut(element) && canScroll(element) && isReachable(element)
  return htmlElements((element) => isCutOnPaper(element) && (takesHalfOfWindow(element) || !isAside(element)))
}

/**
 * Lets these elements, and everything around them, grow with their content. Their width stays. Nothing becomes lower than it was, or shows
 * less: an element that would cause that does not grow.
 */
export const grow = (scrollers: readonly HTMLElement[], pageHeight: number): Growth => {
  const before = readContent(scrollers)
  // An empty box that scrolls is the scroll bar of another one.
  const growth = layOut(
    scrollers.filter((scroller) => seenIn(before, scroller) > 0),
    before,
    pageHeight,
  )
  const lost = lostBy(growth)
  if (lost.length === 0) return growth
  growth.undo()
  return grow(
    scrollers.filter((scroller) => !lost.includes(scroller)),
    pageHeight,
  )
}

/**
 * Undoes the growth of elements that show no more than before, or a screenful of nothing: a list that draws only what is in view keeps its
 * height. Returns what has grown, and whether anything was undone.
 */
export const keepFilled = (growth: Growth, pageHeight: number): { growth: Growth; isUndone: boolean } => {
  const { scrollers, before, heights } = growth
  const after = readContent(scrollers)
  const lost = lostBy(growth, after)
  const showsMore = (scroller: HTMLElement) =>
    seenIn(after, scroller) > seenIn(before, scroller) + 1 &&
    emptyHeight(after, scroller) <= (heights.get(scroller) ?? 0)
  const filled = scrollers.filter((scroller) => showsMore(scroller) && !lost.includes(scroller))
  if (filled.length === scrollers.length) return { growth, isUndone: false }
  growth.undo()
  return { growth: grow(filled, pageHeight), isUndone: true }
}

/** Returns the scrollers around which something is seen less than before. */
const lostBy = ({ scrollers, before }: Growth, after = readContent(scrollers)): HTMLElement[] => {
  const around = new Set(scrollers.flatMap((scroller) => [...withAncestors(scroller)]))
  const isLost = (element: Element) =>
    treeOf(element).isConnected && (after.seen.get(element) ?? 0) < (before.seen.get(element) ?? 0) / 2
  const lost = [...before.seen.keys()].filter(isLost)
  const causes = new Set(lost.map((element) => [...withAncestors(element)].find((part) => around.has(part))))
  return scrollers.filter((scroller) => [...withAncestors(scroller)].some((part) => causes.has(part)))
}

const layOut = (scrollers: readonly HTMLElement[], before: Content, pageHeight: number): Growth => {
  const heights = new Map(htmlElements(() => true).map((element) => [element, sizesOf(element).offsetHeight]))
  const positions = scrollers.map((scroller) => ({ scroller, top: unclobbered(scroller).scrollTop }))
  const styles = new Map<HTMLElement, string | null>()
  const change = (element: HTMLElement, changed: Record<string, string>) => {
    if (!styles.has(element)) styles.set(element, attributeOf(element, 'style'))
    force(element, changed)
  }
  const around = new Set(
    scrollers.flatMap((scroller) => [...withAncestors(scroller)].filter((part) => isHtml(part))),
  )
  const clipped = [...around].filter((element) => scrollers.includes(element) || scrollsSideways(element))
  const belows = scrollers.flatMap((scroller) =>
    [...withAncestors(scroller)].filter((part) => isHtml(part)).map((part) => belowOf(scroller, part)),
  )
  for (const element of around) unroll(element, scrollers.includes(element), change)
  const atLeast = (element: HTMLElement, height: number) => {
    if (boxOf(element).height < height - 1)
      change(element, { 'min-height': `${height}px`, 'box-sizing': 'border-box' })
  }
  // Sections as tall as the scroller, such as slides whose content is positioned, fit on a page.
  for (const [element, height] of heights)
    if (sizesOf(element).offsetHeight < height - 1) atLeast(element, Math.min(height, Math.floor(pageHeight)))
  for (const scroller of scrollers) atLeast(scroller, sizesOf(scroller).offsetHeight + hiddenHeight(scroller))
  for (const { scroller, part, below } of belows)
    if (isApartFrom(scroller, part)) atLeast(part, boxOf(scroller).bottom + below - boxOf(part).top)
  const undo = () => {
    for (const [element, style] of styles) setAttribute(element, 'style', style)
    for (const { scroller, top } of positions) unclobbered(scroller).scrollTop = top
  }
  return { scrollers, before, heights, clipped, undo }
}

/** Whether an element does not grow with another one in it, which is out of the flow. */
const isApartFrom = (inner: Element, around: Element) => {
  const parts = [...withAncestors(inner)]
  return parts
    .slice(0, parts.indexOf(around))
    .some((part) => /fixed|absolute/.test(getComputedStyle(part).position))
}

/** How much of an element around a scroller is below it. */
const belowOf = (scroller: HTMLElement, part: HTMLElement) => ({
  scroller,
  part,
  below: Math.max(0, boxOf(part).bottom - boxOf(scroller).bottom),
})

type Change = (element: HTMLElement, changed: Record<string, string>) => void

const unroll = (element: HTMLElement, isScroller: boolean, change: Change): void => {
  /** The names of the lines stay. */
  const rowsOf = (template: string) =>
    template
      .split(' ')
      .map((part) => (part.endsWith('px') ? 'auto' : part))
      .join(' ')
  const growField = (field: HTMLTextAreaElement) => {
    const width = `min(${field.offsetWidth}px, 100%)`
    change(field, { 'field-sizing': 'content', 'box-sizing': 'border-box', width })
  }
  /** What follows an element that is in the flow moves down as it grows. */
  const putInFlow = () => {
    const before = boxOf(element)
    const restore = forceForNow(element, { position: 'relative', inset: 'auto' })
    const { left, top, width } = boxOf(element)
    const moved = [left - before.left, top - before.top, width - before.width]
    if (moved.every((length) => Math.abs(length) <= 1)) return
    restore()
    change(element, { position: 'absolute', bottom: 'auto' })
  }
  const unrollIn = (parent: Element) => {
    const { display, flexDirection } = getComputedStyle(parent)
    if (/flex/.test(display) && flexDirection.startsWith('column'))
      change(element, { 'flex-basis': 'auto', 'flex-shrink': '0', 'min-height': 'auto' })
    // In a row that is taller than its content, it would seem to end empty.
    else if (isScroller && /flex|grid/.test(display)) change(element, { 'align-self': 'start' })
  }
  const { position, overflowX, overflowY, display, gridTemplateRows } = getComputedStyle(element)
  const { scrollWidth, clientWidth } = sizesOf(element)
  change(element, { transition: 'none', height: 'auto', 'max-height': 'none', contain: 'none' })
  if (isHtml(element, 'textarea')) growField(element)
  const isWide = overflowX !== 'visible' && scrollWidth > clientWidth
  if (overflowY !== 'visible') change(element, { overflow: isWide ? 'clip visible' : 'visible' })
  if (/fixed|absolute/.test(position)) putInFlow()
  if (/grid/.test(display)) change(element, { 'grid-template-rows': rowsOf(gridTemplateRows) })
  const parent = parentOf(element)
  if (parent) unrollIn(parent)
}
