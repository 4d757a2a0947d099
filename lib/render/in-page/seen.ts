import { boxOf, childrenOf, hasOwnText, isText, nameOf, treeOf } from './dom.ts'
import { replaced } from './progress.ts'
import type { Content } from './state.ts'

interface Clip {
  left: number
  top: number
  right: number
  bottom: number
}

const everything: Clip = {
  left: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
}

const within = (one: Clip, other: Clip): Clip => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
})

interface Part {
  element: Element
  /** What clips it if it is in the flow, and if it is absolute. */
  flow: Clip
  absolute: Clip
  /** The scrollers that it is in. */
  inside: readonly Element[]
}

/** Returns what clips the content of an element. */
const clipsIn = (
  { element, flow, absolute }: Part,
  { display, position, overflowX, overflowY }: CSSStyleDeclaration,
): Pick<Part, 'flow' | 'absolute'> => {
  const around = new Map([
    ['fixed', everything],
    ['absolute', absolute],
  ])
  const outer = around.get(position) ?? flow
  const isClipping = overflowY !== 'visible' && !/^(inline|contents)$/.test(display)
  const { left, top, right, bottom } = boxOf(element)
  // What scrolls sideways is made to fit on the paper.
  const sides = /auto|scroll/.test(overflowX) ? {} : { left, right }
  const inner = isClipping ? within(outer, { ...everything, ...sides, top, bottom }) : outer
  return { flow: inner, absolute: position === 'static' ? absolute : inner }
}

/** Returns what is seen of the document, and of these scrollers. */
export const readContent = (scrollers: readonly Element[]): Content => {
  const seen = new Map<Element, number>()
  const spans = new Map<Element, [number, number][]>(scrollers.map((scroller) => [scroller, []]))
  const add = (element: Element, inside: readonly Element[], clip: Clip) => {
    const { left, top, right, bottom } = within(clip, isImage(element) ? boxOf(element) : textBox(element))
    if (right <= left || bottom <= top) return
    seen.set(element, bottom - top)
    for (const scroller of inside) spans.get(scroller)?.push([top, bottom])
  }
  const read = (part: Part): Part[] => {
    const { element } = part
    const styles = getComputedStyle(element)
    if (styles.display === 'none') return []
    const clips = clipsIn(part, styles)
    const inside = spans.has(element) ? [...part.inside, element] : part.inside
    const isContent = isImage(element) || hasOwnText(element)
    if (isContent && styles.visibility === 'visible') add(element, inside, clips.flow)
    return isImage(element) ? [] : childrenOf(element).map((child) => ({ element: child, inside, ...clips }))
  }
  const waiting: Part[] = []
  const root = document.documentElement
  if (root) waiting.push({ element: root, flow: everything, absolute: everything, inside: [] })
  for (let part = waiting.pop(); part; part = waiting.pop())
    for (const child of read(part)) waiting.push(child)
  return { seen, spans }
}

const isImage = (element: Element) => replaced.test(nameOf(element))

/** The box of the text of an element, without its paddings. */
const textBox = (element: Element): DOMRect => {
  const texts = [...treeOf(element).childNodes].filter(isText)
  const range = document.createRange()
  range.setStartBefore(texts[0] ?? element)
  range.setEndAfter(texts.at(-1) ?? element)
  return range.getBoundingClientRect()
}

const spansIn = ({ spans }: Content, scroller: Element) => spans.get(scroller) ?? []

/** How much is seen of the content of a scroller. */
export const seenIn = (content: Content, scroller: Element): number =>
  spansIn(content, scroller).reduce((sum, [top, bottom]) => sum + bottom - top, 0)

/** The height of the largest part of a scroller in which nothing is seen. */
export const emptyHeight = (content: Content, scroller: Element): number => {
  const { top, bottom } = boxOf(scroller)
  let reached = top
  let empty = 0
  const spans = spansIn(content, scroller).toSorted(([one], [other]) => one - other)
  for (const [from, to] of [...spans, [bottom, bottom] as const]) {
    empty = Math.max(empty, from - reached)
    reached = Math.max(reached, to)
  }
  return empty
}
