/** An expression to evaluate among the page's own scripts. */
export interface Evaluation {
  id: string
  code: string
}

/** The messages of the consent script that the service reads. */
export type ConsentMessage =
  | { type: 'init'; url: string; isTop: boolean }
  | { type: 'evals'; evals: Evaluation[] }
  | { type: 'cmpDetected' | 'popupFound'; cmp: string }
  | { type: 'autoconsentDone'; cmp: string; isCosmetic: boolean }
  | { type: 'optOutResult'; cmp: string; result: boolean }
  | {
      type: 'report'
      mainFrame: boolean
      state: { findCmpAttempts: number; detectedCmps: readonly string[] }
    }

/**
 * The state of the consent dialog. `unseen`: the script has not run, because there is no page yet or the page has no scripts.
 * `nothing`: no dialog has been found so far.
 */
export type ConsentPhase = 'unseen' | 'searching' | 'nothing' | 'detected' | 'declining' | 'done' | 'failed'

/** Only the second look also reads the texts of unknown dialogs. */
const attemptsNeeded = 2

/** A dialog may be in a separate frame. A match counts from any frame, and a missing match only from the page. */
export const nextPhase = (phase: ConsentPhase, message: ConsentMessage): ConsentPhase => {
  const isSearch = phase === 'searching' || phase === 'nothing'
  switch (message.type) {
    case 'init':
      return message.isTop ? 'searching' : phase
    case 'report':
      return phase === 'searching' && hasFoundNothing(message) ? 'nothing' : phase
    case 'cmpDetected':
      return isSearch ? 'detected' : phase
    case 'popupFound':
      return 'declining'
    case 'optOutResult':
      return message.result ? phase : 'failed'
    case 'autoconsentDone':
      return 'done'
    default:
      return phase
  }
}

const hasFoundNothing = ({ mainFrame, state }: ConsentMessage & { type: 'report' }) =>
  mainFrame && state.findCmpAttempts >= attemptsNeeded && state.detectedCmps.length === 0
