/// <reference lib="dom" />

/** Whether a video or a sound plays or is about to: their clock cannot be held. */
export const hasLiveMedia = (): boolean => {
  function* mediaIn(parent: Document | ShadowRoot): Generator<HTMLMediaElement> {
    for (const element of parent.querySelectorAll('*')) {
      if (element instanceof HTMLMediaElement) yield element
      const { shadowRoot } = unclobbered(element)
      if (shadowRoot) yield* mediaIn(shadowRoot)
      if (element instanceof HTMLIFrameElement && element.contentDocument)
        yield* mediaIn(element.contentDocument)
    }
  }
  for (const { paused, ended, error, autoplay } of mediaIn(document))
    if (!ended && !error && (!paused || autoplay)) return true
  return false
}
