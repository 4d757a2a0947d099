/// <reference lib="dom" />
import type { dismissNotices, hideOverlays, unlockScroll } from './overlays.ts'
import type { countMatches } from './styles.ts'

/** Defined by the script of the call. */
declare const tidyParts: {
  countMatches: typeof countMatches
  hideOverlays: typeof hideOverlays
  dismissNotices: typeof dismissNotices
  unlockScroll: typeof unlockScroll
}

/**
 * Applies the style sheet of the lists, hides homemade notices, and restores scrolling if there was a dialog. Returns whether it hid
 * anything.
 */
export const tidyPage = (
  styles: string,
  words: { cookie: string; consent: string },
  isHandled: boolean,
): boolean => {
  const matches = tidyParts.countMatches(styles)
  const hidden = tidyParts.hideOverlays(styles)
  const dismissed = tidyParts.dismissNotices(words.cookie, words.consent)
  if (hidden + dismissed > 0 || isHandled) tidyParts.unlockScroll()
  return matches + hidden + dismissed > 0
}
