/** Resolves when the images in view, or in the whole page, have loaded, at the latest after `capMs`. Drawing the frame decodes them. */
export const awaitImages = async (
  isWhole: boolean,
  capMs: number,
): Promise<{ awaited: number; missing: number; isExpired: boolean }> => {
  let isExpired = false
  const expired = new Promise<false>((resolve) => setTimeout(() => resolve(false), capMs))
  // Without declared dimensions, an image that is still loading has an empty box.
  const isShown = (image: HTMLImageElement, { width, height }: DOMRect) =>
    image.complete
      ? width > 0 && height > 0
      : image.getClientRects().length > 0 && image.getAttribute('width') !== '0'
  const isWanted = (image: HTMLImageElement) => {
    if (image.src === '' && image.srcset === '' && image.currentSrc === '') return false
    const box = image.getBoundingClientRect()
    if (!isShown(image, box)) return false
    // A lazy image far away does not load until it is scrolled near the viewport.
    if (isWhole && image.loading !== 'lazy') return true
    return box.bottom >= 0 && box.right >= 0 && box.top < innerHeight && box.left < innerWidth
  }
  // Most images fire an event. An image that lost its URL or left the document fires none.
  const step = (images: HTMLImageElement[]) =>
    new Promise<true>((resolve) => {
      setTimeout(() => resolve(true), 50)
      void Promise.all(images.map(ended)).then(() => resolve(true))
    })
  const ended = (image: HTMLImageElement) =>
    new Promise((resolve) => {
      image.addEventListener('load', resolve, { once: true })
      image.addEventListener('error', resolve, { once: true })
    })
  const awaited = new Set<HTMLImageElement>()
  for (;;) {
    const images = [...document.images].filter((image) => !image.complete && isWanted(image))
    if (images.length === 0) break
    for (const image of images) awaited.add(image)
    isExpired = !(await Promise.race([step(images), expired]))
    if (isExpired) break
  }
  const missing = [...document.images].filter(
    (image) => isWanted(image) && (!image.complete || image.naturalWidth === 0),
  )
  return { awaited: awaited.size, missing: missing.length, isExpired }
}
