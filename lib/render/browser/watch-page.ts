import type { CDPSession, Page, Protocol } from 'puppeteer-core'
import { AddressBlockedError, BrowserLostError, PageCrashedError, urlBlocked } from '../../base/errors.ts'
import { ignore } from '../../base/timers.ts'

/**
 * Rejects when the page crashes, or navigates to a file or to one of the browser's own pages. Chromium prevents that; if a bug allows
 * it, the browser cannot be trusted anymore. The Fetch domain could stop such requests, but would send every request of every page
 * through the browser process, which takes a tenth of the CPU time of a render.
 */
export const watchPage = (page: Page, cdp: Pick<CDPSession, 'on'>): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(ignore)
  page.once('error', (cause) => {
    const crash = new PageCrashedError('The page crashed its renderer process.', { cause })
    // The reason follows in a separate event.
    setTimeout(reject, crashReasonMs, crash)
  })
  const check = (url: string) => {
    if (isLocal(url)) reject(new AddressBlockedError(urlBlocked, { cause: new Error(url) }))
  }
  // Reported before anything of the URL is read.
  cdp.on('Page.frameStartedNavigating', ({ url }) => check(url))
  // Sees navigations of frames in other processes.
  page.on('framenavigated', (frame) => check(frame.url()))
  return promise
}

const crashReasonMs = 10

/** A call that fails because the page crashed may return slightly before the event that reports the crash. */
export const crashGraceMs = 60

/** Rejects when the renderer of a page is killed from outside, for example because the machine has no memory left. */
export const watchKills = (page: Page, cdp: Pick<CDPSession, 'connection'>) => {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(ignore)
  const connection = cdp.connection()
  // Not in puppeteer's public types. It is also the id of the main frame.
  const { _targetId: id } = page.target() as unknown as { _targetId: string }
  const onCrash = ({ targetId, status }: Protocol.Target.TargetCrashedEvent) => {
    if (targetId === id && status === 'killed')
      reject(new BrowserLostError('The browser stopped during the render. Send the request again.'))
  }
  connection?.on('Target.targetCrashed', onCrash)
  return { killed: promise, stop: () => void connection?.off('Target.targetCrashed', onCrash) }
}

const isLocal = (url: string) => /^(file|chrome|chrome-untrusted|devtools|view-source):/i.test(url)
