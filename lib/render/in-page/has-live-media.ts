import { elementsIn, isHtml } from './dom.ts'

/** Returns whether a video or audio element plays or is about to play. Their clock cannot be stopped. */
export const hasLiveMedia = (): boolean => {
  function* mediaIn(parent: Document): Generator<HTMLMediaElement> {
    for (const element of elementsIn(parent)) {
      if (isHtml(element, 'video') || isHtml(element, 'audio')) yield element
      if (isHtml(element, 'iframe') && element.contentDocument) yield* mediaIn(element.contentDocument)
    }
  }
  for (const { paused, ended, error, autoplay } of mediaIn(document))
    if (!ended && !error && (!paused || autoplay)) return true
  return false
}
