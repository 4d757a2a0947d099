import { Parser } from 'htmlparser2'

interface HtmlHead {
  title: string
  /** Absent if the document declares none. */
  icon?: string
}

type Attributes = Record<string, string>

/** Titles and links inside these do not belong to the document. */
const foreignElements = new Set(['svg', 'math', 'noscript', 'template', 'iframe', 'xmp'])

const iconRelations = ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed']

/** Later elements do not affect the tab of the page. */
const scannedMax = 1_000_000

/** The time of the parser grows with the square of the depth. Chromium nests no deeper either (html_tree_builder: 512). */
const depthMax = 512

/**
 * Returns the title and the icon of an HTML document as its server sent it, as a browser without scripts would show them, as far as
 * elements are nested no deeper than `depthMax`. Takes time proportional to the length of the document.
 */
export const readHtmlHead = (html: string, url: string): HtmlHead => {
  const { title = '', base, links } = readElements(html.slice(0, scannedMax))
  const baseUrl = URL.parse(base ?? '', url)?.href ?? url
  const icon = findIcon(links)
  return {
    title: title.replace(/[\t\n\f\r ]+/g, ' ').trim(),
    ...(icon !== undefined && { icon: URL.parse(icon, baseUrl)?.href ?? icon }),
  }
}

const readElements = (html: string) => {
  const links: Attributes[] = []
  let title: string | undefined
  let base: string | undefined
  let depth = 0
  let foreignDepth = 0
  let text: string | undefined
  const parser = new Parser({
    onopentagname: () => {
      depth++
      if (depth > depthMax) parser.pause()
    },
    onopentag: (name, attributes) => {
      if (foreignElements.has(name)) foreignDepth++
      if (foreignDepth > 0) return
      if (name === 'title') text = ''
      if (name === 'link' && attributes['href'] !== undefined) links.push(attributes)
      if (name === 'base') base ??= attributes['href']
    },
    ontext: (part) => {
      if (text !== undefined) text += part
    },
    onclosetag: (name, isImplied) => {
      depth--
      if (foreignElements.has(name)) foreignDepth--
      if (name !== 'title' || text === undefined) return
      if (!isImplied) title ??= text
      text = undefined
    },
  })
  parser.end(html)
  return { title, base, links }
}

const findIcon = (links: readonly Attributes[]): string | undefined => {
  const hasRelation = ({ rel = '' }: Attributes, relation: string) =>
    rel.toLowerCase().split(/\s+/).includes(relation)
  return iconRelations
    .map((relation) => links.find((link) => hasRelation(link, relation)))
    .find((link) => link !== undefined)?.['href']
}
