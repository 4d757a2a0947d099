/// <reference lib="dom" />

import type { ScrollerLayout } from './remember-layout.ts'

/**
 * Makes the element that scrolls in the document's place, and everything around it, taller by `growth` CSS pixels than it is in
 * the remembered layout. Returns the height of its content after that.
 *
 * @param isBordered whether the scroller grows by a transparent border. Sizes in percent count from what is inside of it.
 */
export const expandScroller = (growth: number, isBordered: boolean): number => {
  const memory = globalThis as { stillframeScroller?: Element; stillframeLayout?: ScrollerLayout }
  const { stillframeScroller: scroller, stillframeLayout: layout } = memory
  if (!(layout && scroller instanceof HTMLElement)) return 0
  const force = (element: HTMLElement, styles: Record<string, string>) => {
    for (const [name, value] of Object.entries(styles))
      unclobbered(element).style.setProperty(name, value, 'important')
  }
  const setHeight = (element: HTMLElement, height: number) => {
    const length = `${height}px`
    force(element, { 'box-sizing': 'border-box', height: length, 'min-height': length, 'max-height': 'none' })
  }
  const expand = (element: HTMLElement, height: number) => {
    const { position, overflowX } = getComputedStyle(element)
    setHeight(element, height + growth)
    // Slides that wait next to the page stay hidden.
    const isCut = overflowX === 'hidden' || overflowX === 'clip'
    force(element, { transition: 'none', overflow: isCut ? 'clip visible' : 'visible', contain: 'none' })
    // What is fixed is no part of the document's height.
    if (position === 'fixed') force(element, { position: 'absolute' })
  }
  const { boxes, neighbours, borderWidth } = layout
  for (const { element, height } of boxes) expand(element, height)
  if (isBordered) force(scroller, { 'border-bottom': `${borderWidth + growth}px solid transparent` })
  for (const { element, height } of neighbours)
    if (unclobbered(element).offsetHeight > height) setHeight(element, height)
  return unclobbered(scroller).scrollHeight
}
