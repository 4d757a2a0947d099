import { checkVisibility } from './dom.ts'
import { findOverlays, speakOfConsent, unlockScroll } from './overlays.ts'
import { addStyles, countMatches } from './styles.ts'
import { recordChanges } from './undo.ts'

/** What remains after the style sheet of the lists was applied. */
interface Tidied {
  hasHidden: boolean
  /** Whether an overlay speaks of consent. */
  hasMention: boolean
}

const tidy = (styles: string, consentPattern: string, isHandled: boolean): Tidied => {
  const matches = countMatches(styles)
  const before = findOverlays(Number.POSITIVE_INFINITY) ?? []
  addStyles(styles)
  const after = before.filter((overlay) => checkVisibility(overlay))
  if (after.length < before.length || isHandled) unlockScroll()
  return {
    hasHidden: matches > 0 || after.length < before.length,
    hasMention: speakOfConsent(after, consentPattern),
  }
}

/** Applies the style sheet of the lists, and restores scrolling if there was a dialog. `undo` undoes it. */
export const tidyPage = (...args: Parameters<typeof tidy>): Tidied => recordChanges(() => tidy(...args))
