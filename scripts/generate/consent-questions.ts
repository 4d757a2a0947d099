import { createContext, runInContext } from 'node:vm'
import type { CompactCMPRuleset } from '@duckduckgo/autoconsent'
import type { ConsentMessage } from '../../lib/render/blocking/annoyances/consent-phase.ts'
import { toScript } from '../../lib/render/blocking/annoyances/consent-source.ts'
import { bindingName } from '../../lib/render/blocking/annoyances/frame-script.ts'
import { textPattern } from '../../lib/render/in-page/consent/words.ts'
import type { ConsentQuestions } from '../../lib/render/in-page/suspect-dialog.ts'

/**
 * Asked by one rule of autoconsent (`lib/cmps/admiral.ts`), which then reads the text of the elements. Nearly every page contains such an
 * element, so `suspectDialog` reads the text instead.
 */
const askedByText = { selector: 'body > div', text: 'VRM' }

/** Every pattern of a rule matches it, so the rules of single sites that the script itself contains ask their questions too. */
const anyUrl = { match: () => true, toString: () => 'https://site.invalid/' }

/** autoconsent waits this long after each attempt. */
const attemptEveryMs = 500

/**
 * Runs the consent script on a document that contains nothing, and returns what it asks. What it finds in a document depends only on the
 * answers. So in a document that gives the same answers it finds nothing either.
 *
 * @param script the bundled consent script
 */
export const recordConsentQuestions = async (
  script: string,
  rules: CompactCMPRuleset,
): Promise<ConsentQuestions> => {
  const { selectors, evals, found } = await lookAtNothing(toScript(script, rules))
  if (found.length > 0) throw new Error(`Consent rules find a dialog in an empty document: ${found}.`)
  if (!selectors.delete(askedByText.selector))
    throw new Error(`No consent rule asks for ${askedByText.selector}.`)
  return {
    selectors: [...selectors],
    evals: [...evals],
    text: `${textPattern('cookie', 'data')}|${askedByText.text}`,
  }
}

const lookAtNothing = (script: string) => {
  const selectors = new Set<string>()
  const evals = new Set<string>()
  const found: string[] = []
  const root = {}
  const ask = (selector: string) => {
    // The root is watched for changes.
    if (selector === 'html') return [root]
    selectors.add(selector)
    return []
  }
  return new Promise<{ selectors: Set<string>; evals: Set<string>; found: string[] }>((resolve, reject) => {
    const answer = (message: ConsentMessage) => {
      if (message.type === 'cmpDetected') found.push(message.cmp)
      if (message.type !== 'evals') return
      for (const { id, code } of message.evals) {
        evals.add(code)
        page.autoconsentReceiveMessage?.({ type: 'evalResp', id, result: false })
      }
    }
    const page = createContext({
      [bindingName]: (text: string) => answer(JSON.parse(text)),
      location: { href: anyUrl },
      URL,
      crypto,
      document: {
        readyState: 'complete',
        documentElement: root,
        querySelectorAll: ask,
        querySelector: (selector: string) => ask(selector)[0] ?? null,
        evaluate: (xpath: string) => ({ iterateNext: () => ask(`xpath/${xpath}`)[0] ?? null }),
        get cookie() {
          return reject(new Error('A consent rule reads the cookies.'))
        },
      },
      XPathResult: {},
      MutationObserver: class {
        observe() {}
        disconnect() {}
      },
      console: { warn: (text: string, cause: unknown) => reject(new Error(text, { cause })) },
      clearTimeout,
      queueMicrotask,
      setTimeout: (work: () => void, ms: number) => {
        if (ms === attemptEveryMs) return resolve({ selectors, evals, found })
        const timer = setTimeout(work, ms)
        // The script limits its waits by longer timers, which outlast the attempt.
        return ms > 0 ? timer.unref() : timer
      },
    }) as { autoconsentReceiveMessage?: (message: object) => void; window?: unknown; top?: unknown }
    page.window = page
    page.top = page
    // The script ignores a rule that fails, for example because it asks something that this document cannot answer.
    runInContext(script.replace('"errors":false', '"errors":true'), page)
  })
}
