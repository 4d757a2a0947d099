import { readAtBeginning } from './animations.ts'
import { boxOf, elementsIn, unclobbered, withAncestors } from './dom.ts'
import { type Colors, state } from './state.ts'

const isSection = ({ width, height }: DOMRect) => width >= innerWidth * 0.8 && height >= innerHeight * 0.25

/** The large sections that scroll with the page. */
const sections = () =>
  [...elementsIn(document.body)].filter(
    (element) =>
      isSection(boxOf(element)) &&
      withAncestors(element).every((node) => !/fixed|sticky/.test(getComputedStyle(node).position)),
  )

/** Reads the colors of the page, of its large sections and of layers behind them. */
const readColors = (): Colors[] => {
  const { body, documentElement: root } = document
  if (!body) return []
  const layers = [...unclobbered(body).children].filter(
    (element) => getComputedStyle(element).position === 'fixed' && boxOf(element).height >= innerHeight,
  )
  const colorsOf = (element: Element) => {
    const { backgroundColor, backgroundImage, color, opacity } = getComputedStyle(element)
    // Slides of images change on their own, too.
    const gradients = backgroundImage.includes('url(') ? '' : backgroundImage
    return [backgroundColor, gradients, color, layers.includes(element) && opacity].join(' ')
  }
  return [root, body, ...layers, ...sections()].map((element) => {
    const { top, bottom } = boxOf(element)
    const isWhole = element === root || element === body
    const from = scrollY + (isWhole ? 0 : Math.max(0, top))
    const to = scrollY + (isWhole ? innerHeight : Math.min(innerHeight, bottom))
    return { element, colors: colorsOf(element), from, to }
  })
}

/** Remembers the colors at this scroll position. */
export const rememberColors = (): void => {
  state.stops.colors.push(...readAtBeginning(readColors).filter(({ from, to }) => from < to))
}

/**
 * Returns the rows that may have other colors while they are in view than now, while the page is at its top, with the edges of the large sections.
 * Returns null if no color depends on the scroll position. Colors were read once per screenful, so others may have been there in between.
 */
export const findThemed = (): { rows: [top: number, bottom: number]; edges: number[] } | null => {
  const top = new Map(readAtBeginning(readColors).map(({ element, colors }) => [element, colors]))
  const other = state.stops.colors.filter(
    ({ element, colors }) => top.has(element) && top.get(element) !== colors,
  )
  if (other.length === 0) return null
  const edges = sections().flatMap((element) => {
    const { top: from, bottom } = boxOf(element)
    return [from + scrollY, bottom + scrollY]
  })
  const from = Math.min(...other.map((colors) => colors.from)) - innerHeight
  const to = Math.max(...other.map((colors) => colors.to)) + innerHeight
  return { rows: [from, to], edges }
}
