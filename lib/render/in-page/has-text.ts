import { unclobbered } from './dom.ts'

/**
 * Returns whether the visible text contains a text, also in open shadow roots and in frames of the same origin, regardless of upper and
 * lower case and of white space.
 */
export const hasText = (wanted: string): boolean => {
  const normalize = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
  const displayOf = (element: Element) => getComputedStyle(element).display
  const isRendered = (element: Element): boolean => {
    if (unclobbered(element).checkVisibility()) return true
    const { parentElement } = unclobbered(element)
    return displayOf(element) === 'contents' && (parentElement === null || isRendered(parentElement))
  }
  const textOf = (element: Element | null): string => {
    // A page can remove its root element.
    if (element === null) return ''
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not shown
    const { innerText } = unclobbered(element as HTMLElement)
    // An element of SVG has no such member.
    return innerText ?? unclobbered(element).textContent ?? ''
  }
  /** A shadow root has no `innerText`. */
  const textOfRoot = (root: ShadowRoot): string =>
    [...root.childNodes]
      .map((node) => {
        const { nodeName } = unclobbered(node)
        if (nodeName === '#text') return (node as Text).data
        if (nodeName.startsWith('#') || !isRendered(node as Element)) return ''
        const text = textOf(node as Element)
        return displayOf(node as Element).startsWith('inline') ? text : `\n${text}\n`
      })
      .join('')
  const isIn = (root: Document | ShadowRoot): boolean => {
    const text = 'host' in root ? textOfRoot(root) : textOf(root.body ?? root.documentElement)
    if (normalize(text).includes(normalize(wanted))) return true
    return [...root.querySelectorAll('*')].some((element) => {
      const { localName, shadowRoot } = unclobbered(element)
      const inner =
        shadowRoot ?? (localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument : null)
      return inner !== null && isRendered(element) && isIn(inner)
    })
  }
  return isIn(document)
}
