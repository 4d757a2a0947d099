import { untilDeadline } from '../deadline.ts'
import type { RenderReport } from '../phases.ts'
import { type ConsentMessage, type ConsentPhase, nextPhase } from './consent-phase.ts'

/** Pages load a consent platform and then do not show it, for the visitor's country or a former answer. */
const popupGraceMs = 1000

export interface ConsentTracker {
  readonly phase: ConsentPhase
  /** `roundTrip` resolves when the script has done what it was about to do when it sent the message. */
  note(message: ConsentMessage, roundTrip: () => Promise<unknown>): void
  /** While such work runs the script cannot have finished its search. */
  during(work: Promise<unknown>): void
  /** False when `capMs` ran out first. */
  settled(capMs: number): Promise<boolean>
}

/** Follows one page's consent dialog, over navigations too. */
export const createConsentTracker = (report: Pick<RenderReport, 'consent'>): ConsentTracker => {
  let phase: ConsentPhase = 'unseen'
  let isOver = true
  let openWork = 0
  const waiting = new Set<() => void>()

  const end = () => {
    isOver = true
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  const endIf = (expected: ConsentPhase) => {
    if (phase === expected) end()
  }
  // The message comes before the second look itself, and the look may ask the page for values.
  const confirmNothing = async (roundTrip: () => Promise<unknown>) => {
    do {
      await roundTrip()
      await roundTrip()
    } while (openWork > 0)
    endIf('nothing')
  }
  const enter = (roundTrip: () => Promise<unknown>) => {
    isOver = false
    if (phase === 'done' || phase === 'failed') end()
    if (phase === 'nothing') void confirmNothing(roundTrip)
    if (phase === 'detected') setTimeout(endIf, popupGraceMs, 'detected').unref()
  }

  return {
    get phase() {
      return phase
    },
    note(message, roundTrip) {
      const before = phase
      phase = nextPhase(phase, message)
      if (message.type === 'popupFound') report.consent = message.cmp
      if (phase !== before) enter(roundTrip)
    },
    during(work) {
      openWork++
      void work.finally(() => openWork--)
    },
    async settled(capMs) {
      if (isOver) return true
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      return (
        (await untilDeadline(
          promise.then(() => true),
          capMs,
        )) ?? false
      )
    },
  }
}
