/// <reference lib="dom" />

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
  function* elementsIn(parent: Document | ShadowRoot): Generator<Element> {
    for (const element of parent.querySelectorAll('*')) {
      yield element
      const { shadowRoot } = unclobbered(element)
      if (shadowRoot) yield* elementsIn(shadowRoot)
    }
  }
  const clean = (text: string | null | undefined) =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, textMax)
  const textOf = (element: HTMLAnchorElement | HTMLAreaElement) =>
    clean(element.textContent) ||
    clean(element.getAttribute('aria-label')) ||
    clean(element.querySelector<HTMLImageElement>('img[alt]')?.alt) ||
    clean(element.getAttribute('alt')) ||
    clean(element.title)
  const isLink = (element: Element): element is HTMLAnchorElement | HTMLAreaElement =>
    (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) &&
    element.href !== '' &&
    !/^javascript:/i.test(element.href)
  const found = [...elementsIn(document)].filter(isLink)
  const links = found.filter(({ href }) => href.length <= urlMax).slice(0, linksMax)
  return {
    links: links.map((element) => ({
      url: element.href,
      text: textOf(element),
      rel: clean(element.getAttribute('rel')) || null,
    })),
    truncated: links.length < found.length,
  }
}
