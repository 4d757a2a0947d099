import { firstIn, force, htmlElements, isHtml, isSvg, sizesOf, treeOf, unclobbered } from './dom.ts'
import { hiddenHeight, scrollsSideways } from './predicates.ts'
import { grow } from './unroll-scrollers.ts'

/**
 * Lets code wrap on paper, which does not scroll. Returns the other elements that scroll sideways.
 *
 * @param scrollers those that did before they were unrolled
 */
export const wrapCode = (scrollers: readonly HTMLElement[]): HTMLElement[] => {
  const roots: readonly (Element | null)[] = [document.body, document.documentElement]
  const isCode = (element: Element) => getComputedStyle(element).whiteSpace === 'pre'
  const wrap = (element: HTMLElement) => {
    for (const part of [element, ...unclobbered(element).querySelectorAll('*')]) {
      if (isHtml(part) && isCode(part))
        force(part, { 'white-space': 'pre-wrap', 'overflow-wrap': 'anywhere' })
    }
  }
  const found = htmlElements(
    (element) =>
      (scrollsSideways(element) || scrollers.includes(element)) &&
      !roots.includes(element) &&
      !isHtml(element, 'textarea') &&
      sizesOf(element).clientWidth > 0,
  )
  for (const element of found) if (isCode(element)) wrap(element)
  return found.filter(
    (element) => getComputedStyle(element).whiteSpace !== 'pre-wrap' || firstIn(element, 'table'),
  )
}

/**
 * Makes the content of elements that scroll sideways as narrow as they are: rows of cards and texts wrap, and what is wider still, such as a
 * table, is made smaller. Those that would cut the further rows grow. The viewport must have the width of the paper.
 */
export const fitWide = (sideways: readonly HTMLElement[], pageHeight: number): void => {
  /** A smaller text is not readable. Cells wrap before. */
  const zoomReadable = 0.5
  const zoomMin = 0.1
  const shareOf = (element: HTMLElement) => {
    const { clientWidth, scrollWidth } = sizesOf(element)
    return scrollWidth > clientWidth + 1 ? clientWidth / scrollWidth : 1
  }
  const partsOf = (element: HTMLElement) => [
    element,
    ...[...unclobbered(element).querySelectorAll('*')].filter((part) => isHtml(part)),
  ]
  const wrapTexts = (element: HTMLElement) => {
    for (const part of partsOf(element))
      if (/nowrap|^pre$/.test(getComputedStyle(part).whiteSpace)) force(part, { 'white-space': 'pre-line' })
  }
  const wrapRows = (element: HTMLElement) => {
    const rows = [element, ...unclobbered(element).children].filter((part) => isHtml(part))
    for (const row of rows) {
      const { display, flexDirection, whiteSpace } = getComputedStyle(row)
      if (/flex/.test(display) && flexDirection === 'row')
        force(row, { 'flex-wrap': 'wrap', 'min-width': '0' })
      if (whiteSpace === 'nowrap' && !isHtml(row, 'table')) force(row, { 'white-space': 'normal' })
    }
  }
  const shrink = (element: HTMLElement) => {
    let zoom = 1
    // Widths are rounded, and borders do not shrink in proportion.
    for (let attempt = 0; attempt < 3 && shareOf(element) < 1; attempt++) {
      zoom = Math.max(zoomMin, zoom * shareOf(element) * 0.99)
      for (const child of treeOf(element).children)
        if (isHtml(child) || isSvg(child)) force(child, { zoom: `${zoom}` })
    }
  }
  const hiddenBefore = new Map(sideways.map((scroller) => [scroller, hiddenHeight(scroller)]))
  // Inner ones first, because outer ones shrink them as well.
  for (const scroller of sideways.toReversed()) {
    if (shareOf(scroller) < 1) wrapRows(scroller)
    if (shareOf(scroller) < zoomReadable) wrapTexts(scroller)
    shrink(scroller)
  }
  const cut = sideways.filter((scroller) => hiddenHeight(scroller) > (hiddenBefore.get(scroller) ?? 0) + 1)
  grow(cut, pageHeight)
}
