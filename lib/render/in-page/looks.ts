import { hasOwnText, isHtml, isSvg, unclobbered } from './dom.ts'
import { inner } from './scroller.ts'

/** How much of an element is visible, apart from the place that it has. */
export interface Look {
  /** The box, in CSS pixels relative to the document. */
  top: number
  bottom: number
  left: number
  right: number
  /** Where layout puts it, without transforms. Not a number if it is an element of SVG, or may stick to an edge of the window. */
  layoutTop: number
  /** 0 if it is hidden. */
  opacity: number
  /** How far its transform moves, turns or shrinks it, in CSS pixels. */
  shift: number
  /** The width and height that layout gives it and its pseudo-elements, added up. Only the latter if it is no more than the place of others. */
  size: number
  /** What cuts off or blurs it. */
  cut: string
  /** How much it is cut off or blurred, as far as that can be compared. */
  cutBy: number
  /** Whether it shows something, apart from the elements in it. */
  isContent: boolean
  /** Whether that is more than the background of other elements. */
  isCover: boolean
}

/** From where to where, in CSS pixels as the document is laid out at the top. */
export type Rows = [top: number, bottom: number]

/** The state that the functions that compare looks share. */
interface Looks {
  /** How the elements look now. */
  now?: Map<Element, Look>
  /** How each element looked while it was in view. */
  seen?: Map<Element, Look>
  /** How elements looked in places that they have left for others. */
  left?: Look[]
  /** How the elements look while the page is at its top. */
  top?: Map<Element, Look>
  /** The elements that show less at the top, with their places when they are at rest. */
  hidden?: Map<Element, Rows>
  /** Those of them that enter or leave the window. */
  leaving?: Set<Element>
  /** What shows more now than at the top. */
  more?: Map<Element, Look>
  /** How much lower the document is laid out than at the top. */
  lower?: number
  /** Whether that differs between the elements in the window. */
  isUneven?: boolean
}

export const memory: Looks = {}

/**
 * Reads how elements look, for `hidden-again.ts` and `compare-looks.ts`. Bars that keep their place in the window are left out.
 *
 * @param isWhole whether those outside the window are read as well
 */
export const readLooks = (isWhole: boolean): void => {
  const now = new Map<Element, Look>()
  memory.now = now
  const { scroller } = inner
  const scrolledBy = scroller ? unclobbered(scroller).scrollTop : 0
  const elementsMax = 10_000
  /** The children of smaller drawings, such as icons, are not read. */
  const drawingMin = 10_000
  const lookOf = (element: Element, box: DOMRect, isSticky: boolean): Look => {
    const { visibility, opacity, color } = getComputedStyle(element)
    const isVisible = visibility === 'visible' && box.height > 0 && color !== 'rgba(0, 0, 0, 0)'
    const added = scrollY + (scroller && unclobbered(scroller).contains(element) ? scrolledBy : 0)
    return {
      top: box.top + added,
      bottom: box.bottom + added,
      left: box.left,
      right: box.right,
      layoutTop: isSticky || !isHtml(element) ? Number.NaN : 0,
      opacity: isVisible ? Number(opacity) : 0,
      shift: 0,
      size: 0,
      cut: 'none',
      cutBy: 0,
      isContent: false,
      isCover: false,
    }
  }
  /** Whether it keeps its place in the window, and is not a window itself, whose content a script moves. */
  const isBar = (element: Element) => {
    const { position, overflowY } = getComputedStyle(element)
    const { scrollHeight, clientHeight } = unclobbered(element)
    return position === 'fixed' && !(/hidden|clip/.test(overflowY) && scrollHeight >= clientHeight * 1.2)
  }
  const isRead = ({ top, bottom, width, height }: DOMRect) =>
    isWhole || (bottom > 0 && top < innerHeight && width > 0 && height > 0)
  const isIcon = (element: Element, { width, height }: DOMRect) =>
    isSvg(element, 'svg') && width * height < drawingMin
  const childrenOf = (element: Element) => {
    const { shadowRoot, children } = unclobbered(element)
    return [...(shadowRoot?.children ?? []), ...children].filter((child) => isHtml(child) || isSvg(child))
  }
  const isSticky = (element: Element) => getComputedStyle(element).position === 'sticky'
  const visitChildren = (element: Element, isInSticky: boolean) => {
    for (const child of childrenOf(element)) if (now.size < elementsMax) visit(child, isInSticky)
  }
  const visit = (element: Element, isInSticky: boolean) => {
    const box = unclobbered(element).getBoundingClientRect()
    if (!isRead(box)) return visitChildren(element, isInSticky)
    if (isBar(element)) return
    const sticks = isInSticky || isSticky(element)
    now.set(element, lookOf(element, box, sticks))
    if (!isIcon(element, box)) visitChildren(element, sticks)
  }
  // The body is the place of all the others.
  if (document.body) visitChildren(document.body, false)
}

/** Reads what moves or shrinks the elements of `readLooks` and their pseudo-elements. */
export const readEffects = (): void => {
  const { now = new Map<Element, Look>() } = memory
  const numbers = (value: string) => value.split(' ').map((part) => Number.parseFloat(part) || 0)
  const layoutTopOf = (element: Element) => {
    let top = 0
    for (let node: Element | null = element; isHtml(node); ) {
      const { offsetTop, offsetParent }: { offsetTop: number; offsetParent: Element | null } =
        unclobbered(node)
      top += offsetTop
      node = offsetParent
    }
    return top
  }
  const sizeOf = (element: Element, { left, right, top, bottom }: Look) =>
    isHtml(element)
      ? { width: unclobbered(element).offsetWidth, height: unclobbered(element).offsetHeight }
      : { width: right - left, height: bottom - top }
  const pseudoSizeOf = (element: Element, pseudo: string) => {
    const { content, opacity, width, height, transform } = getComputedStyle(element, pseudo)
    if (content === 'none' || content === 'normal' || Number(opacity) < 0.1) return 0
    const { a, d } = new DOMMatrix(transform)
    const [x = 0, y = 0] = numbers(`${width} ${height}`)
    const sides = [x * Math.abs(a), y * Math.abs(d)] as const
    return Math.min(...sides) < 1 ? 0 : sides[0] + sides[1]
  }
  const shiftOf = (size: { width: number; height: number }, styles: CSSStyleDeclaration) => {
    const { transform, translate, scale, rotate } = styles
    if ([transform, translate, scale, rotate].every((value) => value === 'none')) return 0
    const { a, b, c, d, e, f } = new DOMMatrix(transform)
    const [x = 0, y = 0] = numbers(translate)
    const [scaleX = 1, scaleY = scaleX] = scale === 'none' ? [] : numbers(scale)
    const shrunkX = Math.abs(1 - Math.hypot(a, b) * scaleX) * size.width
    const shrunkY = Math.abs(1 - Math.hypot(c, d) * scaleY) * size.height
    const turned = Math.abs(b) + Math.abs(Math.sin((numbers(rotate).at(-1) ?? 0) * (Math.PI / 180)))
    return Math.abs(e + x) + Math.abs(f + y) + shrunkX + shrunkY + turned * size.width
  }
  /** Whether a line that draws itself has not begun. */
  const isUndrawn = ({ strokeDasharray, strokeDashoffset }: CSSStyleDeclaration) => {
    const [drawn = 0] = numbers(strokeDasharray)
    return drawn > 0 && Number.parseFloat(strokeDashoffset) >= drawn * 0.99
  }
  for (const [element, look] of now) {
    const styles = getComputedStyle(element)
    const size = sizeOf(element, look)
    if (!Number.isNaN(look.layoutTop)) look.layoutTop = layoutTopOf(element)
    look.shift = shiftOf(size, styles)
    look.size = pseudoSizeOf(element, '::before') + pseudoSizeOf(element, '::after')
    if (isSvg(element) && isUndrawn(styles)) look.opacity = 0
  }
}

/** Reads which of the elements of `readLooks` show something, and what cuts it off. */
export const readContents = (): void => {
  const { now = new Map<Element, Look>() } = memory
  const cutOf = ({ clipPath, filter, maskImage, maskPosition, maskSize }: CSSStyleDeclaration) =>
    [clipPath, filter, maskImage].every((value) => value === 'none')
      ? 'none'
      : [clipPath, filter, maskPosition, maskSize].join(' ')
  /** Insets cut off and blur the more, the larger they are. */
  const cutByOf = ({ clipPath, filter }: CSSStyleDeclaration) => {
    const [, insets = ''] = /^inset\(([^)]*)/.exec(clipPath) ?? []
    const [, blur = ''] = /blur\(([^)]*)/.exec(filter) ?? []
    const lengths = `${insets} ${blur}`.split(' ').map((length) => Number.parseFloat(length) || 0)
    return lengths.reduce((sum, length) => sum + length, 0)
  }
  const showsSomething = (element: Element) => {
    const { localName } = unclobbered(element)
    return /^(img|video|canvas|iframe|input|picture|object)$/.test(localName) || hasOwnText(element)
  }
  const sizeOf = (element: Element, { left, right, top, bottom }: Look) =>
    isHtml(element)
      ? unclobbered(element).offsetWidth + unclobbered(element).offsetHeight
      : right - left + bottom - top
  for (const [element, look] of now) {
    const styles = getComputedStyle(element)
    const { backgroundColor, backgroundImage } = styles
    look.cut = cutOf(styles)
    look.cutBy = cutByOf(styles)
    const isLeaf = unclobbered(element).childElementCount === 0
    const isDrawn = isSvg(element) && isLeaf
    const hasBackground = backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)'
    look.isCover = isDrawn || showsSomething(element) || (hasBackground && isLeaf)
    look.isContent = look.isCover || hasBackground
    if (look.isContent || styles.overflow !== 'visible') look.size += sizeOf(element, look)
  }
}

/** Remembers how the elements look at this scroll position, after `readContents`. */
export const rememberSeen = (): void => {
  memory.seen ??= new Map()
  memory.left ??= []
  const isInPlace = (look: Look, best: Look) => Math.abs(look.top - best.top) < innerHeight / 2
  const isBetter = (look: Look, best: Look) =>
    look.opacity > best.opacity + 0.01 ||
    (look.opacity >= best.opacity && look.shift <= best.shift && look.cutBy <= best.cutBy)
  for (const [element, look] of memory.now ?? []) {
    const best = memory.seen.get(element)
    if (best && isInPlace(look, best) && !isBetter(look, best)) continue
    // A row of a list that a script uses for several places in turn.
    if (best?.isContent && !isInPlace(look, best)) memory.left.push(best)
    memory.seen.set(element, look)
  }
}
