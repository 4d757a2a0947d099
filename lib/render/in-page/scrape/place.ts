import { shownChildren } from './shown-children.ts'
import type { Writer } from './writer.ts'

/** Where the copy of an element goes, and how its surroundings show it. */
export interface Place {
  target: Element
  /** Whether text at this place is visible. */
  isVisible: boolean
  /** Items are next to each other, with a gap. */
  isRow: boolean
  /** Whether line breaks in text are shown. */
  keepsBreaks: boolean
  /** Whether spaces at the beginning of a line are shown. */
  keepsSpaces: boolean
  /** Inside a table made of roles or styles, but in none of its cells: where everything else goes. */
  afterTable?: Element | undefined
}

export interface Walk {
  copy: Document
  writer: Writer
  excluded: Set<Node>
  walk(node: Node, place: Place): void
  /** Copies an element that has no special meaning. */
  walkContent(element: Element, style: CSSStyleDeclaration, place: Place): void
}

export const startAt = (target: Element): Place => ({
  target,
  isVisible: true,
  isRow: false,
  keepsBreaks: false,
  keepsSpaces: false,
})

export const placeInside = (style: CSSStyleDeclaration, place: Place, target: Element): Place => {
  const { display, whiteSpaceCollapse } = style
  return {
    ...place,
    target,
    isVisible: style.visibility === 'visible',
    keepsBreaks: whiteSpaceCollapse !== 'collapse',
    keepsSpaces: whiteSpaceCollapse === 'preserve' || whiteSpaceCollapse === 'break-spaces',
    isRow:
      display === 'contents'
        ? place.isRow
        : display.endsWith('flex') && style.flexDirection.startsWith('row'),
  }
}

export const walkChildren = (
  { walk }: Pick<Walk, 'walk'>,
  element: Element,
  style: CSSStyleDeclaration,
  place: Place,
): void => {
  for (const child of shownChildren(element, style)) walk(child, place)
}
