import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { suspectDialog } from '../../../../lib/render/in-page/suspect-dialog.ts'

interface Page {
  /** How long the page takes to return the position of an element. */
  styleMs?: number
  /** What each look finds above the page. */
  texts?: readonly string[]
  xpaths?: readonly string[]
}

/** Returns the looks that the consent script skips, or undefined if three looks suspect nothing. */
const search = async ({ styleMs = 0, texts = [], xpaths = [] }: Page) => {
  let nowMs = 0
  let look = 0
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  class HTMLElement {
    position = 'fixed'
    get innerText() {
      return texts[look - 1] ?? ''
    }
  }
  const page = createContext({
    HTMLElement,
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
      getElementsByTagName: () => [new HTMLElement(), new HTMLElement()],
    },
    getComputedStyle: (element: HTMLElement) => {
      nowMs += styleMs
      return element
    },
    performance: { now: () => nowMs },
    requestIdleCallback: (work: () => void) => work(),
    setTimeout: (work: () => void) => (look === 3 ? resolve(undefined) : queueMicrotask(work)),
    report: ({ type }: { type: string }) => {
      if (type === 'report') look++
      if (type === 'suspected') resolve((page as { stillframeEarlierLooks?: number }).stillframeEarlierLooks)
    },
  })
  const questions = { selectors: ['.cmp', 'xpath///dialog'], evals: [], texts: ['use of cookies'] }
  runInContext(
    `const unclobbered = (node) => node; (${suspectDialog})(${JSON.stringify(questions)}, report)`,
    page,
  )
  return promise
}

test.each([
  ['no dialog', {}, undefined],
  ['an element that an XPath finds', { xpaths: ['//dialog'] }, 0],
  ['an unknown dialog at the second look', { texts: ['', 'Use of cookies'] }, 1],
  // The consent script reads texts at its second and fourth look.
  ['an unknown dialog at the third look', { texts: ['', '', 'Use of cookies'] }, 3],
  ['more elements than can be read in time', { styleMs: 101 }, 1],
])('a page with %s receives the consent script accordingly', async (_, page, looks) => {
  expect(await search(page)).toBe(looks)
})
