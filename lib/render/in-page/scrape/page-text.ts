import { isHtml, textOf, treeOf, unclobbered } from '../dom.ts'
import { findBars } from './code-bars.ts'
import { toFence } from './code-span.ts'
import { flatten } from './flatten.ts'
import { toMarkdown } from './markdown.ts'
import type { Forms } from './references.ts'
import type { Content, Selection } from './selection.ts'

/**
 * Returns a page as Markdown.
 *
 * @param choose returns the part of the flattened page that is wanted
 */
export const toText = (selection: Selection, choose: (copy: Document) => Part, forms: Forms): Content => {
  const xml = selection.isPartial ? undefined : readXml()
  if (xml !== undefined) return { text: `${toFence(xml, 'xml')}\n` }
  return (
    unlessTooDeep(() => {
      const { content, report } = choose(copyOf(selection, choose !== wholePage))
      return { text: toMarkdown(content, forms), mainContent: report }
    }) ?? { text: selection.elements.map(toShownText).join('\n\n') }
  )
}

interface Part {
  content: Element
  report?: Content['mainContent']
}

export const wholePage = (copy: Document): Part => ({ content: copy.body })

/** @param keepNames whether classes and ids are wanted, which say what is main content */
export const copyOf = ({ elements, roots, excluded }: Selection, keepNames: boolean): Document =>
  flatten(elements, { excluded: new Set<Node>([...findBars(roots), ...excluded]), keepNames })

/** Returns undefined if the stack overflows, on a tree that is deeper than any real page. */
export const unlessTooDeep = <Result>(work: () => Result): Result | undefined => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}

const toShownText = (element: Element): string =>
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not shown
  isHtml(element) ? unclobbered(element).innerText : textOf(element)

/** Chromium shows XML without a style sheet in a page that contains the source. */
const viewerSource = 'webkit-xml-viewer-source-xml'

/** Returns the source of an XML document that the browser shows as a tree or as text, or undefined for every other document. */
const readXml = (): string | undefined => {
  if (!/[/+]xml$/.test(document.contentType)) return undefined
  const source = document.getElementById(viewerSource)
  if (!source) return readShownText()
  const serializer = new XMLSerializer()
  const nodes = [...unclobbered(source).childNodes].map((node) => serializer.serializeToString(node))
  return `<?xml version="1.0"?>${nodes.join('')}`
}

const readShownText = (): string | undefined => {
  const body: Element | null = document.body
  const [text, ...others] = body ? treeOf(body).children : []
  return text && others.length === 0 && isHtml(text, 'pre') ? text.textContent : undefined
}
