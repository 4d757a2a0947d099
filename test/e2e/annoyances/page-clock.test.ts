import type { Page } from 'puppeteer-core'
import { afterAll, expect, test } from 'vitest'
import type { RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { startConsent } from '../../../lib/render/blocking/annoyances/start-consent.ts'
import { createWorld, type World } from '../../../lib/render/page/world.ts'
import { nowMs } from '../../support/now.ts'
import { searchMs, startAnnoyanceFixture } from '../../support/render/annoyance-fixture.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { type SiteHandler, send } from '../../support/sites/named-sites.ts'

const home = 'http://www.news.test/'

const notice =
  '<div id="banner" style="position:fixed;inset:auto 0 0;height:200px;background:#fee"><p>This website uses cookies.</p><button>Reject all</button></div>'

const showNotice = `document.body.insertAdjacentHTML('beforeend', '${notice}')`

let html = ''
const site: SiteHandler = (url, response) => {
  if (url.pathname === '/slow') return void setTimeout(() => response.end('slow'), 150)
  return send(response, 'text/html', url.pathname === '/next' ? `<p>next</p>${notice}` : html)
}

/** The clock of the page since it was opened. */
const pageMs = 'new Date() - performance.timeOrigin'

const fixture = await startAnnoyanceFixture(site)
afterAll(() => fixture[Symbol.asyncDispose]())

interface Visit {
  page: Page
  world: World
  report: RenderReport
  /** By how much the page's clock is ahead of the machine's. */
  aheadMs(): Promise<number>
}

const visit = <T>(content: string, work: (visit: Visit) => Promise<T>, isClockLeft = false) => {
  html = `<!doctype html><title>News</title><p>text</p>${content}`
  return fixture.render(home, { annoyances: ['cookies_banner'] }, async (session, plan, report) => {
    const { page } = session
    const awaitConsent = await startConsent(session, plan, fixture.annoyances, report, isClockLeft)
    await page.goto(home, { waitUntil: 'domcontentloaded' })
    await awaitConsent(searchMs, createWorld(session))
    const aheadMs = async () => Number(await page.evaluate('+new Date()')) - nowMs()
    return work({ page, world: createWorld(session), report, aheadMs })
  })
}

const isShown = (page: Page) => page.evaluate(() => document.getElementById('banner')?.checkVisibility())

test('a page without a notice does not wait half a second: its clock passes a second in the meantime', async () => {
  const seen = await visit('', async ({ page, report, aheadMs }) => ({
    aheadMs: await aheadMs(),
    pageMs: await page.evaluate(pageMs),
    report,
  }))
  expect(seen.pageMs).toBeGreaterThan(1000)
  expect(seen.aheadMs).toBeGreaterThan(0)
  expect(seen.report).toMatchObject({ consent: 'none', waitsExpired: [] })
})

test('frame callbacks that the service requests are not taken for those of the page', async () => {
  const added = await visit('', async ({ page, world }) => {
    const before = await world.call('countRequests')
    await world.call('twoFrames')
    const own = await world.call('countRequests')
    await page.evaluate(() => void requestAnimationFrame(() => 0))
    const all = await world.call('countRequests')
    return [own.frames - before.frames - own.asked, all.frames - own.frames - all.asked]
  })
  expect(added).toEqual([0, 1])
})

test("after the search, timers, frames and dates go on together at the pace of the machine's clock", async () => {
  const clocks = `<script>
    window.ticks = 0
    setInterval(() => ticks++, 100)
    const draw = (ms) => { window.frame = { ms, now: ${pageMs} }; requestAnimationFrame(draw) }
    requestAnimationFrame(draw)
  </script>`
  const seen = await visit(clocks, async ({ page, aheadMs }) => {
    const read = () => page.evaluate('({ ticks, frame })') as Promise<Clocks>
    const before = { ...(await read()), aheadMs: await aheadMs() }
    await expect.poll(async () => (await read()).ticks).toBeGreaterThan(before.ticks + 4)
    return { before, after: { ...(await read()), aheadMs: await aheadMs() } }
  })
  expect(seen.before.ticks).toBeGreaterThan(9)
  // Ahead of the frames by no more than a frame takes on a busy machine.
  expect(Math.abs(seen.after.frame.now - seen.after.frame.ms)).toBeLessThan(1000)
  expect(Math.abs(seen.after.aheadMs - seen.before.aheadMs)).toBeLessThan(1000)
})

interface Clocks {
  ticks: number
  frame: { ms: number; now: number }
}

test('a notice that appears after requests is found: the clock stops while the page fetches', async () => {
  // The search waits for requests for at most 500 ms. On a busy machine, they take longer.
  using _limits = scaleLimits(20, 'consent')
  const shown = await visit(
    `<script>fetch('/slow').then(() => fetch('/slow?2')).then(() => setTimeout(() => ${showNotice}, 100))</script>`,
    ({ page }) => isShown(page),
  )
  expect(shown).toBe(false)
})

test('a notice that fades out is not captured', async () => {
  const opacity = await visit(
    `${notice}<script>
      const banner = document.getElementById('banner')
      document.querySelector('button').onclick = () => {
        banner.style.transition = 'opacity .4s'
        banner.style.opacity = 0
      }
    </script>`,
    ({ page }) => page.evaluate(() => getComputedStyle(document.getElementById('banner') as Element).opacity),
  )
  expect(opacity).toBe('0')
})

test('a document that the page opens during the search is searched as well', async () => {
  const shown = await visit("<script>setTimeout(() => location.replace('/next'), 200)</script>", ({ page }) =>
    isShown(page),
  )
  expect(shown).toBe(false)
})

test.each([
  ['a page with media', '<video autoplay></video>', false],
  ['a page whose clock is left', '', true],
])('%s keeps the clock of the machine', async (_, content, isClockLeft) => {
  const aheadMs = await visit(content, (seen) => seen.aheadMs(), isClockLeft)
  expect(aheadMs).toBeLessThanOrEqual(1)
})
