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
