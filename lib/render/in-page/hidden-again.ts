import { isHtml, unclobbered } from './dom.ts'
import { type Look, memory, type Rows } from './looks.ts'

/**
 * Finds what shows less while the page is at its top, after `readContents`, than it did while it was in view. Returns where such elements were that
 * are elsewhere now, in CSS pixels relative to the document.
 */
export const findHiddenAgain = (): Rows[] => {
  const { now: top = new Map<Element, Look>(), seen = new Map<Element, Look>() } = memory
  const hidden = new Map<Element, Rows>()
  memory.top = top
  memory.hidden = hidden
  const covers = [...top.values()].filter(({ isCover, opacity }) => isCover && opacity > 0)
  const isEmptyNow = (best: Look) =>
    best.isContent && !covers.some((other) => other.top < best.bottom && other.bottom > best.top)
  const isLess = (element: Element, best: Look) => {
    const now = top.get(element)
    if (!now) return !unclobbered(element).isConnected && isEmptyNow(best)
    const isSmaller = now.opacity < best.opacity - 0.1 || now.size < best.size - 8
    const isCut = now.cut !== best.cut && now.cut !== 'none'
    if (isSmaller || isCut || now.shift > best.shift + 8) return true
    return Math.abs(now.top - best.top) > 8 && isEmptyNow(best)
  }
  /** Where it comes to rest. A script moves the rows of a list further. */
  const placeInLayout = ({ top: from, bottom, layoutTop }: Look): Rows =>
    Math.abs(layoutTop - from) < innerHeight / 2 ? [layoutTop, layoutTop + bottom - from] : [from, bottom]
  /** It may have been seen on the last few pixels of its way. */
  const placeAround = (look: Look): Rows => {
    const [from, to] = look.shift > 0 ? placeInLayout(look) : [look.top, look.bottom]
    return [Math.min(from, look.top), Math.max(to, look.bottom)]
  }
  /** The layout may have been another one when it was seen. */
  const placeOf = (element: Element, best: Look): Rows => {
    const now = top.get(element)
    // Where it would stick, it was seen elsewhere.
    if (now && isHtml(element) && Number.isNaN(best.layoutTop)) return [now.top, now.bottom]
    const lower = (now?.layoutTop ?? best.layoutTop) - best.layoutTop || 0
    const [from, to] = best.shift > 8 ? placeInLayout(best) : placeAround(best)
    return [from + lower, to + lower]
  }
  for (const [element, best] of seen) if (isLess(element, best)) hidden.set(element, placeOf(element, best))
  // Others of its kind were never completely in view, or take longer to appear.
  const kindOf = (element: Element) =>
    `${unclobbered(element).localName} ${unclobbered(element).getAttribute('class')}`
  const kinds = new Set([...hidden.keys()].filter((element) => top.has(element)).map(kindOf))
  const isIncomplete = ({ opacity, shift, cut }: Look) => opacity < 0.1 || shift > 8 || cut !== 'none'
  /** Unlike a menu, which is laid out over something else. */
  const isInFlow = (element: Element) => {
    for (let node: Element | null = element; node; node = unclobbered(node).parentElement)
      if (/absolute|fixed/.test(getComputedStyle(node).position)) return false
    return true
  }
  const isInvisible = (element: Element, { left, right, bottom, isContent, ...look }: Look) => {
    const { opacity, visibility } = getComputedStyle(element)
    const isSmall = right - left + bottom - look.top <= 100
    if (isSmall || (Number(opacity) >= 0.1 && visibility === 'visible')) return false
    return (isContent || /\S/.test(unclobbered(element).textContent ?? '')) && isInFlow(element)
  }
  const isOther = (element: Element, look: Look) =>
    !hidden.has(element) && isIncomplete(look) && (kinds.has(kindOf(element)) || isInvisible(element, look))
  for (const [element, look] of top) if (isOther(element, look)) hidden.set(element, placeInLayout(look))
  return (memory.left ?? []).filter(isEmptyNow).map((look): Rows => [look.top, look.bottom])
}

/** Returns where the elements are that show less at the top, after `findHiddenAgain`. */
export const locateHidden = (): Rows[] => {
  const { top = new Map<Element, Look>(), hidden = new Map<Element, Rows>() } = memory
  /** Including the place where it is turned meanwhile. */
  const rowsOf = ([element, [from, to]]: [Element, Rows]): Rows => {
    const { opacity = 0, top: y = from, bottom = to } = top.get(element) ?? {}
    const isSeen = opacity > 0.1 && Math.abs(y - from) < innerHeight / 2
    return isSeen ? [Math.min(from, y), Math.max(to, bottom)] : [from, to]
  }
  const found = [...hidden].map(rowsOf)
  // All of a window within the window that a script moves.
  for (const element of top.keys())
    if (getComputedStyle(element).position === 'fixed')
      found.push([unclobbered(element).clientHeight, unclobbered(document.documentElement).scrollHeight])
  return found
}
