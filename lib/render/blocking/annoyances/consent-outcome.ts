import type { ConsentOutcome } from '../../../core/telemetry/render-report.ts'
import type { ConsentMessage, ConsentPhase } from './consent-phase.ts'

/** Autoconsent's names for dialogs that it recognizes by their text and that have no reject button. */
const isAcceptOnly = (platform: string) => /^HEURISTIC-TIER/.test(platform)

/** How the consent script ended a dialog. */
export const toAnswer = ({
  cmp,
  isCosmetic,
}: Pick<ConsentMessage & { type: 'autoconsentDone' }, 'cmp' | 'isCosmetic'>): ConsentOutcome => {
  if (isCosmetic) return 'hidden'
  return isAcceptOnly(cmp) ? 'accepted' : 'declined'
}

export interface ConsentFacts {
  phase: ConsentPhase
  /** The outcome of the last dialog, even if the page has left its document since. */
  answer?: ConsentOutcome | undefined
  /** Whether the search ended in time. */
  hasEnded: boolean
  /** Whether filter lists or the search for unknown dialogs hid anything. */
  hasHidden: boolean
  /** Whether the page still shows an element that may be a consent dialog. */
  isSuspected: boolean
}

export const toOutcome = ({
  phase,
  answer,
  hasEnded,
  hasHidden,
  isSuspected,
}: ConsentFacts): ConsentOutcome => {
  if (isSuspected) return 'suspected'
  if (phase === 'done' && answer) return answer
  if (hasHidden) return 'hidden'
  if (phase === 'failed' || phase === 'declining') return 'failed'
  if (!hasEnded) return 'unknown'
  return answer ?? 'none'
}
