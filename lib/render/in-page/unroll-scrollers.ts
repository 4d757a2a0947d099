import {
  allIn,
  ancestorsOf,
  boxOf,
  checkVisibility,
  force,
  htmlElements,
  isHtml,
  matches,
  parentOf,
  sizesOf,
  unclobbered,
  withAncestors,
} from './dom.ts'
import { hiddenHeight, scrollsDown, scrollsSideways, takesHalfOfWindow } from './predicates.ts'

interface Size {
  width: number
  height: number
}

/**
 * Lets elements that scroll and whose content paper would cut, and everything around them, grow with their content. Their width stays.
 * Navigation, menus and small fixed boxes are none of them. Returns those elements, and those around them that scroll sideways, because
 * they are clipped from now on.
 *
 * @param paper the content area of a page, in CSS pixels. Content that fits into the window may not fit there.
 */
export const unrollScrollers = (paper: Size): HTMLElement[] => growWithContent(findCut(paper), paper.height)

const findCut = (paper: Size) => {
  const narrowing = Math.max(1, innerWidth / paper.width) * Math.max(1, innerHeight / paper.height)
  const aside =
    'nav, aside, menu, dialog, [role=navigation], [role=menu], [role=listbox], [role=dialog], [popover]'
  const lineMin = 16
  const isAside = (element: Element) =>
    withAncestors(element).some(
      (part) => matches(part, aside) || /fixed|sticky/.test(getComputedStyle(part).position),
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

/** Lets these elements, and everything around them, grow. Returns them, and those around them that scrolled sideways. */
export const growWithContent = (scrollers: readonly HTMLElement[], pageHeight: number): HTMLElement[] => {
  /** Sections as tall as the scroller keep their height, for example slides whose content is positioned. */
  const keepSections = (scroller: HTMLElement) => {
    const { clientHeight } = sizesOf(scroller)
    for (const section of allIn<HTMLElement>(scroller, ':not(img, video, canvas, iframe)')) {
      const { offsetHeight } = sizesOf(section)
      if (Math.abs(offsetHeight - clientHeight) <= 1)
        force(section, { 'min-height': `${Math.min(offsetHeight, Math.floor(pageHeight))}px` })
    }
  }
  /** The names of the lines stay. */
  const rowsOf = (template: string) =>
    template
      .split(' ')
      .map((part) => (part.endsWith('px') ? 'auto' : part))
      .join(' ')
  const growField = (field: HTMLTextAreaElement) => {
    const width = `min(${field.offsetWidth}px, 100%)`
    force(field, { 'field-sizing': 'content', 'box-sizing': 'border-box', width })
  }
  const unroll = (element: HTMLElement) => {
    const { position, overflowX, overflowY, display, gridTemplateRows } = getComputedStyle(element)
    const { scrollWidth, clientWidth } = sizesOf(element)
    force(element, { transition: 'none', height: 'auto', 'max-height': 'none', contain: 'none' })
    if (isHtml(element, 'textarea')) growField(element)
    const isWide = overflowX !== 'visible' && scrollWidth > clientWidth
    if (overflowY !== 'visible') force(element, { overflow: isWide ? 'clip visible' : 'visible' })
    if (/fixed|absolute/.test(position)) force(element, { position: 'absolute', bottom: 'auto' })
    if (/grid/.test(display)) force(element, { 'grid-template-rows': rowsOf(gridTemplateRows) })
  }
  const unrollInColumn = (element: HTMLElement, parent: Element) => {
    const { display, flexDirection } = getComputedStyle(parent)
    if (/flex/.test(display) && flexDirection.startsWith('column'))
      force(element, { 'flex-basis': 'auto', 'flex-shrink': '0', 'min-height': 'auto' })
  }
  for (const scroller of scrollers) if (scroller !== document.body) keepSections(scroller)
  const around = new Set(
    scrollers.flatMap((scroller) => [...withAncestors(scroller)].filter((part) => isHtml(part))),
  )
  const clipped = [...around].filter((element) => scrollers.includes(element) || scrollsSideways(element))
  for (const element of around) {
    unroll(element)
    const parent = parentOf(element)
    if (parent) unrollInColumn(element, parent)
  }
  return clipped
}
