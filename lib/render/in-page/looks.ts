/// <reference lib="dom" />

/** How much of an element is visible, apart from the place that it has. */
interface Look {
  /** The box, in CSS pixels relative to the document. */
  top: number
  bottom: number
  left: number
  /** Where layout puts it, without transforms. */
  layoutTop: number
  /** 0 if it is hidden. */
  opacity: number
  /** How far its transform moves or shrinks it, in CSS pixels. */
  shift: number
  /** What cuts off or blurs it. */
  cut: string
  /** Whether it shows something, apart from the elements in it. */
  isContent: boolean
  /** Whether that is more than the background of other elements. */
  isCover: boolean
}

/** From where to where, in CSS pixels as the document is laid out at the top. */
type Rows = [top: number, bottom: number]

interface Looks {
  /** How the elements look now. */
  stillframeNow?: Map<Element, Look>
  /** How each element looked while it was in view. */
  stillframeSeen?: Map<Element, Look>
  /** How the elements look while the page is at its top. */
  stillframeTop?: Map<Element, Look>
  /** Whether a pseudo-element was spread over the document that keeps its place in the window. */
  stillframeHasSpreadRules?: boolean
  stillframeScroller?: Element | undefined
}

/**
 * Reads how elements look, for the functions below. Bars that keep their place in the window are left out.
 *
 * @param isWhole whether those outside the window are read as well
 */
export const readLooks = (isWhole: boolean): void => {
  const memory = globalThis as Looks
  const now = new Map<Element, Look>()
  memory.stillframeNow = now
  let elementsLeft = 5000
  const layoutTopOf = (element: HTMLElement) => {
    let top = 0
    for (let node: Element | null = element; isHtml(node); ) {
      const { offsetTop, offsetParent }: { offsetTop: number; offsetParent: Element | null } =
        unclobbered(node)
      top += offsetTop
      node = offsetParent
    }
    return top
  }
  const shiftOf = (element: HTMLElement, { transform, translate, scale }: CSSStyleDeclaration) => {
    if (transform === 'none' && translate === 'none' && scale === 'none') return 0
    const { offsetWidth: width, offsetHeight: height } = unclobbered(element)
    const { a, b, c, d, e, f } = new DOMMatrix(transform)
    const [x = 0, y = 0] = translate.split(' ').map((length) => Number.parseFloat(length) || 0)
    const shrunk = Math.abs(1 - Math.hypot(a, b)) * width + Math.abs(1 - Math.hypot(c, d)) * height
    return Math.abs(e + x) + Math.abs(f + y) + shrunk
  }
  const lookOf = (element: HTMLElement, styles: CSSStyleDeclaration, box: DOMRect): Look => ({
    top: box.top + scrollY,
    bottom: box.bottom + scrollY,
    left: box.left,
    layoutTop: layoutTopOf(element),
    opacity: styles.visibility === 'visible' && box.height > 0 ? Number(styles.opacity) : 0,
    shift: shiftOf(element, styles),
    cut: `${styles.clipPath} ${styles.filter}`,
    isContent: false,
    isCover: false,
  })
  /** Whether it keeps its place in the window, and is not a window itself, whose content a script moves. */
  const isBar = (element: HTMLElement, { position, overflowY }: CSSStyleDeclaration) => {
    if (position !== 'fixed') return position === 'sticky'
    const { scrollHeight, clientHeight } = unclobbered(element)
    return !/hidden|clip/.test(overflowY) || scrollHeight < clientHeight * 1.2
  }
  const isInView = ({ top, bottom, width, height }: DOMRect) =>
    bottom > 0 && top < innerHeight && width > 0 && height > 0
  const visit = (element: Element) => {
    if (!isHtml(element) || elementsLeft-- <= 0) return
    const styles = getComputedStyle(element)
    const box = unclobbered(element).getBoundingClientRect()
    if (isBar(element, styles)) return
    if (isWhole || isInView(box)) now.set(element, lookOf(element, styles, box))
    const { shadowRoot, children } = unclobbered(element)
    for (const child of [...(shadowRoot?.children ?? []), ...children]) visit(child)
  }
  // The body is the place of all the others.
  for (const element of document.body ? unclobbered(document.body).children : []) visit(element)
}

/** Reads which of the elements of `readLooks` show something. */
export const readContents = (): void => {
  const { stillframeNow: now = new Map<Element, Look>() } = globalThis as Looks
  const showsSomething = (element: Element) => {
    const { localName, childNodes } = unclobbered(element)
    if (/^(img|video|canvas|iframe|input|picture|object)$/.test(localName)) return true
    return [...childNodes].some((node) => isText(node) && node.data.trim() !== '')
  }
  for (const [element, look] of now) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    const hasBackground = backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)'
    const isLeaf = unclobbered(element).childElementCount === 0
    look.isCover = showsSomething(element) || (hasBackground && isLeaf)
    look.isContent = look.isCover || hasBackground
  }
}

/** Remembers how the elements look at this scroll position, after `readContents`. */
export const rememberSeen = (): void => {
  const memory = globalThis as Looks
  memory.stillframeSeen ??= new Map()
  for (const [element, look] of memory.stillframeNow ?? [])
    if (look.opacity >= (memory.stillframeSeen.get(element)?.opacity ?? 0))
      memory.stillframeSeen.set(element, look)
}

/**
 * Returns where the page at its top, after `readContents`, shows less than it did while that part was in view: from where to where, in CSS pixels
 * relative to the document.
 */
export const findHiddenAgain = (): Rows[] => {
  const memory = globalThis as Looks
  const top = memory.stillframeNow ?? new Map<Element, Look>()
  memory.stillframeTop = top
  if (memory.stillframeHasSpreadRules || memory.stillframeScroller) return []
  const covers = [...top.values()].filter(({ isCover, opacity }) => isCover && opacity > 0)
  const isEmptyNow = (seen: Look) =>
    seen.isContent && !covers.some((other) => other.top < seen.bottom && other.bottom > seen.top)
  const isLess = (element: Element, seen: Look) => {
    const now = top.get(element)
    if (!now) return !unclobbered(element).isConnected && isEmptyNow(seen)
    const isCut = now.cut !== seen.cut && now.cut !== 'none none'
    if (now.opacity < seen.opacity - 0.1 || now.shift > seen.shift + 8 || isCut) return true
    return Math.abs(now.top - seen.top) > 8 && isEmptyNow(seen)
  }
  const found: Rows[] = []
  for (const [element, seen] of memory.stillframeSeen ?? [])
    if (isLess(element, seen)) found.push([seen.top, seen.bottom])
  // All of a window within the window that a script moves.
  for (const element of top.keys())
    if (getComputedStyle(element).position === 'fixed')
      found.push([unclobbered(element).clientHeight, unclobbered(document.documentElement).scrollHeight])
  return found
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
 * Compares how the elements look in the window, after `readContents`, with how they look at the top. Returns the parts that show more here, what
 * has moved, and how much lower the document is laid out now. Returns no parts if that differs between elements.
 */
export const compareWithTop = (): { lower: number; parts: Rows[]; moved: Rows[] } => {
  const { stillframeNow: now = new Map<Element, Look>(), stillframeTop: top = new Map<Element, Look>() } =
    globalThis as Looks
  const isWindow = (element: Element) => getComputedStyle(element).position === 'fixed'
  const counts = new Map<number, number>()
  for (const [element, { layoutTop }] of now) {
    const before = top.get(element)
    const lower = before && Math.round(layoutTop - before.layoutTop)
    if (lower !== undefined) counts.set(lower, (counts.get(lower) ?? 0) + 1)
  }
  const [[lower, count] = [0, 0]] = [...counts].sort(([, one], [, other]) => other - one)
  const total = [...counts.values()].reduce((sum, value) => sum + value, 0)
  if (count < total * 0.8) return { lower, parts: [], moved: [] }
  if ([...now.keys()].some(isWindow))
    return { lower: 0, parts: [[scrollY, scrollY + innerHeight]], moved: [] }
  const covers = [...top.values()].filter(({ isCover, opacity }) => isCover && opacity > 0)
  const rowsOf = (look: Look): Rows => [look.top - lower, look.bottom - lower]
  const hasMoved = (look: Look, before: Look) =>
    Math.abs(look.top - lower - before.top) > 8 || Math.abs(look.left - before.left) > 8
  const isMore = (look: Look, before: Look | undefined) => {
    if (!before) return look.isContent
    const isCut = before.cut !== look.cut && before.cut !== 'none none'
    if (before.opacity < look.opacity - 0.1 || before.shift > look.shift + 8 || isCut) return true
    const [from, to] = rowsOf(look)
    const isEmptyThere = () => !covers.some((other) => other.top < to && other.bottom > from)
    return look.isContent && hasMoved(look, before) && isEmptyThere()
  }
  const more = new Set([...now].filter(([element, look]) => isMore(look, top.get(element))))
  const shown = [...more].map(([element]) => element)
  const moved = [...now].filter(([element, look]) => {
    const before = top.get(element)
    return before && hasMoved(look, before) && !shown.some((one) => unclobbered(element).contains(one))
  })
  return {
    lower,
    parts: [...more].map(([, look]) => rowsOf(look)),
    moved: moved.map(([, look]) => rowsOf(look)),
  }
}
