import {
  boxOf,
  documentOf,
  elementsIn,
  hasOwnText,
  isHtml,
  isSvg,
  matchesOf,
  nameOf,
  rootsIn,
  sizesOf,
  treeOf,
  unclobbered,
  withAncestors,
} from './dom.ts'
import { isVisible } from './predicates.ts'
import { type Place, state } from './state.ts'

const createLocate = () => {
  const known = new Map<Element, Place>()
  const locate = (element: Element): Place => {
    const found = known.get(element)
    if (found) return found
    const { left, top } = boxOf(element)
    const place = isHtml(element) ? locateIn(element) : { x: left + scrollX, y: top + scrollY, isLoose: true }
    known.set(element, place)
    return place
  }
  const locateIn = (element: HTMLElement): Place => {
    const { offsetLeft, offsetTop, offsetParent } = sizesOf(element)
    const parent = offsetParent ? locate(offsetParent) : { x: 0, y: 0, isLoose: false }
    const { clientLeft = 0, clientTop = 0 } = offsetParent ? unclobbered(offsetParent) : {}
    const isLoose = parent.isLoose || /fixed|sticky/.test(getComputedStyle(element).position)
    return { x: parent.x + offsetLeft + clientLeft, y: parent.y + offsetTop + clientTop, isLoose }
  }
  return locate
}

/** Text or an image, the same while it is transparent or hidden, or an element that can only have a background. */
type Kind = 'filled' | 'hidden' | 'plain'

export type Content = [kind: Kind, x: number, y: number, width: number, height: number]

const hasInk = (element: Element) =>
  /^(img|canvas|input|object|svg)$/.test(nameOf(element)) || hasOwnText(element)

/** Unlike a menu, which is laid out over something else. */
const isInFlowOfPage = (element: Element) =>
  withAncestors(element).every((node) => !/absolute|fixed/.test(getComputedStyle(node).position))

/** Returns undefined for what is hidden in the first window and not in flow, because it is so for a visitor as well. */
const kindOf = (element: Element, { y }: Place): Kind | undefined => {
  if (isVisible(element)) return hasInk(element) ? 'filled' : 'plain'
  return y >= innerHeight || isInFlowOfPage(element) ? 'hidden' : undefined
}

const sizeOf = (element: Element) => {
  if (!isHtml(element)) return boxOf(element)
  const { offsetWidth: width, offsetHeight: height } = sizesOf(element)
  return { width, height }
}

/** Text, images and elements that can only have a background, if they are larger than a letter. */
const locatable = (root: Document) => {
  const sideMin = 8
  const isInDrawing = (element: Element) => isSvg(element) && element.ownerSVGElement !== null
  const hasNoElements = (element: Element) => treeOf(element).childElementCount === 0
  return [...elementsIn(root)].filter((element) => {
    if (isInDrawing(element) || !(hasInk(element) || hasNoElements(element))) return false
    const { width, height } = sizeOf(element)
    return width >= sideMin && height >= sideMin
  })
}

const toContents = (element: Element, place: Place): Content[] => {
  /** Videos and frames of other origins are drawn only while they are in view, so they are captured as sections. */
  const isMedia = /^(video|iframe|embed)$/.test(nameOf(element))
  const kind = isMedia ? undefined : kindOf(element, place)
  const { width, height } = sizeOf(element)
  return kind ? [[kind, place.x, place.y, width, height]] : []
}

/** Returns where contents of the frames of the same origin are drawn, without what a frame cuts off. */
const contentsInFrames = (root: Document, origin: { x: number; y: number }): Content[] =>
  [...matchesOf('iframe, frame, object', rootsIn(root))].flatMap((frame) => {
    const inner = documentOf(frame)
    if (!inner) return []
    const { x, y, width, height } = boxOf(frame)
    const { clientLeft, clientTop } = unclobbered(frame)
    const corner = { x: origin.x + x + clientLeft, y: origin.y + y + clientTop }
    const contents = locatable(inner).flatMap((element) => {
      const { left, right, top, bottom } = boxOf(element)
      const isCut = right <= 0 || bottom <= 0 || left >= width || top >= height
      return isCut ? [] : toContents(element, { x: corner.x + left, y: corner.y + top, isLoose: false })
    })
    return [...contents, ...contentsInFrames(inner, corner)]
  })

/** Returns where contents are laid out, and remembers it for `findLower`. */
export const findContents = (): Content[] => {
  // An image of 30,000 px has as many lines of text in three columns.
  const countMax = 5000
  const locate = createLocate()
  const places = new Map(locatable(document).map((element) => [element, locate(element)]))
  state.stops.places = places
  const contents = [...places].flatMap(([element, place]) => toContents(element, place))
  return [...contents, ...contentsInFrames(document, { x: scrollX, y: scrollY })].slice(0, countMax)
}

/** Each of the offsets that add up to a place is rounded, and other elements have them while an element is moved (`parts` of the tests). */
const roundingMax = 2

/** Returns how much lower most of what is in the window is laid out than at the top, and whether less than four fifths agree. */
export const findLower = (): { lower: number; isUneven: boolean } => {
  const locate = createLocate()
  const found: number[] = []
  for (const [element, { y, isLoose }] of state.stops.places) {
    if (isLoose) continue
    const { bottom, top } = boxOf(element)
    if (bottom <= 0 || top >= innerHeight || !treeOf(element).isConnected) continue
    const now = locate(element)
    const lower = Math.round(now.y - y)
    // A script pins it with `position: relative`, or has laid it out elsewhere.
    if (now.isLoose || Math.abs(lower) > innerHeight / 2) continue
    found.push(lower)
  }
  const counts = [...Map.groupBy(found, (lower) => lower)].sort(
    ([, one], [, other]) => other.length - one.length,
  )
  const [[lower] = [0]] = counts
  const agreeing = found.filter((other) => Math.abs(other - lower) <= roundingMax)
  return { lower, isUneven: agreeing.length < found.length * 0.8 }
}

const placeOf = (element: Element) => {
  const { x, y, width, height } = boxOf(element)
  return new DOMRect(x + scrollX, y + scrollY, width, height)
}

const visible = () => [...elementsIn(document)].filter((element) => hasInk(element) && isVisible(element))

/** Remembers what the window shows, for `lacksShown`. */
export const rememberShown = (): void => {
  for (const element of visible()) {
    const place = placeOf(element)
    if (place.bottom > scrollY && place.top < scrollY + innerHeight) state.stops.shown.set(element, place)
  }
}

/** Returns whether something that the window has shown is hidden now, and nothing else is in its place. */
export const lacksShown = (): boolean => {
  const now = new Map(visible().map((element) => [element, placeOf(element)]))
  const overlap = (one: DOMRect, other: DOMRect) =>
    one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
  return [...state.stops.shown].some(
    ([element, place]) => !now.has(element) && ![...now.values()].some((other) => overlap(place, other)),
  )
}
