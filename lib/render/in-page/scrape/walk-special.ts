/// <reference lib="dom" />
import type { CodeBlock } from './code-block.ts'
import type { Formula } from './math.ts'
import { toMathElement } from './math-element.ts'
import { type Place, type Walk, walkChildren } from './place.ts'
import { isHidden } from './visibility.ts'

export const walkFormula = (
  { copy, writer }: Walk,
  element: Element,
  formula: Formula,
  { target }: Place,
): void => {
  const style = getComputedStyle(element)
  // A script is never shown, but the drawing of its source is.
  const isShown =
    unclobbered(element).localName === 'script' ||
    (!isHidden(element, style) && style.visibility === 'visible')
  if (!isShown || formula.tex === '') return
  const isBlock = formula.isBlock || style.display === 'block math'
  writer.append(target, toMathElement(copy, { ...formula, isBlock }))
}

export const walkCode = ({ copy, writer }: Walk, { text, language }: CodeBlock, { target }: Place): void => {
  if (text === '') return
  const pre = copy.createElement('pre')
  pre.setAttribute('data-language', language)
  pre.append(text)
  writer.append(target, pre)
}

/** A drawing has no text, but it may contain HTML. */
export const walkDrawing = ({ walkContent }: Walk, svg: Element, place: Place): void => {
  for (const frame of unclobbered(svg).querySelectorAll('foreignObject'))
    if (!frame.matches('foreignObject foreignObject')) walkContent(frame, getComputedStyle(frame), place)
}

/** Puts the reading of ruby in parentheses after its base. */
export const walkReading = (walk: Walk, element: Element, style: CSSStyleDeclaration, place: Place): void => {
  if (unclobbered(element).textContent.trim() === '') return
  walk.writer.write(place.target, '(')
  walkChildren(walk, element, style, place)
  walk.writer.write(place.target, ')')
}
