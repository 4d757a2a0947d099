import type { CDPSession, Page } from 'puppeteer-core'
import { ignore } from '../../deadline.ts'
import { AddressBlockedError, PageCrashedError, urlBlocked } from '../../errors.ts'

/**
 * Rejects when the page crashes, or navigates to a file or to one of the browser's own pages. Chromium prevents that; if a bug allows
 * it, the browser cannot be trusted anymore. The Fetch domain could stop such requests, but would send every request of every page
 * through the browser process, which takes a tenth of the CPU time of a render.
 */
export const watchPage = (page: Page, cdp: Pick<CDPSession, 'on'>): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(ignore)
  page.once('error', (cause) =>
    reject(new PageCrashedError('The page crashed its renderer process.', { cause })),
  )
  const check = (url: string) => {
    if (isLocal(url)) reject(new AddressBlockedError(urlBlocked, { cause: new Error(url) }))
  }
  // Reported before anything of the URL is read.
  cdp.on('Page.frameStartedNavigating', ({ url }) => check(url))
  // For frames in other processes.
  page.on('framenavigated', (frame) => check(frame.url()))
  return promise
}

const isLocal = (url: string) => /^(file|chrome|chrome-untrusted|devtools|view-source):/i.test(url)
