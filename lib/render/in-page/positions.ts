/// <reference lib="dom" />

/**
 * Lays out what is fixed to the window as in a window as tall as the document, so that it does not float in the middle of the
 * picture: bars at its lower edge go to the document's end, what waits below the edge stays out, a backdrop reaches to the end.
 */
export const releaseFixed = (documentHeight: number): void => {
  const added = documentHeight - innerHeight
  if (added <= 0) return
  const force = (element: HTMLElement, styles: Record<string, string>) => {
    for (const [name, value] of Object.entries(styles))
      unclobbered(element).style.setProperty(name, value, 'important')
  }
  const ancestors = (element: Element) => {
    const found: Element[] = []
    for (
      let node = unclobbered(element).parentNode;
      node;
      node = node instanceof ShadowRoot ? node.host : unclobbered(node).parentNode
    )
      if (node instanceof Element) found.push(node)
    return found
  }
  const holdsFixed = (element: Element) => {
    const { transform, filter, backdropFilter, perspective, contain, willChange } = getComputedStyle(element)
    const isPlain = [transform, filter, backdropFilter, perspective].every((value) => value === 'none')
    return !isPlain || /paint|layout|strict|content/.test(contain) || /transform|filter/.test(willChange)
  }
  const isAtEdge = ({ top, bottom, height }: DOMRect) => {
    const below = innerHeight - bottom
    return top >= innerHeight - 1 || (height < innerHeight / 2 && below <= innerHeight * 0.15 && below < top)
  }
  const isBackdrop = ({ left, top, right, bottom }: DOMRect, zIndex: string) =>
    Number(zIndex) < 0 && left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight
  const lower = (element: HTMLElement, before: DOMRect) => {
    const { offsetHeight: height } = unclobbered(element)
    force(element, { transition: 'none', top: '0px', bottom: 'auto' })
    if (unclobbered(element).offsetHeight !== height)
      force(element, { 'box-sizing': 'border-box', height: `${height}px` })
    const offset = before.top - unclobbered(element).getBoundingClientRect().top
    force(element, { top: `${offset + added}px` })
  }
  function* elementsIn(parent: Document | ShadowRoot): Generator<Element> {
    for (const element of parent.querySelectorAll('*')) {
      yield element
      const { shadowRoot } = unclobbered(element)
      if (shadowRoot) yield* elementsIn(shadowRoot)
    }
  }
  const release = (element: HTMLElement) => {
    const { position, zIndex } = getComputedStyle(element)
    if (position !== 'fixed') return
    const box = unclobbered(element).getBoundingClientRect()
    if (box.height === 0 || ancestors(element).some(holdsFixed)) return
    if (isBackdrop(box, zIndex))
      force(element, { transition: 'none', bottom: 'auto', height: `${documentHeight}px` })
    else if (isAtEdge(box)) lower(element, box)
  }
  for (const element of elementsIn(document)) if (element instanceof HTMLElement) release(element)
}

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

/**
 * Called twice, with viewports of different heights: what is tall because the viewport is, then keeps the height that it had
 * at the first call. On a page as tall as its document, `100vh` would otherwise be all of it.
 */
export const pinHeights = (): void => {
  const memory = globalThis as { stillframeHeights?: Map<HTMLElement, string[]> | undefined }
  const names = ['height', 'min-height', 'max-height'] as const
  const read = (element: HTMLElement) => {
    const styles = getComputedStyle(element)
    return names.map((name) => styles.getPropertyValue(name))
  }
  // Without a doctype these two fill any viewport, and leave it at that on paper.
  const isFilling = (element: Element) =>
    document.compatMode === 'BackCompat' &&
    (element === document.body || element === document.documentElement)
  if (memory.stillframeHeights === undefined) {
    const elements = [...document.querySelectorAll<HTMLElement>('*')].filter(
      (element) => element instanceof HTMLElement && !isFilling(element),
    )
    memory.stillframeHeights = new Map(elements.map((element) => [element, read(element)]))
    return
  }
  // All are read before one is changed: a change would move the others.
  const now = [...memory.stillframeHeights].map(([element, before]) => ({
    element,
    before,
    after: read(element),
  }))
  for (const { element, before, after } of now)
    for (const [index, name] of names.entries())
      if (before[index] !== after[index])
        unclobbered(element).style.setProperty(name, before[index] ?? '', 'important')
}
