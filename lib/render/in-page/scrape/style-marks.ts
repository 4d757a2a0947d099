import { unclobbered } from '../dom.ts'
import type { Writer } from './writer.ts'

/** Returns an element inside `target` for each meaning that only the style of an element has: struck, raised or lowered text. */
export const openMarks = (
  element: Element,
  style: CSSStyleDeclaration,
  isInline: boolean,
  target: Element,
  writer: Writer,
): Element => {
  let inner = target
  for (const name of namesOf(element, style, isInline)) {
    const mark = target.ownerDocument.createElement(name)
    writer.append(inner, mark)
    inner = mark
  }
  return inner
}

const struck = new Set(['del', 's', 'strike'])

const scripts = new Set(['sup', 'sub'])

/** Styles of these only place them. */
const replaced = new Set(['img', 'input', 'br', 'hr'])

const namesOf = (element: Element, style: CSSStyleDeclaration, isInline: boolean): readonly string[] => {
  const { localName } = unclobbered(element)
  const names: string[] = []
  if (style.textDecorationLine.includes('line-through') && !struck.has(localName)) names.push('del')
  if (isInline && !scripts.has(localName) && !replaced.has(localName)) {
    const script = scriptByStyle(element, style)
    if (script) names.push(script)
  }
  return names
}

/** Longer text that is moved is no script. */
const lengthMax = 12

/** Relative to the size of the text. Smaller distances align an icon or a label. */
const distanceMin = 0.2
const distanceMinOfLarge = 0.3

/** Relative to the size of the text around. */
const smallMax = 0.9

const stating = new Map([
  ['super', 'sup'],
  ['sub', 'sub'],
])

const scriptByStyle = (element: Element, style: CSSStyleDeclaration): string | undefined => {
  const { verticalAlign, fontVariantPosition } = style
  const stated = stating.get(fontVariantPosition) ?? stating.get(verticalAlign)
  if (stated) return stated
  const isMoved = verticalAlign !== 'baseline' || style.position === 'relative'
  if (!isMoved || !isShort(unclobbered(element).textContent.trim())) return undefined
  const raised = raisedBy(style, fontSizeOf(parentStyle(element)))
  if (raised === 0) return undefined
  return raised > 0 ? 'sup' : 'sub'
}

const isShort = ({ length }: string) => length > 0 && length <= lengthMax

const parentStyle = (element: Element): CSSStyleDeclaration => {
  const { parentElement } = unclobbered(element)
  return getComputedStyle(parentElement ?? element)
}

const fontSizeOf = ({ fontSize }: CSSStyleDeclaration) => Number.parseFloat(fontSize) || 16

/** Returns how far text is raised relative to its size, or 0 if the distance is only an adjustment. */
const raisedBy = (style: CSSStyleDeclaration, aroundPx: number): number => {
  const size = fontSizeOf(style)
  const isSmall = size <= smallMax * aroundPx
  const edge = isSmall && style.display === 'inline' ? /(?:top|bottom)$/.exec(style.verticalAlign)?.[0] : ''
  if (edge) return edge === 'top' ? 1 : -1
  const moved = style.position === 'relative' ? -(Number.parseFloat(style.top) || 0) : 0
  const raised = (shiftOf(style, size) + moved) / size
  return Math.abs(raised) >= (isSmall ? distanceMin : distanceMinOfLarge) ? raised : 0
}

/** Returns the distance in pixels that `vertical-align` states. */
const shiftOf = ({ verticalAlign, lineHeight }: CSSStyleDeclaration, size: number): number => {
  const shift = Number.parseFloat(verticalAlign) || 0
  return verticalAlign.endsWith('%') ? (shift / 100) * (Number.parseFloat(lineHeight) || 1.2 * size) : shift
}
