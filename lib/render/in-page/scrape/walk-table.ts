import { attributeOf, unclobbered } from '../dom.ts'
import { readCode } from './code-block.ts'
import { type Place, placeInside, type Walk, walkChildren } from './place.ts'
import { hasCells, tablePartOf } from './roles.ts'
import { openMarks } from './style-marks.ts'
import { appendCode } from './walk-special.ts'

/** Copies a table made of roles or styles as a table. What is in none of its cells follows the table. */
export const walkTable = (walk: Walk, element: Element, style: CSSStyleDeclaration, place: Place): void => {
  const [table, afterTable] = [walk.copy.createElement('table'), walk.copy.createElement('div')]
  walk.writer.append(place.target, table)
  walk.writer.append(place.target, afterTable)
  walkChildren(walk, element, style, { ...placeInside(style, place, table), afterTable })
}

/** Copies an element inside a table made of roles or styles. */
export const walkTablePart = (
  walk: Walk,
  element: Element,
  style: CSSStyleDeclaration,
  place: Place,
): void => {
  const name = tablePartOf(element, style)
  if (name === undefined) walk.walk(element, outside(place))
  else if (name === '') walkChildren(walk, element, style, placeInside(style, place, place.target))
  else walkNamed(walk, element, style, place, name)
}

const outside = (place: Place): Place => ({
  ...place,
  target: place.afterTable ?? place.target,
  afterTable: undefined,
})

const walkNamed = (walk: Walk, element: Element, style: CSSStyleDeclaration, place: Place, name: string) => {
  const part = walk.copy.createElement(name)
  walk.writer.append(place.target, part)
  const inside = placeInside(style, place, part)
  if (name === 'tbody' || (name === 'tr' && hasCells(element))) {
    walkChildren(walk, element, style, inside)
    return
  }
  const cell = name === 'tr' ? walk.copy.createElement('td') : part
  copySpans(element, cell)
  if (cell !== part) part.append(cell)
  const code = readCode(element, style, walk.excluded)
  const target = openMarks(element, style, false, cell, walk.writer)
  if (code) appendCode(walk, code, target)
  else walkChildren(walk, element, style, { ...inside, target, afterTable: undefined })
}

const copySpans = (element: Element, cell: Element) => {
  for (const span of ['colspan', 'rowspan']) {
    const value = attributeOf(element, `aria-${span}`)
    if (value !== null) unclobbered(cell).setAttribute(span, value)
  }
}
