import { afterEach, expect, test, vi } from 'vitest'
import * as overlays from '../../../../lib/render/in-page/overlays.ts'
import { suspectDialog } from '../../../../lib/render/in-page/suspect-dialog.ts'

vi.mock(import('../../../../lib/render/in-page/overlays.ts'))
afterEach(() => vi.unstubAllGlobals())

interface Page {
  /** Whether the overlays cannot be found in time. */
  isSlow?: boolean
  /** What each look finds above the page. */
  texts?: readonly string[]
  xpaths?: readonly string[]
}

/** Returns the looks that the consent script skips, or undefined if three looks suspect nothing. */
const search = async ({ isSlow = false, texts = [], xpaths = [] }: Page) => {
  let look = 0
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  vi.mocked(overlays.findOverlays).mockImplementation(() => (isSlow ? undefined : []))
  vi.mocked(overlays.speakOfConsent).mockImplementation((_, pattern) =>
    new RegExp(pattern, 'i').test(texts[look - 1] ?? ''),
  )
  const page = {
    stillframeEarlierLooks: undefined,
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
    setTimeout: (work: () => void) => (look === 3 ? resolve(undefined) : queueMicrotask(work)),
  }
  for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value)
  const questions = { selectors: ['.cmp', 'xpath///dialog'], evals: [], text: 'use of cookies' }
  suspectDialog(questions, (message) => {
    const { type } = message as { type: string }
    if (type === 'report') look++
    if (type === 'suspected')
      resolve((globalThis as { stillframeEarlierLooks?: number }).stillframeEarlierLooks)
  })
  return promise
}

test.each([
  ['no dialog', {}, undefined],
  ['an element that an XPath finds', { xpaths: ['//dialog'] }, 0],
  ['an unknown dialog at the second look', { texts: ['', 'Use of cookies'] }, 1],
  // The consent script searches for unknown dialogs at its second and fourth look.
  ['an unknown dialog at the third look', { texts: ['', '', 'Use of cookies'] }, 3],
  ['more elements than can be read in time', { isSlow: true }, 1],
])('a page with %s receives the consent script accordingly', async (_, page, looks) => {
  expect(await search(page)).toBe(looks)
})
