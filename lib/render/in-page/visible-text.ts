import {
  allIn,
  checkVisibility,
  isElement,
  isHtml,
  isShadowRoot,
  matchesOf,
  textOf,
  treeOf,
  unclobbered,
} from './dom.ts'
import { hideElements } from './elements.ts'

/**
 * Returns whether the visible text contains a text, also in open shadow roots and in frames of the same origin, regardless of upper and
 * lower case and of white space.
 */
export const hasText = (wanted: string): boolean => {
  const normalize = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
  for (const text of textsOf(document)) if (normalize(text).includes(normalize(wanted))) return true
  return false
}

/**
 * Returns the visible text of the first visible match of `selector`, or of the page, without the elements of `ignored`, which are hidden.
 * The texts of open shadow roots and of frames of the same origin follow.
 */
export const readText = (selector: string | null, ignored: string[], lengthMax: number): string => {
  if (ignored.length > 0) hideElements(ignored)
  const root = selector === null ? document : [...matchesOf(selector)].find(isRendered)
  const texts = root ? [...textsOf(root)] : []
  return texts
    .filter((text) => text.trim() !== '')
    .join('\n')
    .slice(0, lengthMax)
}

/** The visible text of a part of the page, then of each open shadow root and frame of the same origin in it. */
function* textsOf(root: Document | ShadowRoot | Element): Generator<string> {
  yield ownTextOf(root)
  const elements = allIn(root, '*')
  for (const element of isElement(root) ? [root, ...elements] : elements) {
    const inner = innerRootOf(element)
    if (inner && isRendered(element)) yield* textsOf(inner)
  }
}

const innerRootOf = (element: Element): Document | ShadowRoot | null =>
  treeOf(element).shadowRoot ?? (isHtml(element, 'iframe') ? element.contentDocument : null)

const ownTextOf = (root: Document | ShadowRoot | Element): string => {
  if (isShadowRoot(root)) return textOfRoot(root)
  return innerTextOf(isElement(root) ? root : (root.body ?? root.documentElement))
}

const displayOf = (element: Element) => getComputedStyle(element).display

const isRendered = (element: Element): boolean => {
  if (checkVisibility(element)) return true
  const { parentElement } = treeOf(element)
  return displayOf(element) === 'contents' && (parentElement === null || isRendered(parentElement))
}

const innerTextOf = (element: Element | null): string => {
  // A page can remove its root element.
  if (element === null) return ''
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not shown
  const { innerText } = unclobbered(element as HTMLElement)
  // An element of SVG has no such member.
  return innerText ?? textOf(element)
}

/** A shadow root has no `innerText`. */
const textOfRoot = (root: ShadowRoot): string =>
  [...root.childNodes]
    .map((node) => {
      const { nodeName } = treeOf(node)
      if (nodeName === '#text') return (node as Text).data
      if (nodeName.startsWith('#') || !isRendered(node as Element)) return ''
      const text = innerTextOf(node as Element)
      return displayOf(node as Element).startsWith('inline') ? text : `\n${text}\n`
    })
    .join('')
