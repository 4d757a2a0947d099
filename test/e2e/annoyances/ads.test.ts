import { afterAll, expect, test } from 'vitest'
import type { Annoyance } from '../../../lib/core/plan/render-plan.ts'
import { startConsent } from '../../../lib/render/blocking/annoyances/start-consent.ts'
import { createWorld } from '../../../lib/render/page/world.ts'
import { searchMs, startAnnoyanceFixture } from '../../support/render/annoyance-fixture.ts'
import { type SiteHandler, send } from '../../support/sites/named-sites.ts'

const home = 'http://www.news.test/'

const ads = 'http://pagead2.googlesyndication.com/pagead/show_ads.js'
const tracking = 'http://www.google-analytics.com/analytics.js'
const adFrame = 'http://ads.doubleclick.net/frame'
const others = ['http://cdn.jsdelivr.net/npm/vue', 'http://static.news.test/app.js']

const html = `<!doctype html><title>News</title>
${[ads, tracking, ...others].map((url) => `<script src="${url}"></script>`).join('')}
<p class="text">An article</p><div id="ad_top">Buy this</div>
<iframe src="${adFrame}"></iframe><iframe src="http://video.other.test/frame"></iframe>
<script>
  window.tracker = typeof ga
  setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div id="late"><div id="ad_bottom">Late</div></div>'), 100)
</script>`

const site: SiteHandler = (url, response) => {
  if (url.href === home)
    return send(response, 'text/html', html, { 'content-security-policy': "style-src 'self'" })
  if (url.pathname === '/frame')
    return send(response, 'text/html', '<div id="ad_top">Framed</div><p>Video</p>')
  return send(response, 'text/javascript', '')
}

const fixture = await startAnnoyanceFixture(site)
afterAll(() => fixture[Symbol.asyncDispose]())

const visit = (annoyances: Annoyance[]) =>
  fixture.render(home, { annoyances }, async (session, plan, report) => {
    const { page } = session
    const awaitConsent = await startConsent(session, plan, fixture.annoyances, report)
    // On a busy machine, the network is quiet before the page has requested its frames.
    await page.goto(home, { waitUntil: ['load', 'networkidle0'] })
    await page.waitForSelector('#ad_bottom')
    await awaitConsent(searchMs, createWorld(session))
    const isShown = (selector: string) =>
      page.$eval(selector, (element) => element.checkVisibility()).catch(() => undefined)
    const framed = await page
      .frames()
      .find((frame) => frame.url().includes('other.test'))
      ?.$eval('#ad_top', (element) => element.checkVisibility())
    const arrived = fixture.sites.requests.map(({ url }) => url)
    const boxes = [await isShown('#ad_top'), await isShown('#ad_bottom'), framed]
    return { arrived, boxes, text: await isShown('.text'), report }
  })

test('ads: requests to ad hosts are blocked and ad elements hidden, also late ones, in frames, and under a strict policy', async () => {
  const { arrived, boxes, text, report } = await visit(['ads'])
  expect(arrived).toEqual(expect.arrayContaining([home, tracking, ...others]))
  expect(arrived).not.toContain(ads)
  expect(arrived).not.toContain(adFrame)
  expect(boxes).toEqual([false, false, false])
  expect(text).toBe(true)
  expect(report.requests.blocked).toBe(2)
})

test('tracking: requests to trackers are blocked and nothing is hidden', async () => {
  const { arrived, boxes, report } = await visit(['tracking'])
  expect(arrived).toEqual(expect.arrayContaining([home, ads, adFrame, ...others]))
  expect(arrived).not.toContain(tracking)
  expect(boxes).toEqual([true, true, true])
  expect(report.requests.blocked).toBe(1)
})

test('all three annoyances together', async () => {
  const { arrived, boxes, text, report } = await visit(['cookies_banner', 'ads', 'tracking'])
  expect(arrived.toSorted()).toEqual([home, 'http://video.other.test/frame', ...others].toSorted())
  expect(boxes).toEqual([false, false, false])
  expect(text).toBe(true)
  expect(report.waitsExpired).toEqual([])
})

test('a page whose own URL is on a list is rendered anyway', async () => {
  const arrived = await fixture.render(adFrame, { annoyances: ['ads'] }, async ({ page }) => {
    await page.goto(adFrame)
    return page.$eval('p', (element) => element.textContent)
  })
  expect(arrived).toBe('Video')
})
