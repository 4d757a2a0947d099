import { boxOf, checkVisibility, sizesOf } from './dom.ts'

/*
 * What a script asks about an element, each once. A second meaning has a second name.
 */

/** The height of what an element scrolls to, in CSS pixels. */
export const hiddenHeight = (element: Element): number => {
  const { scrollHeight, clientHeight } = sizesOf(element)
  return scrollHeight - clientHeight
}

/** Whether an element is at least half as wide and half as high as the window. */
export const takesHalfOfWindow = (element: Element): boolean => {
  const { clientHeight, clientWidth } = sizesOf(element)
  return clientHeight >= innerHeight / 2 && clientWidth >= innerWidth / 2
}

/** Whether the styles of an element let it scroll down. Pages with an inner scroller hide the overflow of their body. */
export const scrollsDown = (element: Element): boolean => {
  const { overflowY } = getComputedStyle(element)
  return /auto|scroll/.test(overflowY) || (element === document.body && overflowY === 'hidden')
}

/** Whether the styles of an element let it scroll sideways. */
export const scrollsSideways = (element: Element): boolean =>
  /auto|scroll/.test(getComputedStyle(element).overflowX)

export const hasBox = (element: Element): boolean => {
  const { width, height } = boxOf(element)
  return width > 0 && height > 0
}

/** Whether nothing in the styles of an element or around it hides it. Transparent elements are invisible. */
export const isVisible = (element: Element): boolean =>
  checkVisibility(element, { opacityProperty: true, visibilityProperty: true })
