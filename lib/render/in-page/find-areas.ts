import { matchesOf, unclobbered } from './dom.ts'

/** Returns the boxes of the first `max` visible matches in CSS pixels, relative to the window, or to the document if `isOfDocument`. */
export const findAreas = (
  selectors: string[],
  isOfDocument: boolean,
  max: number,
): { x: number; y: number; width: number; height: number }[] => {
  const [left, top] = isOfDocument ? [scrollX, scrollY] : [0, 0]
  const areas = [...matchesOf(selectors.join(','))].flatMap((element) => {
    const { x, y, width, height } = unclobbered(element).getBoundingClientRect()
    return width > 0 && height > 0 ? [{ x: x + left, y: y + top, width, height }] : []
  })
  return areas.slice(0, max)
}
