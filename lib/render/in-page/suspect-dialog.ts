import { findOverlays, speakOfConsent } from './overlays.ts'

/** The questions of the consent script to a page before it finds a dialog. Recorded by `scripts/generate/consent-questions.ts`. */
export interface ConsentQuestions {
  /** CSS selectors, or XPath expressions after `xpath/`. */
  selectors: readonly string[]
  /** Expressions to evaluate among the page's own scripts. */
  evals: readonly string[]
  /** A case-insensitive regular expression. It matches the text of every overlay that the script would find. */
  text: string
}

/**
 * Asks at the same moments as the consent script, with only the questions with which the script begins. A page whose answer is no to
 * all of them has no dialog that the script would find. Otherwise it reports `suspected` and ends, so most pages never receive the script,
 * which is eight times as large.
 */
export const suspectDialog = (
  { selectors, evals, text }: ConsentQuestions,
  report: (message: object) => void,
): void => {
  const world = globalThis as {
    stillframeEarlierAttempts?: number
    autoconsentReceiveMessage?: (answer: { id: string; result: boolean }) => void
  }
  const attemptsMax = 20
  const attemptEveryMs = 500
  const evalMs = 1000
  const overlaySearchMs = 100
  /** A dialog that no rule knows is an overlay and speaks of consent. */
  const hasUnknownDialog = () => {
    const overlays = findOverlays(overlaySearchMs)
    return overlays === undefined || speakOfConsent(overlays, text)
  }
  const asked = new Map<string, (isTrue: boolean) => void>()
  world.autoconsentReceiveMessage = ({ id, result }) => asked.get(id)?.(result)
  const areEvalsTrue = async () => {
    const ask = (index: number) => (resolve: (isTrue: boolean) => void) => {
      asked.set(String(index), resolve)
      setTimeout(resolve, evalMs, false)
    }
    const answers = evals.map((_, index) => new Promise(ask(index)))
    report({ type: 'evals', evals: evals.map((code, index) => ({ id: String(index), code })) })
    return (await Promise.all(answers)).includes(true)
  }
  const exists = (selector: string) =>
    selector.startsWith('xpath/')
      ? document.evaluate(selector.slice('xpath/'.length), document).iterateNext()
      : document.querySelector(selector)
  // What takes longer begins with the second attempt, at which a page without a dialog ends.
  const suspects = async (attempt: number) =>
    selectors.some(exists) || (attempt > 1 && (hasUnknownDialog() || (await areEvalsTrue())))

  const search = async () => {
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const changed = Promise.withResolvers<void>()
      const observer = new MutationObserver(() => changed.resolve())
      observer.observe(document, { subtree: true, childList: true, attributes: true })
      report({ type: 'report', mainFrame: true, state: { findCmpAttempts: attempt, detectedCmps: [] } })
      if (await suspects(attempt).catch(() => true)) {
        // Every second attempt of the consent script also reads texts. Its next one may be its last, unless there was none before.
        world.stillframeEarlierAttempts = attempt === 1 ? 0 : (attempt - 1) | 1
        return report({ type: 'suspected' })
      }
      await new Promise((resolve) => setTimeout(resolve, attemptEveryMs))
      if (attempt > 1) await changed.promise
      observer.disconnect()
    }
  }
  const start = () => requestIdleCallback(search, { timeout: 500 })
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start, { once: true })
  else start()
}
