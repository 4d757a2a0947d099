/// <reference lib="dom" />
import type { findOverlays, speakOfConsent, unlockScroll } from './overlays.ts'
import type { addStyles, countMatches } from './styles.ts'

/** Defined by the script of the call. */
declare const tidyParts: {
  addStyles: typeof addStyles
  countMatches: typeof countMatches
  findOverlays: typeof findOverlays
  speakOfConsent: typeof speakOfConsent
  unlockScroll: typeof unlockScroll
}

/** What remains after the style sheet of the lists was applied. */
export interface Tidied {
  hasHidden: boolean
  /** Whether an overlay speaks of consent. */
  hasMention: boolean
}

/** Applies the style sheet of the lists, and restores scrolling if there was a dialog. */
export const tidyPage = (styles: string, consentPattern: string, isHandled: boolean): Tidied => {
  const { addStyles, countMatches, findOverlays, speakOfConsent, unlockScroll } = tidyParts
  const matches = countMatches(styles)
  const before = findOverlays(Number.POSITIVE_INFINITY) ?? []
  addStyles(styles)
  const after = before.filter((overlay) => unclobbered(overlay).checkVisibility())
  if (after.length < before.length || isHandled) unlockScroll()
  return {
    hasHidden: matches > 0 || after.length < before.length,
    hasMention: speakOfConsent(after, consentPattern),
  }
}
