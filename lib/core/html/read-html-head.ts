import { decodeEntities } from './entities.ts'

export interface HtmlHead {
  title: string
  /** Absent when the document declares none. */
  icon?: string
}

interface Tag {
  name: string
  attributes: Map<string, string>
  /** Behind its `>`. */
  end: number
}

/** What is written in these is no markup. */
const rawElements = new Set('script style title textarea svg noscript template xmp iframe'.split(' '))

const iconRelations = ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed']

/** Later ones are not what a page shows in its tab. */
const scannedMax = 1_000_000

/**
 * Title and icon of an HTML document as its server sent it, as a browser without scripts would tell them. Reads each
 * character once, whatever the document holds.
 */
export const readHtmlHead = (html: string, url: string): HtmlHead => {
  const elements = [...elementsOf(html.slice(0, scannedMax))]
  const title = elements.find(({ name }) => name === 'title')?.content ?? ''
  const base = elements.find(({ name, attributes }) => name === 'base' && attributes.has('href'))
  const baseUrl = URL.parse(base?.attributes.get('href') ?? '', url)?.href ?? url
  const icon = findIcon(elements)
  return {
    title: decodeEntities(title)
      .replace(/[\t\n\f\r ]+/g, ' ')
      .trim(),
    ...(icon !== undefined && { icon: URL.parse(icon, baseUrl)?.href ?? icon }),
  }
}

const findIcon = (elements: readonly HtmlElement[]): string | undefined => {
  const links = elements.filter(({ name, attributes }) => name === 'link' && attributes.has('href'))
  const relationsOf = (link: HtmlElement) => (link.attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
  return iconRelations
    .map((relation) => links.find((link) => relationsOf(link).includes(relation)))
    .find((link) => link !== undefined)
    ?.attributes.get('href')
}

const wanted = new Set(['title', 'base', 'link'])

type HtmlElement = Omit<Tag, 'end'> & { content: string }

function* elementsOf(html: string): Generator<HtmlElement> {
  for (let start = html.indexOf('<'); start >= 0; ) {
    const { element, end } = readElement(html, start)
    if (element && wanted.has(element.name)) yield element
    start = end < 0 ? -1 : html.indexOf('<', end)
  }
}

/** What begins at a `<`, and where to go on; -1 where the rest belongs to it. */
const readElement = (html: string, start: number): { element?: HtmlElement; end: number } => {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 4)
    return { end: end < 0 ? -1 : end + 3 }
  }
  const tag = readTag(html, start + 1)
  if (!tag) return { end: start + 1 }
  const end = rawElements.has(tag.name) ? findEnd(html, tag) : tag.end
  return { element: { ...tag, content: html.slice(tag.end, Math.max(tag.end, end)) }, end }
}

const findEnd = (html: string, { name, end }: Tag): number => {
  const pattern = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  pattern.lastIndex = end
  return pattern.exec(html)?.index ?? -1
}

const namePattern = /[a-z][^\s/>]*/iy
const attributePattern = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y
const closePattern = /[\s/]*>/y

/** A start tag whose name begins at `start`; undefined for anything else. */
const readTag = (html: string, start: number): Tag | undefined => {
  const name = matchAt(namePattern, html, start)?.[0]
  if (name === undefined) return undefined
  const attributes = new Map<string, string>()
  let end = start + name.length
  for (
    let match = matchAt(attributePattern, html, end);
    match;
    match = matchAt(attributePattern, html, end)
  ) {
    const [whole, attribute = '', ...values] = match
    const value = values.find((text) => text !== undefined) ?? ''
    if (!attributes.has(attribute.toLowerCase()))
      attributes.set(attribute.toLowerCase(), decodeEntities(value))
    end += whole.length
  }
  const close = matchAt(closePattern, html, end)?.[0]
  return { name: name.toLowerCase(), attributes, end: end + (close?.length ?? 0) }
}

const matchAt = (pattern: RegExp, text: string, index: number) => {
  pattern.lastIndex = index
  return pattern.exec(text)
}
