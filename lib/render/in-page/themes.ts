import { isElement, unclobbered } from './dom.ts'
import { type Look, memory, type Rows } from './looks.ts'

/** The colors of an element, with the rows of the document that show them. */
interface Colors {
  colors: string
  rows: Rows
}

/** The colors of large elements at this scroll position. */
let now = new Map<Element, Colors>()
/** The same at all scroll positions before. */
const seen: (Colors & { element: Element })[] = []
/** The colors of these elements while the page is at its top. */
let top = new Map<Element, Colors>()
/** What has other colors elsewhere than at the top. */
let themed: Rows | undefined
/** Where large elements begin and end. */
let edges: number[] = []

/** Reads the colors of the page, of its large sections and of layers behind them, after `readLooks`. */
export const readColors = (): void => {
  const isLarge = ({ width, height }: DOMRect) => width >= innerWidth * 0.8 && height >= innerHeight * 0.25
  const isLayer = (element: Element) => {
    const { height } = unclobbered(element).getBoundingClientRect()
    return getComputedStyle(element).position === 'fixed' && height >= innerHeight
  }
  const looks = memory.now ?? new Map<Element, Look>()
  const sections = [...looks]
    .filter(([, { layoutTop }]) => !Number.isNaN(layoutTop))
    .map(([element]) => element)
  const { body, documentElement: root } = document
  const layers = body ? [...unclobbered(body).children].filter(isLayer) : []
  /** Colors that change on their own are no theme. */
  const changing = document.getAnimations().flatMap(({ effect, timeline }) => {
    const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
    const target = isEndless && timeline === document.timeline && effect && Reflect.get(effect, 'target')
    return isElement(target) ? [target] : []
  })
  const isWhole = (element: Element) => element === root || element === body
  const isRead = (element: Element) =>
    (isWhole(element) || isLarge(unclobbered(element).getBoundingClientRect())) &&
    !changing.some((target) => unclobbered(target).contains(element))
  const rowsOf = (element: Element): Rows => {
    const { top, bottom } = unclobbered(element).getBoundingClientRect()
    const [from, to] = isWhole(element) ? [0, innerHeight] : [Math.max(0, top), Math.min(innerHeight, bottom)]
    return [from + scrollY, to + scrollY]
  }
  const colorsOf = (element: Element) => {
    const { backgroundColor, backgroundImage, color, opacity } = getComputedStyle(element)
    // Slides of images change on their own, too.
    const gradients = backgroundImage.includes('url(') ? '' : backgroundImage
    return [backgroundColor, gradients, color, layers.includes(element) && opacity].join(' ')
  }
  const elements = [root, body, ...layers, ...sections].filter((element) => element != null)
  now = new Map(
    elements.filter(isRead).map((element) => [element, { colors: colorsOf(element), rows: rowsOf(element) }]),
  )
}

/** Remembers the colors at this scroll position. */
export const rememberColors = (): void => {
  for (const [element, colors] of now) seen.push({ element, ...colors })
}

/**
 * Returns what may have other colors while it is in view than while the page is at its top, from the edge of a section on. Colors were read once per
 * screenful, so others may have been there in between.
 */
export const findThemed = (): Rows[] => {
  top = now
  const isLarge = ({ left, right, top: from, bottom }: Look) =>
    right - left >= innerWidth * 0.8 && bottom - from >= innerHeight * 0.25
  const sections = [...(memory.top?.values() ?? [])].filter(isLarge)
  edges = sections.flatMap((look) => [look.top, look.bottom])
  const other = seen.filter(({ element, colors }) => top.has(element) && top.get(element)?.colors !== colors)
  if (other.length === 0) return []
  const from = Math.min(...other.map(({ rows }) => rows[0])) - innerHeight
  const to = Math.max(...other.map(({ rows }) => rows[1])) + innerHeight
  themed = [Math.max(0, ...edges.filter((edge) => edge <= from)), to]
  return [themed]
}

/**
 * Returns where a part with other colors ends that begins at `from`, at the edge of a section if possible. Returns null if the colors there are
 * always the same.
 */
export const findColorsEnd = (from: number): number | null => {
  if (!themed || themed[0] > from || themed[1] <= from) return null
  const heightMax = innerHeight * 0.7
  const next = Math.min(...edges.filter((edge) => edge > from + innerHeight * 0.2), from + 2 * heightMax)
  return from + (next - from) / Math.ceil((next - from) / heightMax)
}

/** Returns the rows of the window with other colors than at the top, in CSS pixels as the document is laid out at the top. */
export const compareColors = (): Rows[] => {
  const { lower = 0 } = memory
  const isOther = ([element, { colors }]: [Element, Colors]) =>
    top.has(element) && top.get(element)?.colors !== colors
  return [...now].filter(isOther).map(([, { rows }]): Rows => [rows[0] - lower, rows[1] - lower])
}
