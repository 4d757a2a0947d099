/// <reference lib="dom" />

/**
 * Returns the boxes of all visible matches in CSS pixels, relative to the window, or to the document if `isOfDocument`. Their number is
 * bounded because records contain them: one box around all matches takes the place of more.
 */
export const findAreas = (
  selectors: string[],
  isOfDocument: boolean,
): { x: number; y: number; width: number; height: number }[] => {
  const areasMax = 50
  const [left, top] = isOfDocument ? [scrollX, scrollY] : [0, 0]
  const areas = [...document.querySelectorAll(selectors.join(','))].flatMap((element) => {
    const { x, y, width, height } = unclobbered(element).getBoundingClientRect()
    return width > 0 && height > 0 ? [{ x: x + left, y: y + top, width, height }] : []
  })
  if (areas.length <= areasMax) return areas
  let [minX, minY, maxX, maxY] = [Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, -Number.MAX_VALUE]
  for (const { x, y, width, height } of areas) {
    minX = Math.min(minX, x)
    minY = Math.min(minY, y)
    maxX = Math.max(maxX, x + width)
    maxY = Math.max(maxY, y + height)
  }
  return [{ x: minX, y: minY, width: maxX - minX, height: maxY - minY }]
}
