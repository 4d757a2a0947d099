import { nameOf, textOf, treeOf, unclobbered } from '../dom.ts'
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

const namesOf = (element: Element, style: CSSStyleDeclaration, isInline: boolean): readonly string[] => {
  const localName = nameOf(element)
  const names: string[] = []
  if (style.textDecorationLine.includes('line-through') && !struck.has(localName)) names.push('del')
  if (isInline && !scripts.has(localName)) {
    const script = scriptByStyle(element, style)
    if (script) names.push(script)
  }
  return names
}

/** Longer text that is moved is no script. */
const lengthMax = 12

/** Relative to the size of the text. Smaller distances align an icon or a label. */
const distanceMin = 0.25

/** Relative to the size of the text around. */
const smallMax = 0.9

const stating = new Map([
  ['super', 'sup'],
  ['sub', 'sub'],
])

const scriptByStyle = (element: Element, style: CSSStyleDeclaration): string | undefined => {
  const { verticalAlign, fontVariantPosition, fontFeatureSettings } = style
  const feature = /"(sup|sub)s"/.exec(fontFeatureSettings)?.[1]
  const stated = stating.get(fontVariantPosition) ?? stating.get(verticalAlign) ?? feature
  if (stated) return stated
  const isMoved = verticalAlign !== 'baseline' || style.position === 'relative' || style.transform !== 'none'
  if (!isMoved || !isShortMark(textOf(element).trim())) return undefined
  const raised = raisedBy(element, style, fontSizeOf(parentStyle(element)))
  if (raised === 0) return undefined
  return raised > 0 ? 'sup' : 'sub'
}

const isShortMark = ({ length }: string) => length > 0 && length <= lengthMax

const parentStyle = (element: Element): CSSStyleDeclaration => {
  const { parentElement } = treeOf(element)
  return getComputedStyle(parentElement ?? element)
}

const fontSizeOf = ({ fontSize }: CSSStyleDeclaration) => Number.parseFloat(fontSize) || 16

/** Returns how far text is raised relative to its size, or 0 if the distance is only an adjustment. */
const raisedBy = (element: Element, style: CSSStyleDeclaration, aroundPx: number): number => {
  const size = fontSizeOf(style)
  const isSmall = size <= smallMax * aroundPx
  const edge = isSmall && isInText(element, style) ? /(?:top|bottom)$/.exec(style.verticalAlign)?.[0] : ''
  if (edge) return edge === 'top' ? 1 : -1
  const moved = style.position === 'relative' ? -(Number.parseFloat(style.top) || 0) : 0
  // A transition moves text of any size.
  const transformed = isSmall ? translationOf(style) : 0
  const raised = (shiftOf(style, size) + moved - transformed) / size
  return Math.abs(raised) >= distanceMin ? raised : 0
}

/** Boxes at the upper edge are also columns, unless they are numbers next to text. */
const isInText = (element: Element, { display }: CSSStyleDeclaration): boolean => {
  if (display !== 'inline-block') return display === 'inline'
  const { previousSibling, textContent } = unclobbered(element)
  return /^\d{1,3}$/.test(textContent.trim()) && /[\p{L}\p{N}]$/u.test(previousSibling?.textContent ?? '')
}

/** Returns the vertical distance in pixels of a transformation that only moves. */
const translationOf = ({ transform }: CSSStyleDeclaration): number =>
  Number.parseFloat(/^matrix\(1, 0, 0, 1, [^,]+, (-?[\d.]+)\)$/.exec(transform)?.[1] ?? '0')

/** Returns the distance in pixels that `vertical-align` states. */
const shiftOf = ({ verticalAlign, lineHeight }: CSSStyleDeclaration, size: number): number => {
  const shift = Number.parseFloat(verticalAlign) || 0
  return verticalAlign.endsWith('%') ? (shift / 100) * (Number.parseFloat(lineHeight) || 1.2 * size) : shift
}
