import { afterAll, expect, test } from 'vitest'
import { startConsent } from '../../../lib/render/blocking/annoyances/start-consent.ts'
import { createWorld } from '../../../lib/render/page/world.ts'
import { nowMs } from '../../support/now.ts'
import { searchMs, startAnnoyanceFixture } from '../../support/render/annoyance-fixture.ts'
import { bannerSite } from '../../support/sites/banner-site.ts'
import { type SiteHandler, send } from '../../support/sites/named-sites.ts'

const home = 'http://www.news.test/'

let html = ''
const site: SiteHandler = (url, response) =>
  url.href === home ? send(response, 'text/html', html) : bannerSite(url, response)

const fixture = await startAnnoyanceFixture(site)
afterAll(() => fixture[Symbol.asyncDispose]())

const bar = 'position:fixed;left:0;right:0;bottom:0;height:200px;background:#fee'
const notice = `<div id="banner" style="${bar}"><p>This website uses cookies.</p><button>Reject all</button></div>`

const visit = (
  content: string,
  prepare: 'scripts' | 'no scripts' = 'scripts',
  annoyances = fixture.annoyances,
) => {
  html = `<!doctype html><title>News</title><p>${'text '.repeat(3000)}</p>${content}`
  return fixture.render(home, { annoyances: ['cookies_banner', 'ads'] }, async (session, plan, report) => {
    const { page } = session
    const awaitConsent = await startConsent(session, plan, annoyances, report)
    if (prepare === 'no scripts') await page.setJavaScriptEnabled(false)
    await page.goto(home, { waitUntil: 'domcontentloaded' })
    await awaitConsent(searchMs, createWorld(session))
    const { now, ...seen } = await read(page)
    return { pageMs: now.page, aheadMs: now.date - nowMs(), report, page: seen }
  })
}

interface Seen {
  now: { page: number; date: number }
  globals: string[][]
  isShown?: boolean
}

const read = (page: { evaluate(code: string): Promise<unknown> }) =>
  page.evaluate(`({
    now: { page: new Date() - performance.timeOrigin, date: +new Date() },
    globals: [window.globals, Object.getOwnPropertyNames(window).filter((name) => /stillframe|autoconsent|addStyles|__name/i.test(name))],
    isShown: document.getElementById('banner')?.checkVisibility(),
  })`) as Promise<Seen>

test('scripts of the page see no global of the service, neither at the start nor at the end', async () => {
  const early = `<script>window.globals = Object.getOwnPropertyNames(window).filter((name) => /stillframe|autoconsent|addStyles|__name/i.test(name))</script>`
  const { page } = await visit(early + notice)
  expect(page).toEqual({ globals: [[], []], isShown: false })
})

test('a page that imitates the messages does not end the search earlier', async () => {
  const forge = `<script>
    const message = JSON.stringify({ type: 'autoconsentDone', cmp: 'forged' })
    window.stillframeReport = window.autoconsentSendMessage = () => {}
    for (let i = 0; i < 100; i++) { postMessage(message, '*'); postMessage(JSON.parse(message), '*') }
    window.autoconsentReceiveMessage = () => { throw new Error('no') }
  </script>`
  const { report, pageMs, page } = await visit(forge + notice)
  expect(report.consentPlatform).not.toBe('forged')
  // Notices without a platform are found by the second look.
  expect(pageMs).toBeGreaterThan(500)
  expect(page).toMatchObject({ isShown: false })
})

test('a page that replaces the built-in functions changes nothing', async () => {
  const sabotage = `<script>
    for (const name of ['querySelector', 'querySelectorAll', 'elementsFromPoint']) Document.prototype[name] = () => { throw new Error(name) }
    JSON.stringify = JSON.parse = () => { throw new Error('JSON') }
    window.Promise = window.MutationObserver = window.CSSStyleSheet = undefined
  </script>`
  const { report, page } = await visit(notice + sabotage)
  expect(report.waitsExpired).toEqual([])
  expect(page).toMatchObject({ isShown: false })
})

test('a page without scripts is not searched, and its notice is hidden anyway', async () => {
  const { report, aheadMs, page } = await visit(notice, 'no scripts')
  expect(aheadMs).toBeLessThanOrEqual(1)
  expect(report.waitsExpired).toEqual([])
  expect(page).toMatchObject({ isShown: false })
})

test('an error of the search for unknown dialogs is in the log line, and the outcome is unknown', async () => {
  const broken = {
    ...fixture.annoyances,
    noticeScript: () => ({ name: 'broken', source: 'throw new TypeError("a broken script")' }),
  }
  const { report, page } = await visit(notice, 'no scripts', broken)
  expect(page).toMatchObject({ isShown: true })
  expect(report).toMatchObject({
    consent: 'unknown',
    faults: [expect.stringMatching(/^consent: InPageError: TypeError\n {4}at /)],
  })
})

test('a page in an endless loop ends the search at its limit', async () => {
  const report = await fixture.render(
    home,
    { annoyances: ['cookies_banner'] },
    async (session, plan, report) => {
      html =
        '<!doctype html><title>busy</title><p>text</p><script>setTimeout(() => { for (;;); }, 300)</script>'
      // A page that does not continue with a clock that is moved is rendered again so.
      const isClockLeft = true
      const awaitConsent = await startConsent(session, plan, fixture.annoyances, report, isClockLeft)
      await session.page.goto(home, { waitUntil: 'domcontentloaded' })
      await awaitConsent(1000, createWorld(session))
      return report
    },
  )
  expect(report).toMatchObject({ waitsExpired: ['consent'], consent: 'unknown' })
})

test('a dialog in a frame of another site is declined', async () => {
  const url = new URL('/self/sourcepoint', home).href
  const report = await fixture.render(
    url,
    { annoyances: ['cookies_banner'] },
    async (session, plan, report) => {
      const awaitConsent = await startConsent(session, plan, fixture.annoyances, report)
      await session.page.goto(url, { waitUntil: 'load' })
      await awaitConsent(searchMs, createWorld(session))
      return report
    },
  )
  const consentPlatform = expect.stringMatching(/sourcepoint/i)
  expect(report).toMatchObject({ consent: 'declined', consentPlatform, waitsExpired: [] })
})
