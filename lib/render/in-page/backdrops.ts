import {
  alphaOf,
  boxOf,
  contains,
  elementsIn,
  force,
  isHtml,
  isIn,
  matches,
  sizesOf,
  textOf,
  withAncestors,
} from './dom.ts'
import { createPseudoRules } from './pseudo-rules.ts'
import { state } from './state.ts'

/**
 * Returns the elements that are uppermost at nine points of the window and scroll with the page. What keeps its place in the
 * window and covers it otherwise lies behind them.
 */
export const findFront = (): Element[] => {
  const shares = [0.1, 0.5, 0.9]
  const scrolls = (element: Element) =>
    withAncestors(element).every((node) => !/fixed|sticky/.test(getComputedStyle(node).position))
  const points = shares.flatMap((x) => shares.map((y) => [innerWidth * x, innerHeight * y] as const))
  return points.flatMap(([x, y]) => document.elementFromPoint(x, y) ?? []).filter(scrolls)
}

const coversWindow = ({ left, top, right, bottom }: DOMRect) =>
  left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight

/** Whether a layer behind the content has a place in the document, unlike a background that is spread over it. */
export const hasPlaceBehind = (layer: HTMLElement): boolean =>
  Number(getComputedStyle(layer).zIndex) < 0 && (!coversWindow(boxOf(layer)) || showsThrough(layer))

/**
 * Spreads what keeps its place in the window and covers it over the whole document: backgrounds behind the content, and translucent layers,
 * such as a dialog's backdrop.
 */
export const spreadBackdrops = (front: readonly Element[], documentHeight: number): void => {
  const spreadElements = new Set<HTMLElement>()
  state.stops.backdrops.elements = spreadElements
  const added = documentHeight - innerHeight
  if (added <= 0) return
  const isBackground = (element: Element, zIndex: string) => {
    const isEmpty = !/\S/.test(textOf(element))
    return Number(zIndex) < 0 || (isEmpty && front.some((other) => !contains(element, other)))
  }
  const isTranslucent = ({ backgroundColor, backgroundImage, opacity }: CSSStyleDeclaration) => {
    const visible = alphaOf(backgroundColor) * Number(opacity)
    return backgroundImage === 'none' && visible > 0 && visible < 1
  }
  const spread = { transition: 'none', bottom: 'auto', 'max-height': 'none', height: `${documentHeight}px` }
  // The content of a layer keeps its place.
  const layer = { ...spread, 'box-sizing': 'border-box', 'border-bottom': `${added}px solid transparent` }
  const stylesFor = (element: HTMLElement): Record<string, string> => {
    const styles = getComputedStyle(element)
    if (styles.position !== 'fixed' || styles.visibility !== 'visible') return {}
    const box = boxOf(element)
    if (!coversWindow(box)) return {}
    if (isBackground(element, styles.zIndex)) return { ...spread, width: `${box.width}px` }
    return isTranslucent(styles) ? layer : {}
  }
  for (const element of elementsIn(document)) {
    if (!isHtml(element)) continue
    const styles = stylesFor(element)
    if (Object.keys(styles).length > 0 && !showsThrough(element)) spreadElements.add(element)
    force(element, styles)
  }
}

/** Returns whether a layer behind the content has more than a background, which a visitor sees only through a gap further down. */
const showsThrough = (layer: HTMLElement): boolean => {
  if (!(Number(getComputedStyle(layer).zIndex) < 0)) return false
  const sideMin = 64
  const hasOpaqueColor = (element: Element) => alphaOf(getComputedStyle(element).backgroundColor) === 1
  /** The content that scrolls over it, apart from the page. */
  const covers = (element: Element) =>
    element !== document.documentElement &&
    element !== document.body &&
    !isIn(layer, element) &&
    hasOpaqueColor(element)
  const isCoveredTile = (element: Element) => {
    const { left, top, width, height } = boxOf(element)
    if (width < sideMin || height < sideMin || (width >= innerWidth && height >= innerHeight)) return false
    return document.elementsFromPoint(left + width / 2, top + height / 2).some(covers)
  }
  return /\S/.test(textOf(layer)) || [...elementsIn(layer)].some(isCoveredTile)
}

/** The same for pseudo-elements, whose fixed backgrounds scroll along as well. They have no inline styles, so sheets have the rules. */
export const spreadPseudoBackdrops = (front: readonly Element[], documentHeight: number): void => {
  const rules = createPseudoRules()
  const spread = `bottom: auto !important; height: ${documentHeight}px !important; /* place */`
  const pseudoCoversWindow = ({ left, top, width, height }: CSSStyleDeclaration) => {
    const [x = 1, y = 1, w = 0, h = 0] = [left, top, width, height].map(Number.parseFloat)
    return x <= 0 && y <= 0 && x + w >= innerWidth && y + h >= innerHeight
  }
  const isBehind = (element: Element, zIndex: string) =>
    Number(zIndex) < 0 || front.some((other) => other !== element)
  const spreadPseudo = (element: Element, pseudo: string) => {
    const styles = getComputedStyle(element, pseudo)
    if (styles.content === 'none') return
    if (styles.backgroundAttachment.includes('fixed'))
      rules.add(element, pseudo, 'background-attachment: scroll !important')
    if (styles.position === 'fixed' && pseudoCoversWindow(styles) && isBehind(element, styles.zIndex))
      rules.add(element, pseudo, spread)
  }
  for (const element of elementsIn(document)) {
    if (!isHtml(element)) continue
    // Pseudo-elements of smaller ones are ornaments.
    if (sizesOf(element).offsetWidth >= innerWidth / 2)
      for (const pseudo of ['::before', '::after']) spreadPseudo(element, pseudo)
    if (matches(element, ':modal, :popover-open')) rules.add(element, '::backdrop', spread)
  }
  state.stops.backdrops.rules = rules.apply()
}

/** Moves backgrounds that `spreadBackdrops` has spread, and that keep their place in the window, to where the document at its top has them. */
export const alignBackdrops = (lower: number): void => {
  const translate = `0px ${lower - scrollY}px`
  const { elements, rules } = state.stops.backdrops
  for (const element of elements) force(element, { translate })
  for (const [sheet, text] of rules)
    sheet.replaceSync(text.replaceAll('/* place */', `translate: ${translate} !important`))
}
