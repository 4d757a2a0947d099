/// <reference lib="dom" />

/**
 * Undoes what depends on how far the page is scrolled, as everything of it is in the picture at once: bars that stick to the window's
 * lower edge go to their own place, and a fixed background, which would be drawn in the first screenful alone, goes along.
 */
export const releaseSticky = (): void => {
  const force = (element: HTMLElement, styles: Record<string, string>) => {
    for (const [name, value] of Object.entries(styles))
      unclobbered(element).style.setProperty(name, value, 'important')
  }
  const parentOf = (element: Element) => {
    const { parentNode, parentElement } = unclobbered(element)
    return parentNode instanceof ShadowRoot ? parentNode.host : parentElement
  }
  const isInScroller = (element: Element) => {
    for (let parent = parentOf(element); parent && parent !== document.body; parent = parentOf(parent))
      if (/auto|scroll|hidden/.test(getComputedStyle(parent).overflowY))
        return parent !== document.documentElement
    return false
  }
  function* elementsIn(parent: Document | ShadowRoot): Generator<Element> {
    for (const element of parent.querySelectorAll('*')) {
      yield element
      const { shadowRoot } = unclobbered(element)
      if (shadowRoot) yield* elementsIn(shadowRoot)
    }
  }
  const release = (element: HTMLElement) => {
    const { position, bottom, backgroundAttachment } = getComputedStyle(element)
    if (backgroundAttachment.includes('fixed')) force(element, { 'background-attachment': 'scroll' })
    if (position === 'sticky' && bottom !== 'auto' && !isInScroller(element))
      force(element, { position: 'relative', inset: 'auto' })
  }
  for (const element of elementsIn(document)) if (element instanceof HTMLElement) release(element)
}
