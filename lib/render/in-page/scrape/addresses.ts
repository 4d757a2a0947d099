/// <reference lib="dom" />

/** Returns a URL resolved against the document's base. Text that is not a URL is returned unchanged. */
export const toAbsolute = (address: string): string => {
  try {
    return new URL(address, document.baseURI).href
  } catch {
    return address
  }
}

/** Attributes in which lazy loaders keep the URL until the image is near. */
const lazyAttributes = ['data-src', 'data-lazy-src', 'data-original', 'data-srcset', 'srcset']

/** Returns the URL of an image, even if it has not loaded, or an empty string for an inline image. */
export const imageAddress = (image: HTMLImageElement): string => {
  const shown = image.currentSrc || image.getAttribute('src') || ''
  if (shown !== '' && !/^(data|blob):/.test(shown)) return toAbsolute(shown)
  for (const name of lazyAttributes) {
    const [candidate = ''] = (image.getAttribute(name) ?? '').trim().split(/[\s,]+/)
    if (candidate !== '' && !/^(data|blob):/.test(candidate)) return toAbsolute(candidate)
  }
  return ''
}
