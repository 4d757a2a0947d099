import { boxOf, checkVisibility, contains, forceForNow, htmlElements } from './dom.ts'
import { type Area, state } from './state.ts'

const areaOf = (element: Element): Area => {
  const { left, top, width, height } = boxOf(element)
  return { x: left + scrollX, y: top + scrollY, width, height }
}

const isFixed = (element: Element) => getComputedStyle(element).position === 'fixed'

/** Whether a fixed element is hidden while the document is captured at a scroll position, because it may be a bar. */
export const isSmallLayer = ({ width, height }: { width: number; height: number }): boolean =>
  width * height < (innerWidth * innerHeight) / 4

/** Fixed and sticky elements. A layer that fills the window is none of them. */
const looseElements = () =>
  htmlElements((element) => {
    if (!/^(fixed|sticky)$/.test(getComputedStyle(element).position)) return false
    const { width, height } = areaOf(element)
    const isWide = width >= innerWidth * 0.8 && height >= innerHeight * 0.5
    return width > 0 && height > 0 && !isWide
  })

/** Remembers how fixed and sticky elements are while the page is at its top, for `hideBars`. Returns the areas of the fixed ones. */
export const rememberBars = (): Area[] => {
  const isUppermost = (element: HTMLElement) => {
    const { left, top, width, height } = boxOf(element)
    if (!checkVisibility(element, { opacityProperty: true })) return false
    return contains(element, document.elementFromPoint(left + width / 2, top + height / 2))
  }
  const loose = looseElements()
  state.stops.bars = new Map(
    loose.map((element) => [element, { y: areaOf(element).y, isShown: isUppermost(element) }]),
  )
  return loose.filter(isFixed).map(areaOf)
}

/**
 * Hides the bars until `showBars`: sticky elements that are away from their place, and fixed ones that are small, or that are shown at the top
 * already. A large one that is shown only at this scroll position is its content, such as one of several slides.
 *
 * @param lower how much lower the document is laid out than at the top
 */
export const hideBars = (lower: number): void => {
  const isBar = (element: HTMLElement) => {
    const area = areaOf(element)
    const before = state.stops.bars.get(element)
    if (!isFixed(element)) return !before || Math.abs(area.y - lower - before.y) > 8
    return before?.isShown || isSmallLayer(area)
  }
  const bars = looseElements().filter(isBar)
  state.stops.hidden.push(...bars.map((bar) => forceForNow(bar, { transition: 'none', opacity: '0' })))
}

/** Shows what has been hidden. */
export const showBars = (): void => {
  for (const show of state.stops.hidden.toReversed()) show()
  state.stops.hidden = []
}
