import { elementsIn, isHtml, isSvg } from './dom.ts'

interface Link {
  url: string
  text: string
  rel: string | null
}

/** Returns the links of the document and its open shadow roots, in document order, as far as they fit within the limits. */
export const readLinks = ({
  linksMax,
  textMax,
  urlMax,
}: {
  linksMax: number
  textMax: number
  urlMax: number
}): { links: Link[]; truncated: boolean } => {
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
  const textOf = (element: Anchor) =>
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
      text: textOf(element),
      rel: clean(element.getAttribute('rel')) || null,
    })),
    truncated: links.length < found.length,
  }
}
