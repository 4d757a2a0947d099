import { isElement, isShadowRoot, matchesOf, rootOf, styleOf, treeOf, unclobbered } from './dom.ts'
import { state } from './state.ts'

/**
 * Covers all matches from now on, in the document and its open shadow trees, wherever they move. The service calls this at the start of
 * every document, and again around each capture, because no observer notices a shadow tree that is attached later. Returns whether a match
 * was not covered until now.
 *
 * @param styles refer to the filter by its id, so each tree has a copy of it
 * @param filter markup of a filter element
 * @param isDrawn whether the page is captured now, so that what styles cannot cover is corrected
 */
export const maskElements = (matches: string, styles: string, filter: string, isDrawn = false): boolean => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  const filters = new WeakMap<Node, SVGSVGElement>()
  const addFilter = (root: Document | ShadowRoot, parent: Element | ShadowRoot) => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    svg.style.cssText =
      'position: absolute !important; width: 0 !important; height: 0 !important; display: block !important'
    svg.innerHTML = filter
    unclobbered(parent).append(svg)
    filters.set(root, svg)
    state.changes.nodes.add(svg)
  }
  const cover = (root: Document | ShadowRoot): boolean => {
    observer.observe(root, { subtree: true, childList: true })
    const isCovered = root.adoptedStyleSheets.includes(sheet)
    if (!isCovered) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
    const hasMatches = root.querySelector(matches) !== null
    const parent = root instanceof Document ? root.documentElement : root
    // A library that takes over the whole document expects only its own elements in it until then.
    const isReady = document.readyState !== 'loading' && parent && hasMatches
    if (isReady && !filters.get(root)?.isConnected) addFilter(root, parent)
    return hasMatches && !isCovered
  }
  const coverShadowTrees = (elements: Iterable<Element>): boolean => {
    let hadMatches = false
    for (const element of elements) {
      const { shadowRoot } = treeOf(element)
      if (!shadowRoot) continue
      if (cover(shadowRoot)) hadMatches = true
      if (coverShadowTrees(shadowRoot.querySelectorAll('*'))) hadMatches = true
    }
    return hadMatches
  }
  const coverAdded = ({ target, addedNodes }: MutationRecord) => {
    // Removed nodes change nothing. `undo` removes the filter.
    if (addedNodes.length === 0) return
    const root = rootOf(target)
    if (root instanceof Document || isShadowRoot(root)) cover(root)
    const added = [...addedNodes].filter((node) => isElement(node))
    coverShadowTrees(added.flatMap((node) => [node, ...unclobbered(node).querySelectorAll('*')]))
  }
  const observer = new MutationObserver((records) => records.forEach(coverAdded))
  state.cover ??= () => {
    const hadMatches = cover(document)
    return coverShadowTrees(document.querySelectorAll('*')) || hadMatches
  }
  addEventListener('DOMContentLoaded', state.cover)
  const hadMatches = state.cover()
  return (isDrawn && correctMasked(matches)) || hadMatches
}

/**
 * Corrects what `maskElements` cannot: the inline styles of matches that override any sheet, matches without a box, and inline matches of
 * several lines. Returns whether any showed what it draws.
 */
const correctMasked = (matches: string): boolean => {
  let wasShown = false
  for (const element of matchesOf(matches)) if (correct(element)) wasShown = true
  return wasShown
}

const correct = (element: Element): boolean => {
  const style = styleOf(element as HTMLElement)
  const isImportant = (name: string) => style.getPropertyPriority(name) === 'important'
  const wasShown = isImportant('filter') || isImportant('opacity')
  for (const name of ['filter', 'clip-path', 'opacity']) if (isImportant(name)) style.removeProperty(name)
  const { display, visibility } = getComputedStyle(element)
  // Without a box, there is nothing that a filter could replace.
  if (display === 'contents') {
    style.setProperty('visibility', 'hidden', 'important')
    return visibility === 'visible'
  }
  const lines = display === 'inline' && linesOf([...unclobbered(element).getClientRects()])
  if (lines) style.setProperty('clip-path', lines, 'important')
  return wasShown
}

/** The lines of an inline element as one shape. Its percentages are of the first line, which is the box that a clip of it refers to. */
const linesOf = ([first, ...others]: DOMRect[]) => {
  if (!first || others.length === 0) return undefined
  const point = (x: number, y: number) =>
    `${((x - first.x) / first.width) * 100}% ${((y - first.y) / first.height) * 100}%`
  const corners = ({ left, top, right, bottom }: DOMRect) => [
    point(left, top),
    point(right, top),
    point(right, bottom),
    point(left, bottom),
    point(left, top),
  ]
  // The shape returns to its start after each line, because a line without an area joins the lines.
  const start = point(first.left, first.top)
  return `polygon(${[first, ...others].flatMap((line) => [...corners(line), start]).join(', ')})`
}
