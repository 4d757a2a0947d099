/// <reference lib="dom" />

/**
 * Resolves when the background images in view have loaded or failed. Checks a limited number of elements. Returns the number of images
 * that were pending.
 */
export const awaitBackgrounds = async (isWhole: boolean): Promise<number> => {
  const elementsMax = 3000
  const isInView = (element: Element) => {
    // The background of these two elements covers the canvas, regardless of their size.
    if (element === document.body || element === document.documentElement) return true
    const { top, bottom, width, height } = unclobbered(element).getBoundingClientRect()
    return width > 0 && height > 0 && (isWhole || (bottom > 0 && top < innerHeight))
  }
  const urlsOf = (element: Element) => {
    const { backgroundImage } = getComputedStyle(element)
    if (!backgroundImage.includes('url(') || !isInView(element)) return []
    return [...backgroundImage.matchAll(/url\("([^"]+)"\)/g)].map(([, url = '']) => url)
  }
  const load = (url: string) => {
    const image = new Image()
    image.src = url
    return image.decode().catch(() => undefined)
  }
  const isThere = (url: string) =>
    url.startsWith('data:') || performance.getEntriesByName(url, 'resource').length > 0
  const elements = [...document.querySelectorAll('html, body, body *')].slice(0, elementsMax)
  const missing = [...new Set(elements.flatMap(urlsOf))].filter((url) => !isThere(url))
  await Promise.all(missing.map(load))
  return missing.length
}
