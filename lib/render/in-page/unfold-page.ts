/// <reference lib="dom" />

/**
 * Goes to the top, asks for the images that would load only when scrolled to, and makes the inner scroller as tall as its
 * content. Can be called again when the content has grown. Gives the number of images that begin to load now.
 */
export const unfoldPage = (): { woken: number; isExpanded: boolean } => {
  const { stillframeScroller: scroller } = globalThis as { stillframeScroller?: Element | undefined }
  const root = document.scrollingElement ?? document.documentElement
  for (const element of scroller ? [root, scroller] : [root])
    element.scrollTo({ top: 0, left: 0, behavior: 'instant' })

  const lazy = document.querySelectorAll<HTMLImageElement>('img[loading="lazy" i]')
  for (const image of lazy) image.loading = 'eager'

  const force = (element: HTMLElement, styles: Record<string, string>) => {
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important')
  }
  const parentOf = (element: Element) => {
    const { parentNode } = element
    return parentNode instanceof ShadowRoot ? parentNode.host : element.parentElement
  }
  const growth = scroller ? scroller.scrollHeight - scroller.clientHeight : 0
  const expand = (element: HTMLElement) => {
    const { position } = getComputedStyle(element)
    const height = element.offsetHeight + growth
    force(element, {
      transition: 'none',
      overflow: 'visible',
      'box-sizing': 'border-box',
      height: `${height}px`,
      'min-height': `${height}px`,
      'max-height': 'none',
      contain: 'none',
    })
    // What is fixed is no part of the document's height.
    if (position === 'fixed') force(element, { position: 'absolute' })
  }
  // Everything around it grows by as much, so that headers, side bars and footers keep their own size.
  for (let element = growth > 0 ? scroller : null; element; element = parentOf(element))
    if (element instanceof HTMLElement) expand(element)
  return { woken: lazy.length, isExpanded: growth > 0 }
}
