/// <reference lib="dom" />

/**
 * Waits until the first match of `selector` has a box, brings it into view, and gives the box in CSS pixels relative to the
 * document's top left corner. Undefined if none appears within `waitMs`.
 */
export const locateElement = async (
  selector: string,
  waitMs: number,
): Promise<{ x: number; y: number; width: number; height: number } | undefined> => {
  const endsMs = performance.now() + waitMs
  for (;;) {
    const element = [...document.querySelectorAll(selector)].find((match) => {
      const { width, height } = unclobbered(match).getBoundingClientRect()
      return width > 0 && height > 0 && unclobbered(match).checkVisibility({ visibilityProperty: true })
    })
    if (element) {
      unclobbered(element).scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const { x, y, width, height } = unclobbered(element).getBoundingClientRect()
      return { x: x + scrollX, y: y + scrollY, width, height }
    }
    if (performance.now() >= endsMs) return undefined
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
