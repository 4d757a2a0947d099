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
 * Returns how much lower the document is laid out than at the top. Returns null if the layout has moved elements by different distances. The
 * functions below need it.
 */
export const findLower = (): number | null => {
  const { now = new Map<Element, Look>(), top = new Map<Element, Look>() } = memory
  const counts = new Map<number, number>()
  for (const [element, { layoutTop }] of now) {
    const lower = Math.round(layoutTop - (top.get(element)?.layoutTop ?? Number.NaN))
    if (!Number.isNaN(lower)) counts.set(lower, (counts.get(lower) ?? 0) + 1)
  }
  const [[lower, count] = [0, 0]] = [...counts].sort(([, one], [, other]) => other - one)
  const total = [...counts.values()].reduce((sum, value) => sum + value, 0)
  memory.lower = lower
  return count < total * 0.8 ? null : lower
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

/** Something that has moved. */
interface Moved {
  /** Where it is, and where it is at the top. */
  areas: Area[]
  /** Where it comes to rest, if it shows less now than there. */
  rest: Area | null
}

/**
 * Compares how the elements look in the window with how they look at the top. Returns the parts that show more here, anything else that has
 * moved, and the rows of all other content.
 */
export const compareWithTop = (): { parts: Area[]; moved: Moved[]; others: Rows[] } => {
  const { now = new Map<Element, Look>(), top = new Map<Element, Look>() } = memory
  const { lower = 0, hidden } = memory
  // All of a window within the window that a script moves.
  if ([...now.keys()].some((element) => getComputedStyle(element).position === 'fixed'))
    return {
      parts: [{ x: 0, y: scrollY - lower, width: innerWidth, height: innerHeight }],
      moved: [],
      others: [],
    }
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
  const areaOf = ({ left, right, top: from, bottom }: Look, isLower: boolean): Area => ({
    x: left,
    y: from - (isLower ? lower : 0),
    width: right - left,
    height: bottom - from,
  })
  const restOf = (element: Element): Area | null => {
    const look = now.get(element)
    const [from, to] = hidden?.get(element) ?? [0, 0]
    if (look && memory.leaving?.has(element))
      return { x: look.left, y: from, width: look.right - look.left, height: to - from }
    const { parentElement } = unclobbered(element)
    return parentElement && restOf(parentElement)
  }
  const more = new Map([...now].filter(([element, look]) => isMore(look, top.get(element))))
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
  const parts = [...more].map(([element, look]) => {
    const { y, height, ...area } = areaOf(look, true)
    // It may still be on its way there.
    const [from, to] = hidden?.get(element) ?? [y, y + height]
    if (Math.abs(from - y) > innerHeight / 2) return { ...area, y, height }
    return { ...area, y: Math.min(from, y), height: Math.max(to, y + height) - Math.min(from, y) }
  })
  return { parts, moved, others }
}

/** Returns the rows of what is in the window and shows less at the top, and those of it that will show more at another scroll position, or later. */
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
