import { boxOf, isHtml, parentOf, sizesOf } from './dom.ts'

/** Returns the size of the whole document in CSS pixels, even if its overflow is hidden, and whether it ends with the sides of the window. */
export const measureDocument = (): { width: number; height: number; isCut: boolean } => {
  const root = document.documentElement
  // A page can remove its root element.
  if (!root) return { width: innerWidth, height: innerHeight, isCut: true }
  const scrolling = document.scrollingElement ?? root
  const showsOverflow = (element: Element) => getComputedStyle(element).overflowX === 'visible'
  // The viewport uses the overflow of the body if the root element declares none.
  const owner = showsOverflow(root) && document.body ? document.body : root
  const { overflowX } = getComputedStyle(owner)
  // Off-canvas menus lie outside a page that hides its horizontal overflow.
  const isCut = overflowX === 'hidden' || overflowX === 'clip'
  const width = Math.max(
    innerWidth,
    isCut ? 0 : Math.max(sizesOf(scrolling).scrollWidth, sizesOf(root).scrollWidth),
  )
  return {
    width,
    height: Math.max(innerHeight, sizesOf(scrolling).scrollHeight, sizesOf(root).scrollHeight),
    isCut,
  }
}

/** Returns the size of the content in CSS pixels, even if it is smaller than the viewport, and the number of elements. */
export const measurePrint = (): { width: number; height: number; elements: number } => {
  const root = document.documentElement
  const { body } = document
  // A page can remove its root element.
  if (!root) return { width: innerWidth, height: 1, elements: 0 }
  const elements = [...document.querySelectorAll('*')]
  // Without a doctype the body is as tall as the viewport, regardless of its content.
  const isFillingBody = document.compatMode === 'BackCompat'
  const contentBottom = () => {
    const range = document.createRange()
    range.selectNodeContents(body)
    const { paddingBottom, marginBottom } = getComputedStyle(body)
    return (
      range.getBoundingClientRect().bottom +
      Number.parseFloat(paddingBottom) +
      Number.parseFloat(marginBottom)
    )
  }
  const bottomOf = (element: Element) => {
    if (element === root || (element === body && isFillingBody)) return 0
    const { height, bottom } = boxOf(element)
    return height > 0 && getComputedStyle(element).position !== 'fixed' ? bottom : 0
  }
  /** Whether something around an element clips it above this height. */
  const isClippedAt = (element: Element, height: number): boolean => {
    const { position } = getComputedStyle(element)
    const isLoose = position === 'absolute' && isHtml(element)
    const around = isLoose ? sizesOf(element).offsetParent : parentOf(element)
    if (!around || around === body || around === root) return false
    const isClipping = getComputedStyle(around).overflowY !== 'visible' && boxOf(around).bottom < height - 1
    return isClipping || isClippedAt(around, height)
  }
  const size = { width: sizesOf(root).scrollWidth, elements: elements.length }
  const scrolled = Math.max(sizesOf(root).scrollHeight, body ? sizesOf(body).scrollHeight : 0)
  if (scrolled > innerHeight) return { ...size, height: scrolled }
  let bottom = body && isFillingBody ? contentBottom() : boxOf(root).bottom
  for (const element of elements) {
    const lower = bottomOf(element)
    if (lower > bottom && !isClippedAt(element, lower)) bottom = lower
  }
  return { ...size, height: Math.ceil(bottom + scrollY) }
}

/** Returns the number of cells of each table, and its height in CSS pixels. */
export const measureTables = (): { cells: number; height: number }[] =>
  [...document.querySelectorAll('table')].map((table) => ({
    cells: table.querySelectorAll('td, th').length,
    height: table.offsetHeight,
  }))
