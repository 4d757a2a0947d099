/// <reference lib="dom" />

/** Absolute by the document's base; text that is no address stays as it is. */
export const toAbsolute = (address: string): string => {
  try {
    return new URL(address, document.baseURI).href
  } catch {
    return address
  }
}

/** Where lazy loaders keep the address until the picture is near. */
const lazyAttributes = ['data-src', 'data-lazy-src', 'data-original', 'data-srcset', 'srcset']

/** What the picture shows, or would show; empty for one that is only in the document itself. */
export const imageAddress = (image: HTMLImageElement): string => {
  const shown = image.currentSrc || image.getAttribute('src') || ''
  if (shown !== '' && !/^(data|blob):/.test(shown)) return toAbsolute(shown)
  for (const name of lazyAttributes) {
    const [candidate = ''] = (image.getAttribute(name) ?? '').trim().split(/[\s,]+/)
    if (candidate !== '' && !/^(data|blob):/.test(candidate)) return toAbsolute(candidate)
  }
  return ''
}
