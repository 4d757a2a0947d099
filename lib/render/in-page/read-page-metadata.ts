import { unclobbered } from './dom.ts'

interface MetadataLimits {
  /** Characters of a text or a URL. */
  textMax: number
  /** Entries of a list. */
  entriesMax: number
  /** Characters of all JSON-LD together. */
  jsonMax: number
}

/** What the head of a page contains, in document order. */
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
export const readPageMetadata = ({ textMax, entriesMax, jsonMax }: MetadataLimits): RawMetadata => {
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
  const isShort = ({ href }: HTMLLinkElement) => {
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
  const scripts = all('script[type^="application/ld+json" i]').map(
    (script) => unclobbered(script).textContent ?? '',
  )
  return {
    title: cut(document.title),
    language: cut(root ? (unclobbered(root).getAttribute('lang') ?? '') : ''),
    metas: metas.map((meta) => ({
      name: cut((meta.getAttribute('property') ?? meta.name).toLowerCase()),
      content: cut(meta.content),
    })),
    links: links.filter(isShort).map((link) => ({
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
