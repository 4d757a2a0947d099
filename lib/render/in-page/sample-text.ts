import { checkVisibility, isElement, isText, treeOf } from './dom.ts'

/**
 * Selects elements that together use every font of the page: one for each pair of a font declaration and a
 * block of characters (fallback fonts go by character).
 */
export const sampleText = (): Element[] => {
  const elementsMax = 200
  const nodesMax = 20_000
  const seen = new Set<string>()
  const sampled: Element[] = []
  // Blocks of 128 characters distinguish scripts. One font contains thousands of ideographs.
  const toBlock = (code: number) => (code < 0x2e80 ? code >> 7 : code >> 12)
  const consider = (element: Element, text: string, pseudo?: string) => {
    const { fontFamily, fontWeight, fontStyle } = getComputedStyle(element, pseudo)
    const known = seen.size
    for (const character of text.replace(/\s+/g, ''))
      seen.add(`${fontFamily}|${fontWeight}|${fontStyle}|${toBlock(character.codePointAt(0) ?? 0)}`)
    if (seen.size > known && sampled.length < elementsMax) sampled.push(element)
  }
  const considerElement = (element: Element) => {
    for (const pseudo of ['::before', '::after']) {
      const { content } = getComputedStyle(element, pseudo)
      if (content !== 'none' && content !== 'normal') consider(element, content, pseudo)
    }
    const { shadowRoot } = treeOf(element)
    if (shadowRoot) walk(shadowRoot)
  }
  const considerText = ({ data, parentElement }: Text) => {
    if (!data.trim() || !parentElement) return
    if (checkVisibility(parentElement)) consider(parentElement, data)
  }
  let nodes = 0
  const walk = (root: Document | ShadowRoot) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node && nodes < nodesMax; node = walker.nextNode()) {
      nodes++
      if (isElement(node)) considerElement(node)
      else if (isText(node)) considerText(node)
    }
  }
  walk(document)
  return sampled
}
