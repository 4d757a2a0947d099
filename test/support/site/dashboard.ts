import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'puppeteer-core'
import { afterAll, expect, onTestFinished, vi } from 'vitest'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { joinService, type SharedService } from '../service/shared-service.ts'
import { type FixtureServer, page as html, startFixtureServer } from '../sites/fixture-server.ts'
import { type Look, startSiteBrowser, type Tab } from './site-browser.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary: string }[]
}

type Keys = Pick<NewAccount, 'accessKey' | 'secretKey'>

export interface Dashboard {
  service: SharedService
  /** A page to render, which is different each time. */
  site: FixtureServer
  /** On the plan `scale`. */
  account: NewAccount
  /** Opens a tab for the test. After it, nothing may have happened in the tab that must not. */
  open(look?: Partial<Look>): Promise<Tab>
  /** Leads a tab to a page of the dashboard, with a session of the account. */
  signIn(page: Page, path: string, keys?: Keys): Promise<void>
  /** Opens a tab for the test on a page of the dashboard, signed in. */
  openSignedIn(path: string, keys?: Keys): Promise<Page>
  /** Reads a path of the API with the access key of the account. */
  read<Body>(path: string, keys?: Pick<Keys, 'accessKey'>): Promise<Body>
  /** Creates an object through the API. */
  create<Body>(path: string, options: object, keys?: Pick<Keys, 'accessKey'>): Promise<Body>
  /** Scrapes the site, and returns the id of the request. */
  scrape(options: Record<string, string>, keys?: Pick<Keys, 'accessKey'>): Promise<string>
}

/** Opens the dashboard of the shared service in a browser, for all tests of the file. */
export const startDashboard = async (): Promise<Dashboard> => {
  const [service, browser, site] = await Promise.all([
    joinService(),
    startSiteBrowser(),
    startFixtureServer({
      '/': html('<title>site</title><p>hello<script>document.write(Math.random())</script>'),
      // A receiver that wants no further attempts.
      '/gone': (_request, response) => response.writeHead(410).end(),
    }),
  ])
  afterAll(async () => {
    await browser[Symbol.asyncDispose]()
    await site.close()
  })
  const account = await service.createAccount('scale')
  // Tabs share their keys only while they are open, so each test begins signed out.
  const context = await browser.browser.createBrowserContext()
  const request = (path: string, { accessKey }: Pick<Keys, 'accessKey'>) =>
    fetch(service.baseUrl + path, { headers: { 'x-access-key': accessKey } })
  const open: Dashboard['open'] = async (look) => {
    const tab = await browser.open({ ...look, context })
    onTestFinished(async () => {
      await Promise.all((await context.pages()).map((page) => page.close()))
      expect(tab.faults).toEqual([])
    })
    return tab
  }
  const signIn: Dashboard['signIn'] = async (page, path, keys = account) => {
    await startSession(page, service.baseUrl, keys)
    await page.goto(`${service.baseUrl}/dashboard${path}`)
  }
  return {
    service,
    site,
    account,
    open,
    signIn,
    async openSignedIn(path, keys) {
      const { page } = await open()
      await signIn(page, path, keys)
      return page
    },
    async read(path, keys = account) {
      return (await request(path, keys)).json()
    },
    async create(path, options, { accessKey } = account) {
      const headers = { 'x-access-key': accessKey, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(options) }
      const response = await fetch(service.baseUrl + path, init)
      expect(response.ok).toBe(true)
      return response.json()
    },
    async scrape(options, keys = account) {
      const query = new URLSearchParams({ url: site.url, js_enabled: 'false', ...options })
      const response = await request(`/v1/scrape?${query}`, keys)
      expect(response.ok).toBe(true)
      await response.arrayBuffer()
      return response.headers.get('x-service-request-id') ?? ''
    },
  }
}

/** Leaves a request that succeeded, one whose page is missing, and one that failed, whose id it returns. */
export const renderSamples = async ({ site, read, scrape }: Dashboard): Promise<string> => {
  await scrape({ cache: 'true' })
  await scrape({ cache: 'true', url: `${site.url}/nowhere` })
  const failedId = await scrape({ url: 'http://nowhere.invalid/', async: 'true' })
  await vi.waitFor(
    async () => expect(await read(`/v1/requests/${failedId}`)).not.toMatchObject({ status: 'queued' }),
    { timeout: 20_000, interval: 200 },
  )
  return failedId
}

/** Stores a session in a tab, as the form for the keys does. The tab then shows no page of the dashboard. */
const startSession = async (page: Page, baseUrl: string, { accessKey, secretKey }: Keys): Promise<void> => {
  await page.goto(`${baseUrl}/favicon.svg`)
  await page.evaluate(
    (text) => sessionStorage.setItem('stillframe-session', text),
    JSON.stringify({ accessKey, secretKey }),
  )
}

/** Waits for the title of a page. */
export const heading = async (page: Page, text: string): Promise<void> => {
  await page.waitForSelector(`h1 ::-p-text(${text}), h1::-p-text(${text})`, { timeout: 20_000 })
}

/** Waits until a text is on the page. */
export const seesText = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction(
    // A page that is being replaced has no body for a moment.
    (wanted) => (document.querySelector('body')?.textContent ?? '').includes(wanted),
    // Checking each frame would use a tenth of a core.
    { timeout: 20_000, polling: 'mutation' },
    text,
  )
}

/** Clicks what has this role and name for assistive technology. */
export const click = async (page: Page, role: string, name: string): Promise<void> => {
  // What is still loading above an element would move it away from the pointer.
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-busy="true"]') === null, {
    timeout: 20_000,
    polling: 'mutation',
  })
  // Waits until it is enabled and has stopped moving.
  await page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(20_000).click()
}

/** Replaces what a field contains, in one step: React gives a field that is empty for a moment its text back. */
export const replaceText = async (page: Page, selector: string, text: string): Promise<void> => {
  await page.locator(selector).setTimeout(20_000).click()
  await page.$eval(selector, (field) => (field as HTMLInputElement).select())
  await page.keyboard.sendCharacter(text)
}

/** Replaces what the field with this name for assistive technology contains. */
export const fill = (page: Page, label: string, text: string): Promise<void> =>
  replaceText(page, `::-p-aria([name="${label}"][role="textbox"])`, text)

/** Waits until no dialog is open, which keeps the keys for itself. */
export const seesNoDialog = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('[aria-modal="true"]') === null)
}

/** Fails for violations that make a page hard or impossible to use for some people, and for a page or a cell whose content does not fit. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // In the browser's own protocol, which the content security policy of the page does not concern.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axeSource)
  // Mantine names a dialog by its title in an effect, which runs after the title is drawn.
  await page.waitForFunction(
    () => document.querySelector('[role="dialog"]:not([aria-labelledby], [aria-label])') === null,
  )
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> }
    }
    // Style sheets are loaded for a rule that does not run.
    const { violations } = await axe.run({ resultTypes: ['violations'], preload: false })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      }))
  })
  expect(violations).toEqual([])
  const tooWide = await page.evaluate(() => {
    const cells = [document.documentElement, ...document.querySelectorAll('main td, main th, main li')]
    return cells
      .filter((cell) => cell.scrollWidth > cell.clientWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  })
  expect(tooWide).toEqual([])
}
