import { elementsIn, hasOwnText, isHtml, matchesOf, nameOf, requestFrame, rootsInFrames } from './dom.ts'
import { hasBox } from './predicates.ts'
import { replaced } from './progress.ts'
import { state } from './state.ts'

// Frames have callbacks once the body has begun and its style sheets have loaded.
requestFrame(() => {
  state.hasFrame = true
})

/**
 * Returns whether the document has had a frame. Without scripts frames have no callbacks, but their paint is reported
 * (https://w3c.github.io/paint-timing/).
 */
export const hasDrawn = (): boolean => state.hasFrame || performance.getEntriesByType('paint').length > 0

/**
 * Returns whether the page shows anything yet, or would if it were not transparent, as before an entrance animation. Call it after each
 * frame. Chromium reports the first paint some frames after it, so it cannot tell where a recording begins.
 */
export const isShown = (): boolean => {
  if (!state.hasFrame) return false
  const hasDecoration = (element: Element) => {
    const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(element)
    return (
      !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor) ||
      backgroundImage !== 'none' ||
      borderTopWidth !== '0px'
    )
  }
  const showsContent = (element: Element) => {
    if (isHtml(element, 'img')) return element.complete && element.naturalWidth > 0
    return replaced.test(nameOf(element)) || hasOwnText(element) || hasDecoration(element)
  }
  if (document.getAnimations().length > 0) return true
  for (const element of elementsIn(document)) if (hasBox(element) && showsContent(element)) return true
  return false
}

/** Returns whether the document can be drawn. Chromium draws an HTML document when its body or its frames begin, and others always. */
export const hasBody = (): boolean => document.contentType !== 'text/html' || document.body !== null

/** Returns how much time has passed in the page, in ms. */
export const readPageTime = (): number => Math.round(performance.now())

/** Cancels everything that is still loading. */
export const stopLoading = (): void => stop()

/** Returns whether a video or audio element plays or is about to play. Their clock cannot be stopped. */
export const hasLiveMedia = (): boolean => {
  const isLive = ({ paused, ended, error, autoplay }: HTMLMediaElement) =>
    !ended && !error && (!paused || autoplay)
  for (const element of matchesOf('video, audio', rootsInFrames()))
    if ((isHtml(element, 'video') || isHtml(element, 'audio')) && isLive(element)) return true
  return false
}
