import { attributeOf, elementsIn, isHtml, isSvg, textOf, unclobbered } from './dom.ts'

interface MetadataLimits {
  /** Characters of a text or a URL. */
  textMax: number
  /** Entries of a list. */
  entriesMax: number
  /** Characters of all JSON-LD together. */
  jsonMax: number
}

/** The content of the head of a page, in document order. */
export interface RawMetadata {
  title: string
  language: string
  /** `<meta>` elements with a name or a property, which is in lowercase. */
  metas: { name: string; content: string }[]
  /** `<link>` elements with a URL, which is absolute. */
  links: { rel: string; url: string; type: string; title: string; sizes: string }[]
  /** Texts of scripts. */
  jsonLd: string[]
  /** Something did not fit within the limits. */
  truncated: boolean
}

/** Reads what the page says about itself, as far as it fits within the limits. */
const readMetadata = ({ textMax, entriesMax, jsonMax }: MetadataLimits): RawMetadata => {
  let truncated = false
  const cut = (text: string) => {
    if (text.length > textMax) truncated = true
    return text.slice(0, textMax)
  }
  const some = <Item>(items: Item[]) => {
    if (items.length > entriesMax) truncated = true
    return items.slice(0, entriesMax)
  }
  const all = <Found extends Element>(selector: string) => [...document.querySelectorAll<Found>(selector)]
  const hasShortUrl = ({ href }: HTMLLinkElement) => {
    if (href.length > textMax) truncated = true
    return href !== '' && href.length <= textMax
  }
  let jsonLeft = jsonMax
  const fits = (text: string) => {
    jsonLeft -= text.length
    if (jsonLeft < 0) truncated = true
    return jsonLeft >= 0
  }
  // A page can remove its root element.
  const root: Element | null = document.documentElement
  const metas = some(all<HTMLMetaElement>('meta[name][content], meta[property][content]'))
  const links = some(
    all<HTMLLinkElement>(
      'link[rel][href]:not([rel~="stylesheet" i], [rel~="preload" i], [rel~="modulepreload" i])',
    ),
  )
  const scripts = all('script[type^="application/ld+json" i]').map((script) => textOf(script))
  return {
    title: cut(document.title),
    language: cut(root ? (attributeOf(root, 'lang') ?? '') : ''),
    metas: metas.map((meta) => ({
      name: cut((meta.getAttribute('property') ?? meta.name).toLowerCase()),
      content: cut(meta.content),
    })),
    links: links.filter(hasShortUrl).map((link) => ({
      rel: cut(link.rel.toLowerCase()),
      url: link.href,
      type: cut(link.type.toLowerCase()),
      title: cut(link.title),
      sizes: cut(link.getAttribute('sizes') ?? ''),
    })),
    jsonLd: some(scripts.filter(fits)),
    truncated,
  }
}

interface Head {
  url: string
  title: string
  /** URL of the icon that the page declares. */
  icon?: string
  /** HTTP status, if the document came from a server. */
  status?: number
}

/** Returns what is known of the document, with texts cut to `lengthMax`. */
export const readHead = (lengthMax: number): Head => {
  const find = (rel: string) => document.querySelector<HTMLLinkElement>(`link[rel~="${rel}" i][href]`)?.href
  const icon = find('icon') ?? find('apple-touch-icon') ?? find('apple-touch-icon-precomposed')
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return {
    url: location.href.slice(0, lengthMax),
    title: document.title.slice(0, lengthMax),
    ...(icon !== undefined && { icon: icon.slice(0, lengthMax) }),
    ...(navigation?.responseStatus && { status: navigation.responseStatus }),
  }
}

/** Returns the encoding that the document was decoded with, also if an element of the page has the name of the property. */
export const readCharset = (): string => Reflect.get(Document.prototype, 'characterSet', document)

/** Returns the texts of the visible headings, in the order of the document, each on one line. */
export const readHeadings = (): string[] => {
  const texts: string[] = []
  for (const element of elementsIn(document)) {
    const heading = unclobbered(element as HTMLElement)
    if (!heading.matches('h1, h2, h3, h4, h5, h6, [role=heading]')) continue
    // biome-ignore lint/performance/useDomNodeTextContent: The bookmark has the text as it is shown. Only HTML elements have it.
    const shown = heading.checkVisibility({ visibilityProperty: true }) ? heading.innerText : ''
    const text = shown ?? ''
    if (text.trim() !== '') texts.push(text.replaceAll('\u00ad', '').split(/\s+/).join(' ').trim())
  }
  return texts
}

interface LinkLimits {
  linksMax: number
  /** Characters of a text, and of a URL. */
  textMax: number
  urlMax: number
}

interface Link {
  url: string
  text: string
  rel: string | null
}

/** Returns the links of the document and its open shadow roots, in document order, as far as they fit within the limits. */
const readLinks = ({ linksMax, textMax, urlMax }: LinkLimits): { links: Link[]; truncated: boolean } => {
  const clean = (text: string | null | undefined) =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, textMax)
  type Anchor = HTMLAnchorElement | HTMLAreaElement | SVGAElement
  const isAnchor = (element: Element): element is Anchor =>
    isHtml(element, 'a') || isHtml(element, 'area') || isSvg(element, 'a')
  const urlOf = (element: Anchor): string => {
    if (!isSvg(element, 'a')) return element.href
    const { baseVal } = element.href
    return baseVal === '' ? '' : (URL.parse(baseVal, element.baseURI)?.href ?? '')
  }
  const labelOf = (element: Anchor) =>
    clean(element.textContent) ||
    clean(element.getAttribute('aria-label')) ||
    clean(element.querySelector<HTMLImageElement>('img[alt]')?.alt) ||
    clean(element.getAttribute('alt')) ||
    clean(element.getAttribute('title'))
  const found = [...elementsIn(document)]
    .filter(isAnchor)
    .map((element) => ({ element, url: urlOf(element) }))
    .filter(({ url }) => url !== '' && !/^javascript:/i.test(url))
  const links = found.filter(({ url }) => url.length <= urlMax).slice(0, linksMax)
  return {
    links: links.map(({ element, url }) => ({
      url,
      text: labelOf(element),
      rel: clean(element.getAttribute('rel')) || null,
    })),
    truncated: links.length < found.length,
  }
}

/** Reads what a page says about itself, and its links, each if limits for it are given. */
export const readPage = (metadata?: MetadataLimits, links?: LinkLimits) => ({
  metadata: metadata && readMetadata(metadata),
  links: links && readLinks(links),
})
