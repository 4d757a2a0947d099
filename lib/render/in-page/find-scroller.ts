/// <reference lib="dom" />

/**
 * Looks for the element that scrolls in the document's stead (application layouts: 100vh, overflow hidden, one large pane) and
 * remembers it in this world for the functions that scroll and expand it. Gives the height of one screenful.
 */
export const findScroller = (): { screenful: number } => {
  const memory = globalThis as { stillframeScroller?: Element | undefined }
  const root = document.scrollingElement ?? document.documentElement
  const hiddenHeight = (element: Element) => {
    const { scrollHeight, clientHeight } = unclobbered(element)
    return scrollHeight - clientHeight
  }
  const isScroller = (element: Element) => {
    if (element === root || element instanceof HTMLTextAreaElement) return false
    const { overflowY } = getComputedStyle(element)
    return /auto|scroll/.test(overflowY) || (element === document.body && overflowY === 'hidden')
  }
  function* elementsIn(parent: Document | ShadowRoot): Generator<Element> {
    for (const element of parent.querySelectorAll('*')) {
      yield element
      const { shadowRoot } = unclobbered(element)
      if (shadowRoot) yield* elementsIn(shadowRoot)
    }
  }
  // Shorter hidden parts are rounding, or a box that is meant to scroll.
  let most = Math.max(40, root ? unclobbered(root).scrollHeight - innerHeight : 0)
  let found: Element | undefined
  for (const element of elementsIn(document)) {
    const { clientHeight, clientWidth } = unclobbered(element)
    const isLarge = clientHeight >= innerHeight / 2 && clientWidth >= innerWidth / 2
    if (!isLarge || hiddenHeight(element) <= most || !isScroller(element)) continue
    most = hiddenHeight(element)
    found = element
  }
  memory.stillframeScroller = found
  return { screenful: Math.min(innerHeight, found ? unclobbered(found).clientHeight : innerHeight) }
}
