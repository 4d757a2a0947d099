/// <reference lib="dom" />

/**
 * Asks for what would load or be drawn only when scrolled to: lazy images, and content that `content-visibility` skips.
 * Gives how many there were.
 */
export const wakeContent = (): number => {
  function* elementsIn(parent: Document | ShadowRoot): Generator<Element> {
    for (const element of parent.querySelectorAll('*')) {
      yield element
      if (element.shadowRoot) yield* elementsIn(element.shadowRoot)
    }
  }
  let woken = 0
  const wake = (element: HTMLElement) => {
    const isLazy =
      (element instanceof HTMLImageElement || element instanceof HTMLIFrameElement) &&
      element.loading === 'lazy'
    if (isLazy) element.loading = 'eager'
    const isSkipped = getComputedStyle(element).contentVisibility === 'auto'
    if (isSkipped) element.style.setProperty('content-visibility', 'visible', 'important')
    if (isLazy || isSkipped) woken++
  }
  for (const element of elementsIn(document)) if (element instanceof HTMLElement) wake(element)
  return woken
}
