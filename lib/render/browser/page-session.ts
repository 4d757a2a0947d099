import type { CDPSession, Dialog, Page } from 'puppeteer-core'
import { ignore, pause, until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { Chromium } from './chromium.ts'
import { createFrameClock, type FrameClock, openFramePage } from './frame-clock.ts'
import { coreLoader, type Scripts } from './scripts.ts'
import { crashGraceMs, watchKills, watchPage } from './watch-page.ts'

export interface PageSession {
  /** In its own context, which shares no cookie, storage, cache or worker with any other page. */
  page: Page
  cdp: CDPSession
  /** Of the browser's window that shows the page. */
  windowId: number
  /** What the service runs in the page. */
  scripts: Scripts
  /** Draws the frames of the page, because the browser draws none on its own. */
  frames: FrameClock
}

export interface OpenSession extends PageSession {
  /** Rejects when the page crashes, navigates to a forbidden URL, or cannot continue with its clock or its frames. Never resolves. */
  readonly lost: Promise<never>
  /** Closes page and context. */
  close(): Promise<void>
}

/** A crash says more than the frame that failed with it. */
const afterCrash = (failed: Promise<never>) =>
  failed.catch(async (error: unknown) => {
    await pause(crashGraceMs)
    throw error
  })

/** Opens a page in a new context. All of its traffic goes through the proxy at `proxyUrl`. Its clock is not started. */
export const openSession = async (
  { browser }: Pick<Chromium, 'browser'>,
  proxyUrl: string,
  scripts: Scripts,
  openPage = openFramePage,
): Promise<OpenSession> => {
  const context = await browser.createBrowserContext({
    proxyServer: proxyUrl,
    // Without it, loopback and link-local addresses bypass the proxy.
    proxyBypassList: ['<-loopback>'],
    downloadBehavior: { policy: 'deny' },
  })
  const page = await openPage(context)
  page.on('dialog', closeDialog)
  const cdp = primarySession(page)
  const [{ windowId }] = await Promise.all([
    cdp.send('Browser.getWindowForTarget'),
    cdp.send('Page.setFontFamilies', { fontFamilies: {}, forScripts: eastAsianFonts }),
  ])
  compileAhead(cdp, scripts)
  const frames = createFrameClock(cdp)
  const kills = watchKills(page, cdp)
  const lost = Promise.race([
    kills.killed,
    watchPage(page, cdp),
    frames.time.stalled,
    afterCrash(frames.failed),
  ])
  lost.catch(ignore)
  const close = async () => {
    kills.stop()
    // A frame that does not complete must not keep the page open.
    await until(frames.stop(), limitsMs.browser.lastFrame)
    await context.close()
  }
  return { page, cdp, windowId, scripts, lost, frames, close }
}

/**
 * Compiles the core script while the page is empty, because the first call into a document would take 8 ms for it, a tenth of the render
 * of a small page. `callFunctionOn` compiles a function in parentheses, and V8 finds the same text again in the same process.
 */
const compileAhead = (cdp: Pick<CDPSession, 'send'>, scripts: Scripts) => {
  const expression = `(${coreLoader(scripts)})`
  // The renderer may end by then, which `lost` reports.
  cdp.send('Runtime.compileScript', { expression, sourceURL: '', persistScript: false }).catch(ignore)
}

/**
 * Returns puppeteer's own session of the page. With a second session, the browser reports every event twice, which takes 50 ms on
 * a page with 60 images, a sixth of the render. Not in puppeteer's public types; its version is pinned, and every e2e test uses it.
 */
const primarySession = (page: Page): CDPSession => (page as unknown as { _client(): CDPSession })._client()

const families = (script: string, family: string) => ({
  script,
  fontFamilies: { standard: family, sansSerif: family },
})

/**
 * Chromium remembers the fallback font of a character regardless of its language. On a page in several languages, all Han characters
 * would take the forms of the first one. A font of the language itself precedes any fallback.
 */
const eastAsianFonts = [
  families('hans', 'Noto Sans S Chinese'),
  families('hant', 'Noto Sans T Chinese'),
  families('jpan', 'Noto Sans Japanese'),
  families('hang', 'Noto Sans Korean'),
]

/** Dismisses dialogs, because no user can answer them. Accepts `beforeunload`, because the click intended to navigate. */
const closeDialog = (dialog: Dialog) => {
  const closed = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()
  // The page may be closed by then.
  closed.catch(ignore)
}
