import { allIn, attributeOf, firstIn, isElement, isText, matches, nameOf, textOf, treeOf } from '../dom.ts'
import { toAbsolute } from './addresses.ts'
import { copyAttributes } from './clone.ts'
import type { CodeBlock } from './code-block.ts'
import type { Formula } from './math.ts'
import { toMathElement } from './math-element.ts'
import type { Place, Walk } from './place.ts'
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
    nameOf(element) === 'script' || (!isHidden(element, style) && style.visibility === 'visible')
  if (!isShown || formula.tex === '') return
  const isBlock = formula.isBlock || style.display === 'block math'
  writer.append(target, toMathElement(copy, { ...formula, isBlock }))
}

/** Elements that a table or a list needs, even if all of their content is code. */
const containers = new Set('td th li dd dt caption'.split(' '))

export const walkCode = (walk: Walk, element: Element, code: CodeBlock, { target }: Place): void => {
  const name = nameOf(element)
  const container = containers.has(name) ? walk.copy.createElement(name) : undefined
  if (container) {
    copyAttributes(element, container, true)
    walk.writer.append(target, container)
  }
  appendCode(walk, code, container ?? target)
}

export const appendCode = ({ copy, writer }: Walk, { text, language }: CodeBlock, target: Element): void => {
  if (text === '') return
  const pre = copy.createElement('pre')
  pre.setAttribute('data-language', language)
  pre.append(text)
  writer.append(target, pre)
}

/** A drawing in a page has no text, but it may contain HTML. A document that is a drawing is an image with its labels. */
export const walkDrawing = (walk: Walk, svg: Element, place: Place): void => {
  const { ownerDocument, parentElement } = treeOf(svg)
  const isDocument = parentElement === null && ownerDocument.documentElement === svg
  if (isDocument) appendImage(walk, ownerDocument, place)
  for (const part of allIn(svg, isDocument ? 'text, foreignObject' : 'foreignObject'))
    if (!matches(part, ':is(text, foreignObject) *')) walk.walk(part, place)
}

const appendImage = ({ copy, writer }: Walk, { URL, title }: Document, { target }: Place) => {
  const image = copy.createElement('img')
  image.src = URL
  image.alt = title
  writer.append(target, image)
}

/** The frames of a frameset are its content. Those of another site can only be linked to. */
export const walkFrame = (walk: Walk, frame: HTMLFrameElement, place: Place): void => {
  const { contentDocument } = frame
  const root = contentDocument?.body ?? contentDocument?.documentElement
  if (root) walk.walk(root, place)
  else linkTo(walk, frame, place)
}

const linkTo = ({ copy, writer }: Walk, frame: HTMLFrameElement, { target }: Place) => {
  const paragraph = copy.createElement('p')
  const link = copy.createElement('a')
  link.href = toAbsolute(frame.getAttribute('src') ?? '', frame)
  link.append(frame.getAttribute('title') || frame.getAttribute('name') || link.href)
  paragraph.append(link)
  writer.append(target, paragraph)
}

/**
 * React streams parts of a page that are late to its end, where they are hidden until a script puts them into the place of a template: a
 * segment (`P:`), or with everything up to a comment the fallback of a boundary (`B:`).
 * https://github.com/facebook/react/blob/main/packages/react-dom-bindings/src/server/fizz-instruction-set/ReactDOMFizzInstructionSetShared.js
 */
export const walkStreamed = (walk: Walk, template: Element, place: Place): void => {
  const { nextSibling, ownerDocument } = treeOf(template)
  const [prefix = '', number] = (attributeOf(template, 'id') ?? '').split(':').slice(-2)
  const kind = /[BP]$/.exec(prefix)?.[0]
  const part =
    kind && firstIn(ownerDocument, `:is([hidden], [hidden] *, [style*="display:none"])[id$="S:${number}"]`)
  if (!part) return
  for (const child of treeOf(part).childNodes) walk.walk(child, place)
  for (let next = nextSibling; kind === 'B' && next && !endsBoundary(next); next = treeOf(next).nextSibling)
    walk.excluded.add(next)
}

const endsBoundary = (node: Node) => !isElement(node) && !isText(node) && textOf(node) === '/$'
