import type { CDPSession, Dialog, Page } from 'puppeteer-core'
import { ignore } from '../../deadline.ts'
import type { Chromium } from './chromium.ts'
import { type FrameClock, openFramePage, startFrameClock } from './frame-clock.ts'
import { isVideoKind } from './launch-arguments.ts'
import { watchPage } from './watch-page.ts'

export interface PageSession {
  /** Alone in its own context: no cookie, storage, cache or worker is shared with any other page. */
  page: Page
  cdp: CDPSession
  /** Draws the frames of a `video` browser's page, because that browser draws none on its own. */
  frames?: FrameClock
}

export interface OpenSession extends PageSession {
  /** Rejects when the page crashes or goes where no page may; never resolves. */
  readonly lost: Promise<never>
  /** Closes page and context. */
  close(): Promise<void>
}

/** A page in a new context whose whole traffic goes through the proxy at `proxyUrl`. */
export const openSession = async (chromium: Chromium, proxyUrl: string): Promise<OpenSession> => {
  const context = await chromium.browser.createBrowserContext({
    proxyServer: proxyUrl,
    // Without it loopback and link-local addresses go past the proxy.
    proxyBypassList: ['<-loopback>'],
    downloadBehavior: { policy: 'deny' },
  })
  const page = isVideoKind(chromium.kind) ? await openFramePage(context) : await context.newPage()
  page.on('dialog', answerDialog)
  const cdp = primarySession(page)
  await cdp.send('Page.setFontFamilies', { fontFamilies: {}, forScripts: eastAsianFonts })
  const opened = { page, cdp, lost: watchPage(page, cdp) }
  if (!isVideoKind(chromium.kind)) return { ...opened, close: () => context.close() }
  const frames = startFrameClock(cdp)
  const close = async () => {
    await frames.stop()
    await context.close()
  }
  return { ...opened, frames, close }
}

/**
 * Puppeteer's own session of the page. A second one with the same domains enabled makes the browser tell every event twice:
 * on a page with 60 images 50 ms, a sixth of the render. Not in puppeteer's public types; its version is pinned, and every
 * e2e test goes through here.
 */
const primarySession = (page: Page): CDPSession => (page as unknown as { _client(): CDPSession })._client()

const families = (script: string, family: string) => ({
  script,
  fontFamilies: { standard: family, sansSerif: family },
})

/**
 * Chromium remembers the fallback font of a character regardless of its language, so that on a page in several languages all
 * Han characters would take the forms of the first. A font of the language's own comes before any fallback.
 */
const eastAsianFonts = [
  families('hans', 'Noto Sans S Chinese'),
  families('hant', 'Noto Sans T Chinese'),
  families('jpan', 'Noto Sans Japanese'),
  families('hang', 'Noto Sans Korean'),
]

/** Dismisses dialogs, because no user can answer them. Accepts `beforeunload`, because the click intended to navigate. */
const answerDialog = (dialog: Dialog) => {
  const answered = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()
  // The page may be gone by then.
  answered.catch(ignore)
}
