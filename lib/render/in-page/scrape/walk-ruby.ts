import { allIn, firstIn, isElement, isText, nameOf, textOf, treeOf, unclobbered } from '../dom.ts'
import { type Place, placeInside, type Walk, walkChildren } from './place.ts'

/** Puts the reading of ruby in parentheses after its base. */
export const walkReading = (walk: Walk, readings: readonly Element[], place: Place): void => {
  if (readings.every((reading) => textOf(reading).trim() === '')) return
  walk.writer.write(place.target, '(')
  walkAll(walk, readings, place)
  walk.writer.write(place.target, ')')
}

/** Several bases may be followed by as many readings: each reading then belongs to the base at its position. */
export const walkRuby = (walk: Walk, ruby: Element, style: CSSStyleDeclaration, place: Place): void => {
  if (hasOnlyParts(ruby)) for (const group of groupsOf(ruby)) walkGroup(walk, group, place)
  else walk.walkContent(ruby, style, place)
}

/** Returns whether everything in a ruby is a base or a reading. */
const hasOnlyParts = (parent: Element): boolean =>
  [...unclobbered(parent).childNodes].every((node) => {
    if (!isElement(node)) return !isText(node) || node.data.trim() === ''
    const { localName, childNodes } = treeOf(node)
    return /^(?:rb|rt|rtc|rp)$/.test(localName) || (childNodes.length > 0 && hasOnlyParts(node))
  })

const walkGroup = (walk: Walk, { bases, readings }: Group, place: Place) => {
  if (bases.length !== readings.length) {
    walkAll(walk, bases, place)
    walkReading(walk, readings, place)
    return
  }
  for (const [index, base] of bases.entries()) {
    walkAll(walk, [base], place)
    walkReading(walk, readings.slice(index, index + 1), place)
  }
}

const walkAll = (walk: Walk, elements: readonly Element[], place: Place) => {
  for (const element of elements) {
    const style = getComputedStyle(element)
    if (style.display !== 'none') walkChildren(walk, element, style, placeInside(style, place, place.target))
  }
}

interface Group {
  bases: Element[]
  readings: Element[]
}

/** A base after a reading begins a new group, and so does a second level of readings. */
const groupsOf = (ruby: Element): Group[] => {
  const groups: Group[] = []
  let last = 'rt'
  for (const part of allIn(ruby, 'rb, rt, rtc')) {
    if (unclobbered(part).closest('ruby') !== ruby) continue
    const name = nameOf(part)
    if ((name === 'rb' && last !== 'rb') || name === 'rtc' || groups.length === 0)
      groups.push({ bases: [], readings: [] })
    last = name
    if (name === 'rb') groups.at(-1)?.bases.push(part)
    else if (name === 'rt' || !firstIn(part, 'rt')) groups.at(-1)?.readings.push(part)
  }
  return groups
}
