import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core'
import { installChromium } from '../../../lib/render/browser/chromium-files.ts'
import { assetsDir } from '../render/shared-browser.ts'

/** A user's tab, and everything that must not happen in it. */
export interface Tab {
  page: Page
  /** Errors in the console, uncaught errors, violations of the policy, `<style>` elements and requests to other origins. */
  faults: string[]
}

export interface Look {
  width: number
  scheme: 'light' | 'dark'
}

/** How the pages are checked: on a wide screen and on a phone, in both color schemes. */
export const looks: readonly Look[] = [
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
]

export interface SiteBrowser extends AsyncDisposable {
  browser: Browser
  /** Opens a tab in a profile: that of a first visit, or one that has the files of the site in its cache. */
  open(options?: Partial<Look> & { context?: BrowserContext }): Promise<Tab>
}

/** Starts the shipped Chromium as a user's browser, which reaches 127.0.0.1 only. */
export const startSiteBrowser = async (): Promise<SiteBrowser> => {
  const files = await installChromium(tmpdir())
  const dir = await mkdtemp(join(tmpdir(), 'stillframe-site-'))
  const browser = await puppeteer.launch({
    executablePath: files.executable,
    headless: 'shell',
    pipe: true,
    defaultViewport: null,
    userDataDir: join(dir, 'profile'),
    env: {
      HOME: dir,
      FONTCONFIG_FILE: join(assetsDir, 'fonts', 'fonts.conf'),
      LD_LIBRARY_PATH: files.librariesDir,
    },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--force-color-profile=srgb',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ],
  })
  return {
    browser,
    async open({ width = 1440, scheme = 'light', context } = {}) {
      const page = await (context ?? (await browser.createBrowserContext())).newPage()
      await setLook(page, { width, scheme })
      return { page, faults: await watch(page) }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Changes the width and the color scheme of a page, without loading it again. */
export const setLook = async (page: Page, { width, scheme }: Look): Promise<void> => {
  await page.setViewport({ width, height: width < 600 ? 844 : 900 })
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.evaluate(async () => {
    // The page reacts to both before it draws the second frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    // A transition between two colors shows neither.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
  })
}

/** Collects the faults of a tab. */
const watch = async (page: Page): Promise<string[]> => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`uncaught: ${error}`))
  page.on('console', (message) => {
    // The browser logs each error response, which a test may provoke.
    const isResponse = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isResponse) faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol === 'http:' && hostname !== '127.0.0.1') faults.push(`other origin: ${request.url()}`)
    if (protocol !== 'http:' && protocol !== 'blob:' && protocol !== 'data:')
      faults.push(`request: ${request.url()}`)
  })
  await page.exposeFunction('reportFault', (fault: string) => faults.push(fault))
  await page.evaluateOnNewDocument(() => {
    const report = (fault: string) =>
      (globalThis as unknown as { reportFault(text: string): void }).reportFault(fault)
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      report(`policy: ${effectiveDirective} ${blockedURI} ${sample}`),
    )
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof HTMLStyleElement) report(`style element: ${node.textContent.slice(0, 80)}`)
    }).observe(document, { childList: true, subtree: true })
  })
  return faults
}
