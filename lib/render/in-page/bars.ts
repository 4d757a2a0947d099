import { htmlElements, unclobbered } from './dom.ts'

/** An inline style as it was before. */
type HiddenStyle = [element: HTMLElement, name: string, value: string, priority: string]

let hidden: HiddenStyle[] = []

/** Hides an element until `showBars`. */
export const hideUntilShown = (element: HTMLElement): void => {
  const { style } = unclobbered(element)
  // The last one is shown first.
  for (const [name, value] of Object.entries({ transition: 'none', opacity: '0' })) {
    hidden.push([element, name, style.getPropertyValue(name), style.getPropertyPriority(name)])
    style.setProperty(name, value, 'important')
  }
}

/**
 * Returns the areas of the elements that keep their place in the window while the page scrolls, in CSS pixels relative to the document:
 * fixed ones, and sticky ones that stick. A layer that fills the window is none of them.
 *
 * @param isHiding whether they are hidden until `showBars`
 */
export const findBars = (isHiding: boolean): { x: number; y: number; width: number; height: number }[] => {
  const isFilling = ({ width, height }: DOMRect) => width >= innerWidth * 0.8 && height >= innerHeight * 0.5
  const isStuck = (element: Element, { top, bottom }: DOMRect) => {
    const styles = getComputedStyle(element)
    const isNear = (edge: string, distance: number) => Math.abs(Number.parseFloat(edge) - distance) < 1.5
    return isNear(styles.top, top) || isNear(styles.bottom, innerHeight - bottom)
  }
  const isBar = (element: Element) => {
    const { position } = getComputedStyle(element)
    if (position !== 'fixed' && position !== 'sticky') return false
    const box = unclobbered(element).getBoundingClientRect()
    if (box.width === 0 || box.height === 0 || isFilling(box)) return false
    return position === 'fixed' || isStuck(element, box)
  }
  const bars = htmlElements(isBar)
  const areas = bars.map((bar) => {
    const { left, top, width, height } = unclobbered(bar).getBoundingClientRect()
    return { x: left + scrollX, y: top + scrollY, width, height }
  })
  if (isHiding) bars.forEach(hideUntilShown)
  return areas
}

/** Shows what has been hidden. */
export const showBars = (): void => {
  for (const [bar, name, value, priority] of hidden.reverse()) {
    unclobbered(bar).style.setProperty(name, value, priority)
    // It must not fade in, so its opacity takes effect before its transition.
    if (name === 'opacity') getComputedStyle(bar).opacity
  }
  hidden = []
}
