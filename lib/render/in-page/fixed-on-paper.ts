import {
  alphaOf,
  boxOf,
  fixedElements,
  force,
  isHeld,
  matches,
  readSheets,
  rulesOf,
  sizesOf,
  treeOf,
} from './dom.ts'

/** Returns the visible fixed elements, which paper repeats on every page. */
export const findRepeated = (): HTMLElement[] => {
  const isOnScreen = (element: Element) => {
    const { width, height, top, bottom } = boxOf(element)
    return width > 0 && height > 0 && bottom > 0 && top < innerHeight
  }
  return fixedElements().filter((element) => isOnScreen(element) && !isHeld(element))
}

/** Returns the selectors of elements that the styles of the page mean for paper: a rule fixes them in print, or shows them only there. */
const selectorsForPaper = (): string[] => {
  const isPrintMedia = (media: string) => /\bprint\b/.test(media) && !/\bnot\b/.test(media)
  const isScreenMedia = (media: string) => /\bscreen\b/.test(media) && !/\bnot\b|\bprint\b/.test(media)
  const isRuleForPaper = ({ position, display }: CSSStyleDeclaration, media: string) =>
    isPrintMedia(media)
      ? position === 'fixed' || !['', 'none'].includes(display)
      : isScreenMedia(media) && display === 'none'
  const nestedIn = (rule: CSSRule, media: string): string[] => {
    if (rule instanceof CSSImportRule)
      return selectorsIn(rulesOf(rule.styleSheet) ?? [], rule.media.mediaText)
    if (rule instanceof CSSMediaRule) return selectorsIn([...rule.cssRules], rule.conditionText)
    return rule instanceof CSSGroupingRule ? selectorsIn([...rule.cssRules], media) : []
  }
  const selectorsIn = (rules: CSSRule[], media: string): string[] =>
    rules.flatMap((rule) =>
      rule instanceof CSSStyleRule && isRuleForPaper(rule.style, media)
        ? [rule.selectorText]
        : nestedIn(rule, media),
    )
  return readSheets().flatMap(({ media, rules = [] }) => selectorsIn(rules, media))
}

/**
 * Returns which fixed elements cover text: they are not behind it or translucent, and no head or foot of a table that is repeated on every
 * page makes room for them.
 */
const findCovering = (fixed: readonly HTMLElement[]) => {
  const isBehindOrFaint = (element: Element) => {
    const { opacity, zIndex, color, backgroundColor, backgroundImage } = getComputedStyle(element)
    const isBare = alphaOf(backgroundColor) === 0 && backgroundImage === 'none'
    return Number(zIndex) < 0 || Number(opacity) <= 0.5 || (isBare && alphaOf(color) <= 0.5)
  }
  const root = document.documentElement
  const documentHeight = root ? sizesOf(root).scrollHeight : 0
  const tables = [...document.querySelectorAll('table')].filter(
    (table) => table.offsetHeight > documentHeight / 2,
  )
  const isRepeated = (part: HTMLElement | null, display: string, height: number) =>
    part !== null && getComputedStyle(part).display === display && sizesOf(part).offsetHeight >= height - 1
  const hasRoomInTables = (element: Element) => {
    const { top, bottom, height } = boxOf(element)
    return tables.some(({ tHead, tFoot }) =>
      top < innerHeight - bottom
        ? isRepeated(tHead, 'table-header-group', height)
        : isRepeated(tFoot, 'table-footer-group', height),
    )
  }
  return fixed.filter((element) => !(isBehindOrFaint(element) || hasRoomInTables(element)))
}

/**
 * Prints fixed elements once that would cover the text of every further page, and that the page does not mean for paper. Bars at the lower
 * edge come after the content.
 */
export const releaseRepeated = (fixed: readonly HTMLElement[]): void => {
  const kept = selectorsForPaper()
  const isForPaper = (element: Element) => kept.some((selector) => matches(element, selector))
  const isLowerBar = ({ top, bottom, height }: DOMRect) =>
    height < innerHeight / 2 && top > innerHeight / 2 && innerHeight - bottom < top
  const stacksContent = (parent: Element) => {
    const { display, flexDirection } = getComputedStyle(parent)
    const isColumn = /flex/.test(display) && flexDirection.startsWith('column')
    return isColumn || /^(block|flow-root|list-item|contents)$/.test(display)
  }
  const putInFlow = (element: HTMLElement, { width }: DOMRect) => {
    force(element, { position: 'relative', inset: 'auto', transform: 'none', 'max-width': '100%' })
    if (width < innerWidth * 0.9) force(element, { width: `${width}px` })
  }
  const putBelow = (element: HTMLElement, parent: HTMLElement) => {
    if (getComputedStyle(parent).position === 'static') force(parent, { position: 'relative' })
    force(element, { transition: 'none', position: 'absolute', top: '100%', bottom: 'auto' })
  }
  const putOnFirstPage = (element: HTMLElement, { top }: DOMRect) => {
    force(element, { transition: 'none', position: 'absolute' })
    const moved = top - boxOf(element).top
    if (Math.abs(moved) >= 1)
      force(element, { top: `${(Number.parseFloat(getComputedStyle(element).top) || 0) + moved}px` })
  }
  /** Returns whether no content comes after an element. */
  const isLast = (element: Element | null): boolean => {
    if (!element || element === document.body) return true
    const { nextElementSibling, parentElement } = treeOf(element)
    for (let next = nextElementSibling; next; next = treeOf(next).nextElementSibling)
      if (boxOf(next).height > 0) return false
    return isLast(parentElement)
  }
  /** Margins of the last elements may be outside of the body. */
  const marginMax = 100
  /** The body ends with its content, and nothing else places what is in it. */
  const canEndBody = (element: Element) => {
    const { body, documentElement } = document
    if (!body || !documentElement) return false
    for (let part = treeOf(element).parentElement; part && part !== body; )
      if (getComputedStyle(part).position === 'static') part = treeOf(part).parentElement
      else return false
    const bottom = boxOf(body).bottom + scrollY
    return bottom + marginMax >= sizesOf(documentElement).scrollHeight
  }
  let endHeight = 0
  const putAtEnd = (element: HTMLElement, { height }: DOMRect) => {
    putBelow(element, document.body)
    force(element, { top: `calc(100% + ${endHeight}px)` })
    endHeight += height
  }
  for (const element of findCovering(fixed.filter((element) => !isForPaper(element)))) {
    const box = boxOf(element)
    const { parentElement } = treeOf(element)
    if (!(isLowerBar(box) && parentElement)) putOnFirstPage(element, box)
    else if (!isLast(element) && canEndBody(element)) putAtEnd(element, box)
    else if (stacksContent(parentElement)) putInFlow(element, box)
    else putBelow(element, parentElement)
  }
}
