/// <reference lib="dom" />

/** Resolves once the images in view, or in the whole page, are there and decoded, after `capMs` at the latest. */
export const awaitImages = async (
  isWhole: boolean,
  capMs: number,
): Promise<{ awaited: number; missing: number; isExpired: boolean }> => {
  let isExpired = false
  const expired = new Promise<false>((resolve) => setTimeout(() => resolve(false), capMs))
  const isWanted = (image: HTMLImageElement) => {
    if (image.src === '' && image.srcset === '' && image.currentSrc === '') return false
    const { top, left, bottom, right, width, height } = image.getBoundingClientRect()
    if (width === 0 || height === 0) return false
    // A lazy image far away does not begin to load by itself.
    if (isWhole && image.loading !== 'lazy') return true
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  }
  // Chromium decodes images above this size beside the frame and draws them later (cc/tiles/checker_image_tracker.cc).
  const isLarge = (image: HTMLImageElement) => image.naturalWidth * image.naturalHeight * 4 >= 512 * 1024
  const isDone = new Set<HTMLImageElement>()
  const awaited = new Set<HTMLImageElement>()
  const decode = async (image: HTMLImageElement) => {
    if (!image.complete) awaited.add(image)
    await image.decode().catch(() => undefined)
    isDone.add(image)
  }
  for (;;) {
    const images = [...document.images].filter(
      (image) => !isDone.has(image) && (!image.complete || isLarge(image)) && isWanted(image),
    )
    if (images.length === 0) break
    const decoded = Promise.all(images.map(decode)).then(() => true)
    isExpired = !(await Promise.race([decoded, expired]))
    if (isExpired) break
  }
  const missing = [...document.images].filter(
    (image) => isWanted(image) && (!image.complete || image.naturalWidth === 0),
  )
  return { awaited: awaited.size, missing: missing.length, isExpired }
}
