/// <reference lib="dom" />

/**
 * Goes to the top and makes the inner scroller as tall as its content. Can be called again when the content has grown.
 */
export const unfoldPage = (): { isExpanded: boolean } => {
  const { stillframeScroller: scroller } = globalThis as { stillframeScroller?: Element | undefined }
  const root = document.scrollingElement ?? document.documentElement
  const force = (element: HTMLElement, styles: Record<string, string>) => {
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important')
  }
  for (const element of scroller ? [root, scroller] : [root]) {
    // A snap point below a header would keep the page from its very top.
    if (element instanceof HTMLElement) force(element, { 'scroll-snap-type': 'none' })
    element.scrollTo({ top: 0, left: 0, behavior: 'instant' })
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
  return { isExpanded: growth > 0 }
}
