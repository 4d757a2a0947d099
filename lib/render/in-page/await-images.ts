import { isHtml, isInWindow, matchesOf, rootsInFrames } from './dom.ts'
import { unbegunVideos } from './unseen.ts'

/**
 * Resolves when the images in view, or in the whole page, have loaded, at the latest after `capMs`. Includes open shadow trees and
 * frames of the same origin. Drawing the frame decodes them. Also returns how many videos in view have not begun.
 */
export const awaitImages = async (
  isWhole: boolean,
  capMs: number,
): Promise<{ awaited: number; missing: number; isExpired: boolean; videos: number }> => {
  const expired = new Promise<true>((resolve) => setTimeout(() => resolve(true), capMs))
  // Without declared dimensions, an image that is still loading has an empty box.
  const isShown = (image: HTMLImageElement) => {
    if (!image.complete) return image.getClientRects().length > 0 && image.getAttribute('width') !== '0'
    const { width, height } = image.getBoundingClientRect()
    return width > 0 && height > 0
  }
  const isWanted = (image: HTMLImageElement) => {
    if (image.src === '' && image.srcset === '' && image.currentSrc === '') return false
    // A lazy image far away does not load until it is scrolled near the viewport.
    return isShown(image) && isInWindow(image, isWhole && image.loading !== 'lazy')
  }
  // Most images fire an event. An image that lost its URL or left the document fires none.
  const step = (images: HTMLImageElement[]) =>
    new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), 50)
      void Promise.all(images.map(ended)).then(() => resolve(false))
    })
  const ended = (image: HTMLImageElement) =>
    new Promise((resolve) => {
      image.addEventListener('load', resolve, { once: true })
      image.addEventListener('error', resolve, { once: true })
    })
  const isMissing = (image: HTMLImageElement) => !image.complete || image.naturalWidth === 0
  const awaited = new Set<HTMLImageElement>()
  for (let isExpired = false; ; ) {
    const roots = [...rootsInFrames()]
    const images = [...matchesOf('img', roots)].filter((element) => isHtml(element, 'img'))
    const pending = images.filter((image) => !image.complete && isWanted(image))
    if (pending.length === 0 || isExpired) {
      const missing = images.filter((image) => isMissing(image) && isWanted(image))
      const videos = unbegunVideos(roots).length
      return { awaited: awaited.size, missing: missing.length, isExpired, videos }
    }
    for (const image of pending) awaited.add(image)
    isExpired = await Promise.race([step(pending), expired])
  }
}
