/** An expression to evaluate among the page's own scripts. */
export interface Evaluation {
  id: string
  code: string
}

/** The messages of the consent script that the service reads. */
export type ConsentMessage =
  | { type: 'init'; url: string; isTop: boolean }
  /** The page may have a dialog, and needs the consent script. */
  | { type: 'suspected' }
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

/** Only the second search also reads the texts of unknown dialogs. */
const searchesNeeded = 2

/** The meaning of a message, whatever happened before. */
const always: Partial<Record<ConsentMessage['type'], ConsentPhase>> = {
  popupFound: 'declining',
  autoconsentDone: 'done',
}

/** The meaning of a message while no dialog has been found. */
const whileSearching: typeof always = { suspected: 'searching', cmpDetected: 'detected' }

/** A dialog may be in a separate frame. A match counts from any frame, and a missing match only from the page. */
export const nextPhase = (phase: ConsentPhase, message: ConsentMessage): ConsentPhase => {
  const isSearch = phase === 'searching' || phase === 'nothing'
  switch (message.type) {
    case 'init':
      return message.isTop ? 'searching' : phase
    case 'report':
      return phase === 'searching' && hasFoundNothing(message) ? 'nothing' : phase
    case 'optOutResult':
      return message.result ? phase : 'failed'
    default:
      return always[message.type] ?? (isSearch ? whileSearching[message.type] : undefined) ?? phase
  }
}

const hasFoundNothing = ({ mainFrame, state }: ConsentMessage & { type: 'report' }) =>
  mainFrame && state.findCmpAttempts >= searchesNeeded && state.detectedCmps.length === 0
