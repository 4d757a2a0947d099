import { hideUntilShown } from './bars.ts'
import { isHtml, unclobbered } from './dom.ts'
import { type Look, memory, type Rows } from './looks.ts'

/** In CSS pixels as the document is laid out at the top. */
interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Returns whether an animation is in progress that ends. */
export const isAnimating = (): boolean =>
  document
    .getAnimations()
    .some(
      ({ playState, effect, timeline }) =>
        playState === 'running' &&
        timeline === document.timeline &&
        Number.isFinite(effect?.getComputedTiming().endTime),
    )

/**
 * Returns how much lower the document is laid out than at the top, and whether the layout has moved elements by different distances. Then it is
 * the distance of what begins at `from`. The functions below need it.
 */
export const findLower = (from: number): { lower: number; isUneven: boolean } => {
  const { now = new Map<Element, Look>(), top = new Map<Element, Look>() } = memory
  const placed = [...now].flatMap(([element, { layoutTop }]) => {
    const before = top.get(element)?.layoutTop ?? Number.NaN
    const lower = Math.round(layoutTop - before)
    return Number.isNaN(lower) ? [] : [{ before, lower }]
  })
  const counts = new Map<number, number>()
  for (const { lower } of placed) counts.set(lower, (counts.get(lower) ?? 0) + 1)
  const [[usual, count] = [0, 0]] = [...counts].sort(([, one], [, other]) => other - one)
  const isUneven = count < placed.length * 0.8
  const distance = ({ before }: { before: number }) => Math.abs(before - from)
  const [nearest] = isUneven ? placed.sort((one, other) => distance(one) - distance(other)) : []
  const { lower } = nearest ?? { lower: usual }
  memory.lower = lower
  memory.isUneven = isUneven
  return { lower, isUneven }
}

/** Finds the elements that enter or leave the window, for the functions below. */
export const findLeaving = (): void => {
  const isLess = (look: Look, best: Look) => look.opacity < best.opacity - 0.1 || look.shift > best.shift + 8
  const isLeaving = (element: Element) => {
    const look = memory.now?.get(element)
    const best = memory.seen?.get(element)
    return look !== undefined && best !== undefined && isLess(look, best)
  }
  memory.leaving = new Set([...(memory.hidden?.keys() ?? [])].filter(isLeaving))
}

/** Finds what shows more in the window than at the top, for the functions below. */
export const findMore = (): void => {
  const { now = new Map<Element, Look>(), top = new Map<Element, Look>() } = memory
  const { lower = 0 } = memory
  const covers = [...top.values()].filter(({ isCover, opacity }) => isCover && opacity > 0)
  const hasMoved = (look: Look, before: Look) =>
    Math.abs(look.top - lower - before.top) > 8 || Math.abs(look.left - before.left) > 8
  const isMore = (look: Look, before: Look | undefined) => {
    if (!before) return look.isContent
    const isCut = before.cut !== look.cut && before.cut !== 'none'
    const isLarger = before.opacity < look.opacity - 0.1 || before.size < look.size - 8
    if (isLarger || isCut || before.shift > look.shift + 8) return true
    const [from, to] = [look.top - lower, look.bottom - lower]
    const isEmptyThere = () => !covers.some((other) => other.top < to && other.bottom > from)
    return look.isContent && hasMoved(look, before) && isEmptyThere()
  }
  memory.more = new Map([...now].filter(([element, look]) => isMore(look, top.get(element))))
}

/** Something that shows more here. */
interface Part extends Area {
  /** How much lower it is than at the top. */
  lower: number
}

/** Returns the parts of the window that show more than at the top. */
export const findParts = (): Part[] => {
  const { now, top, hidden, more } = memory
  const { lower = 0, isUneven } = memory
  // All of a window within the window that a script moves.
  if ([...(now?.keys() ?? [])].some((element) => getComputedStyle(element).position === 'fixed'))
    return [{ x: 0, y: scrollY - lower, width: innerWidth, height: innerHeight, lower }]
  const areaOf = ({ left, right, top: y, bottom }: Look): Area => {
    return { x: left, y, width: right - left, height: bottom - y }
  }
  const joined = (one: Area, other: Area): Area => {
    const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
    const right = Math.max(one.x + one.width, other.x + other.width)
    const bottom = Math.max(one.y + one.height, other.y + other.height)
    return { x, y, width: right - x, height: bottom - y }
  }
  /** If the layout is uneven: as large as at the top. */
  const alone = (look: Look, before: Look | undefined): Part | null => {
    const own = Math.round(look.layoutTop - (before?.layoutTop ?? Number.NaN))
    if (!(isUneven && before) || Number.isNaN(own)) return null
    const area = areaOf(look)
    const height = before.shift > 8 ? area.height : Math.min(area.height, before.bottom - before.top)
    return { ...area, y: look.top - own, height, lower: own }
  }
  const partOf = ([element, look]: [Element, Look]): Part => {
    const before = top?.get(element)
    const area = { ...areaOf(look), y: look.top - lower }
    const isNear = (y: number) => Math.abs(y - area.y) <= innerHeight / 2
    // It may still be on its way there.
    const [from, to] = hidden?.get(element) ?? [area.y, area.y + area.height]
    const rest = isNear(from) ? { ...area, y: from, height: to - from } : area
    // The place that it takes at the top, where it is turned, must not show through.
    const isTurned = before && before.opacity > 0.1 && before.shift > look.shift + 8 && isNear(before.top)
    return { ...joined(joined(area, rest), isTurned ? areaOf(before) : area), lower }
  }
  return [...(more ?? [])].map(([element, look]) => alone(look, top?.get(element)) ?? partOf([element, look]))
}

/** Something that has moved. */
interface Moved {
  /** Where it is, and where it is at the top. */
  areas: Area[]
  /** Where it comes to rest, if it shows less now than there. */
  rest: Area | null
}

/** Returns what has moved without showing more than at the top, and the rows of all content that does not show more. */
export const findOthers = (): { moved: Moved[]; others: Rows[] } => {
  const { now = new Map<Element, Look>(), top = new Map<Element, Look>() } = memory
  const { more = new Map<Element, Look>(), lower = 0 } = memory
  const hasMoved = (look: Look, before: Look) =>
    Math.abs(look.top - lower - before.top) > 8 || Math.abs(look.left - before.left) > 8
  const areaOf = ({ left, right, top: from, bottom }: Look, isLower: boolean): Area => ({
    x: left,
    y: from - (isLower ? lower : 0),
    width: right - left,
    height: bottom - from,
  })
  const restOf = (element: Element): Area | null => {
    const look = now.get(element)
    const [from, to] = memory.hidden?.get(element) ?? [0, 0]
    if (look && memory.leaving?.has(element))
      return { x: look.left, y: from, width: look.right - look.left, height: to - from }
    const { parentElement } = unclobbered(element)
    return parentElement && restOf(parentElement)
  }
  const shown = [...more.keys()]
  const holdsShown = (element: Element) => shown.some((one) => unclobbered(element).contains(one))
  const moved = [...now].flatMap(([element, look]) => {
    const before = top.get(element)
    if (!before || !hasMoved(look, before) || holdsShown(element)) return []
    return [{ areas: [areaOf(look, true), areaOf(before, false)], rest: restOf(element) }]
  })
  const others = [...now]
    .filter(([element, { isContent }]) => isContent && !more.has(element))
    .map(([, look]): Rows => [look.top - lower, look.bottom - lower])
  return { moved, others }
}

/** Returns the rows of the window whose content shows less at the top, and the rows that show more at another scroll position or later. */
export const findUnfinished = (): { unfinished: Rows[]; hidden: Rows[] } => {
  const { now, top, seen, lower = 0 } = memory
  const isUnfinished = (element: Element, [place]: Rows) => {
    const look = now?.get(element)
    if (!look) return top?.has(element)
    const best = seen?.get(element)
    const isCut = look.cutBy > 8 || (look.cut !== 'none' && look.cut === top?.get(element)?.cut)
    const isSmaller = look.opacity < 0.95 || look.size < (best?.size ?? 0) - 8
    // A list that a script moves along with its rows is at rest nowhere.
    const isNear = Math.abs(look.top - lower - place) < innerHeight / 2
    return isSmaller || isCut || (isNear && look.shift > 8 && (best?.shift ?? 0) <= 8)
  }
  const isInWindow = ([from, to]: Rows) => to + lower > scrollY && from + lower < scrollY + innerHeight
  const hidden = [...(memory.hidden ?? [])].filter(([, rows]) => isInWindow(rows))
  const unfinished = hidden.filter(([element, rows]) => isUnfinished(element, rows))
  return { unfinished: unfinished.map(([, rows]) => rows), hidden: hidden.map(([, rows]) => rows) }
}

/** Hides, until `showBars`, elements that are captured with other rows and enter or leave the window meanwhile. */
export const hideLeaving = (from: number, to: number): void => {
  for (const element of memory.leaving ?? []) {
    const [top, bottom] = memory.hidden?.get(element) ?? [from, to]
    if (!isHtml(element) || (bottom > from && top < to)) continue
    hideUntilShown(element)
  }
}
