import { isElement, isText, unclobbered } from './dom.ts'
import { type Look, memory } from './looks.ts'

/** What may cover an element: elements in it, and pseudo-elements. */
let panels = new Map<Element, { elements: Element[]; pseudos: string[] }>()

/** Finds empty panels that are drawn over what is in an element, for `readCovered`. */
export const findPanels = (): void => {
  const media = 'img, video, canvas, iframe, input, picture, object, svg'
  const isEmpty = (element: Element) => {
    const { textContent } = unclobbered(element)
    if (/\S/.test(textContent ?? '') || unclobbered(element).matches(media)) return false
    return unclobbered(element).querySelector(media) === null
  }
  const isPanel = ({ position, zIndex, content }: CSSStyleDeclaration) =>
    position === 'absolute' && !(Number(zIndex) < 0) && /^(normal|"")$/.test(content)
  /** @param panel null if it comes last */
  const isUnder = (node: Node, panel: Element | null, level: number) => {
    if (isText(node)) return node.data.trim() !== ''
    if (!isElement(node) || node === panel || isEmpty(node)) return false
    const { position, transform, zIndex } = getComputedStyle(node)
    if (position === 'static' && transform === 'none') return true
    const own = Number(zIndex) || 0
    const isBefore = !panel || (unclobbered(node).compareDocumentPosition(panel) & 4) > 0
    return own < level || (own === level && isBefore)
  }
  const covers = (element: Element, panel: Element | null, styles: CSSStyleDeclaration) =>
    isPanel(styles) &&
    [...unclobbered(element).childNodes].some((node) => isUnder(node, panel, Number(styles.zIndex) || 0))
  panels = new Map()
  for (const element of memory.now?.keys() ?? []) {
    if (getComputedStyle(element).position === 'static') continue
    const elements = [...unclobbered(element).children].filter(
      (child) => covers(element, child, getComputedStyle(child)) && isEmpty(child),
    )
    const pseudos = ['::before', '::after'].filter((pseudo) => {
      const styles = getComputedStyle(element, pseudo)
      return styles.content === '""' && covers(element, null, styles)
    })
    if (elements.length + pseudos.length > 0) panels.set(element, { elements, pseudos })
  }
}

/** Counts what opaque panels cover as hidden, because they may open like curtains while they are in the window. Runs after `readContents`. */
export const readCovered = (): void => {
  const { now = new Map<Element, Look>() } = memory
  const coveredMin = 0.5
  const isTranslucent = (value: string) => /rgba|\/|url|none/.test(value)
  const isVisible = ({ visibility, backgroundColor, backgroundImage }: CSSStyleDeclaration) =>
    visibility === 'visible' && !(isTranslucent(backgroundColor) && isTranslucent(backgroundImage))
  /** What an inset leaves. */
  const uncut = ({ clipPath }: CSSStyleDeclaration, width: number, height: number) => {
    const [, insets = ''] = /^inset\(([^)]*)/.exec(clipPath) ?? []
    const [top, right = top, bottom = top, left = right] = insets.split(' ').filter((part) => /\d/.test(part))
    const share = (inset = '0', side: number) => Number.parseFloat(inset) / (inset.endsWith('%') ? 100 : side)
    const x = 1 - share(left, width) - share(right, width)
    return Math.max(0, x) * Math.max(0, 1 - share(top, height) - share(bottom, height))
  }
  const shareOfPanel = (panel: Element, box: DOMRect): number => {
    const styles = getComputedStyle(panel)
    const { left, right, top, bottom, width, height } = unclobbered(panel).getBoundingClientRect()
    const inner = [...unclobbered(panel).children].reduce((sum, child) => sum + shareOfPanel(child, box), 0)
    if (!isVisible(styles)) return inner * Number(styles.opacity)
    const x = Math.max(0, Math.min(right, box.right) - Math.max(left, box.left))
    const y = Math.max(0, Math.min(bottom, box.bottom) - Math.max(top, box.top))
    const own = ((x * y) / (box.width * box.height)) * uncut(styles, width, height)
    return Math.max(own, inner) * Number(styles.opacity)
  }
  const shareOfPseudo = (styles: CSSStyleDeclaration, box: DOMRect) => {
    if (!isVisible(styles)) return 0
    const { a, d, e, f } = new DOMMatrix(styles.transform)
    const [width, height] = [Number.parseFloat(styles.width) || 0, Number.parseFloat(styles.height) || 0]
    const x = Math.max(0, Math.min(box.width, Math.abs(a) * width) - Math.abs(e))
    const y = Math.max(0, Math.min(box.height, Math.abs(d) * height) - Math.abs(f))
    return ((x * y) / (box.width * box.height)) * uncut(styles, width, height) * Number(styles.opacity)
  }
  for (const [element, { elements, pseudos }] of panels) {
    const box = unclobbered(element).getBoundingClientRect()
    const look = now.get(element)
    const shares = [
      ...elements.map((panel) => shareOfPanel(panel, box)),
      ...pseudos.map((pseudo) => shareOfPseudo(getComputedStyle(element, pseudo), box)),
    ]
    const covered = shares.reduce((sum, share) => sum + share, 0)
    if (look && covered > coveredMin) look.opacity *= Math.max(0, 1 - covered)
  }
}
