import { until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { ConsentOutcome } from '../../../core/telemetry/render-report.ts'
import { toAnswer } from './consent-outcome.ts'
import { type ConsentMessage, type ConsentPhase, nextPhase } from './consent-phase.ts'

interface FoundDialog {
  /** The platform whose dialog was found last, e.g. `Onetrust`. */
  platform?: string
  /** How the last dialog was ended. */
  answer?: ConsentOutcome
}

export interface ConsentTracker {
  readonly phase: ConsentPhase
  readonly found: FoundDialog
  /** Whether there is nothing to wait for, for now. */
  readonly isOver: boolean
  /** `roundTrip` resolves when the script has finished what followed the message. */
  note(message: ConsentMessage, roundTrip: () => Promise<unknown>): void
  /** The script cannot have finished its search while this work runs. */
  during(work: Promise<unknown>): void
  /** Resolves when the work in progress has ended. */
  idle(): Promise<unknown>
}

/** A page that loads again while its dialog is declined has received the answer. */
const noteFound = (found: FoundDialog, message: ConsentMessage, isReload: boolean) => {
  if (isReload) found.answer = toAnswer({ cmp: found.platform ?? '', isCosmetic: false })
  if (message.type === 'popupFound') found.platform = message.cmp
  if (message.type === 'autoconsentDone') found.answer = toAnswer(message)
}

/**
 * Follows the consent dialog of one page, across navigations.
 *
 * @param note receives the errors of work and of round trips, after which the wait ends at its own cap
 */
export const createConsentTracker = (note: (error: unknown) => void): ConsentTracker => {
  let phase: ConsentPhase = 'unseen'
  const found: FoundDialog = {}
  let isOver = true
  const openWork = new Set<Promise<unknown>>()

  // The message is sent before the second search, which may evaluate code in the page.
  const awaitSecondSearch = async (roundTrip: () => Promise<unknown>) => {
    const endsMs = performance.now() + limitsMs.consent.all
    do {
      await until(Promise.allSettled(openWork), endsMs - performance.now())
      if (performance.now() >= endsMs || phase !== 'nothing') return
      await roundTrip()
      await roundTrip()
    } while (openWork.size > 0)
    isOver ||= phase === 'nothing'
  }
  const enter = (roundTrip: () => Promise<unknown>) => {
    isOver = phase === 'done' || phase === 'failed'
    if (phase === 'nothing') awaitSecondSearch(roundTrip).catch(note)
  }

  return {
    get phase() {
      return phase
    },
    get isOver() {
      return isOver
    },
    found,
    note(message, roundTrip) {
      const before = phase
      phase = nextPhase(phase, message)
      noteFound(found, message, before === 'declining' && phase === 'searching')
      if (phase !== before) enter(roundTrip)
    },
    during(work) {
      const open = work.catch(note).finally(() => openWork.delete(open))
      openWork.add(open)
    },
    idle: () => Promise.all(openWork),
  }
}
