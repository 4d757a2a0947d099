import { afterEach, expect, test, vi } from 'vitest'
import * as overlays from '../../../../lib/render/in-page/overlays.ts'
import { suspectDialog } from '../../../../lib/render/in-page/suspect-dialog.ts'

vi.mock(import('../../../../lib/render/in-page/overlays.ts'))
afterEach(() => vi.unstubAllGlobals())

interface Page {
  /** Whether the overlays cannot be found in time. */
  isSlow?: boolean
  /** What each attempt finds above the page. */
  texts?: readonly string[]
  xpaths?: readonly string[]
}

/** Returns the attempts that the consent script skips, or undefined if three attempts suspect nothing. */
const search = async ({ isSlow = false, texts = [], xpaths = [] }: Page) => {
  let attempt = 0
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  vi.mocked(overlays.findOverlays).mockImplementation(() => (isSlow ? undefined : []))
  vi.mocked(overlays.speakOfConsent).mockImplementation((_, pattern) =>
    new RegExp(pattern, 'i').test(texts[attempt - 1] ?? ''),
  )
  const page = {
    stillframeEarlierAttempts: undefined,
    MutationObserver: class {
      constructor(changed: () => void) {
        queueMicrotask(changed)
      }
      observe() {}
      disconnect() {}
    },
    document: {
      readyState: 'complete',
      querySelector: () => null,
      evaluate: (xpath: string) => ({ iterateNext: () => (xpaths.includes(xpath) ? {} : null) }),
    },
    requestIdleCallback: (work: () => void) => work(),
    setTimeout: (work: () => void) => (attempt === 3 ? resolve(undefined) : queueMicrotask(work)),
  }
  for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value)
  const questions = { selectors: ['.cmp', 'xpath///dialog'], evals: [], text: 'use of cookies' }
  suspectDialog(questions, (message) => {
    const { type } = message as { type: string }
    if (type === 'report') attempt++
    if (type === 'suspected')
      resolve((globalThis as { stillframeEarlierAttempts?: number }).stillframeEarlierAttempts)
  })
  return promise
}

test.each([
  ['no dialog', {}, undefined],
  ['an element that an XPath finds', { xpaths: ['//dialog'] }, 0],
  ['an unknown dialog at the second attempt', { texts: ['', 'Use of cookies'] }, 1],
  // The consent script searches for unknown dialogs at its second and fourth attempt.
  ['an unknown dialog at the third attempt', { texts: ['', '', 'Use of cookies'] }, 3],
  ['more elements than can be read in time', { isSlow: true }, 1],
])('a page with %s receives the consent script accordingly', async (_, page, attempts) => {
  expect(await search(page)).toBe(attempts)
})
