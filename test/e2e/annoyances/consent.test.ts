import type { Page } from 'puppeteer-core'
import { afterAll, expect, test, vi } from 'vitest'
import type { Annoyance } from '../../../lib/core/plan/render-plan.ts'
import { startConsent } from '../../../lib/render/blocking/annoyances/start-consent.ts'
import type { PageSession } from '../../../lib/render/browser/page-session.ts'
import { startAnnoyanceFixture } from '../../support/render/annoyance-fixture.ts'
import { capturePage } from '../../support/render/capture-page.ts'
import { bannerSite, notices, vendors } from '../../support/sites/banner-site.ts'
import { consentManagers } from '../../support/sites/consent-managers/consent-managers.ts'

const fixture = await startAnnoyanceFixture(bannerSite)
afterAll(() => fixture[Symbol.asyncDispose]())

/** Scrolls, and returns the visible notices, which kept elements are visible, and the choice in the dialog. */
const look = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return (
        width > 0 &&
        height > 0 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        getComputedStyle(element).clipPath === 'none'
      )
    }
    const everything = (element: Element): Element[] => [
      element,
      ...element.querySelectorAll('*'),
      ...(element.shadowRoot?.querySelectorAll('*') ?? []),
    ]
    scrollTo(0, 500)
    return {
      shown: [...document.querySelectorAll('[data-banner]')]
        .filter((banner) => everything(banner).some(isShown))
        .map(({ id, textContent }) => textContent || id),
      kept: [...document.querySelectorAll('[data-keep]')].map(isShown),
      isScrollable:
        scrollY === 500 &&
        [document.documentElement, document.body].every((e) => getComputedStyle(e).overflowY !== 'hidden'),
      answer: document.documentElement.getAttribute('data-answer'),
    }
  })

const inspect = async ({ page, cdp }: PageSession) => ({
  ...(await look(page)),
  image: await capturePage(cdp),
})

/** Searches again if the service's limit ran out. A busy machine may need several attempts; a search that is too slow fails in each. */
const search = async <T>(
  path: string,
  annoyances: Annoyance[],
  read: (session: PageSession) => Promise<T>,
) => {
  const url = `http://www.news.test${path}`
  const once = () =>
    fixture.render(url, { annoyances }, async (session, plan, report) => {
      const consent = await startConsent(session, plan, fixture.annoyances, report)
      await session.page.goto(url, { waitUntil: 'domcontentloaded' })
      await consent.settled(2500)
      return { seen: await read(session), report }
    })
  let found = await once()
  for (let left = 2; left > 0 && found.report.waitsExpired.includes('consent'); left--) found = await once()
  const { consent, consentPlatform: platform, waitsExpired, requests } = found.report
  return { ...found.seen, consent, platform, waitsExpired, requests }
}

const visit = async (path: string, annoyances: Annoyance[] = ['cookies_banner']) => {
  const { image, ...seen } = await search(path, annoyances, inspect)
  return { ...seen, isPlain: Buffer.compare(image, plain) === 0 }
}

const visitPlainly = (path: string, selector = 'h1') =>
  fixture.render(`http://www.news.test${path}`, {}, async (session) => {
    await session.page.goto(`http://www.news.test${path}`, { waitUntil: 'load' })
    await session.page.waitForSelector(selector)
    return inspect(session)
  })

/** The page without a banner, scrolled as `inspect` does. */
const plain = (await visitPlainly('/plain')).image

const gone = { shown: [], isScrollable: true, isPlain: true, waitsExpired: [] }

const compared = [
  '/self/onetrust?csp',
  '/self/cookiebot',
  '/self/didomi',
  '/self/quantcast?csp',
  '/self/usercentrics',
  '/self/sourcepoint',
]

test.each(compared)(
  'the dialog of %s is declined, and the page looks and scrolls as without it',
  async (path) => {
    const seen = await visit(path)
    expect(seen).toMatchObject({
      ...gone,
      answer: 'reject',
      consent: 'declined',
      platform: expect.any(String),
    })
  },
)

/** Every other manager with one of two delays. `npm run bench -- consent` combines all of them, and a third one. */
const managers = Object.entries(consentManagers)
  .filter(([name]) => !compared.some((path) => path.split('?')[0] === `/self/${name}`))
  .map(([name, { outcome = 'declined' }], index) => {
    const delay = [0, 300][index % 2]
    return { path: `/self/${name}?delay=${delay}`, outcome }
  })

test.each(managers)('the dialog of $path is $outcome', async ({ path, outcome }) => {
  const seen = await search(path, ['cookies_banner'], ({ page }) => look(page))
  expect(seen).toMatchObject({ shown: [], isScrollable: true, consent: outcome, waitsExpired: [] })
})

test.each([
  ['/plain', false],
  ['/self/onetrust', true],
])('the consent script is sent to a page only if it may have a dialog (%s)', async (path, isSent) => {
  const url = `http://www.news.test${path}`
  await fixture.render(url, { annoyances: ['cookies_banner'] }, async (session, plan, report) => {
    const send = vi.spyOn(session.cdp, 'send')
    const consent = await startConsent(session, plan, fixture.annoyances, report)
    await session.page.goto(url, { waitUntil: 'domcontentloaded' })
    await consent.settled(2500)
    expect(JSON.stringify(send.mock.calls).length > 100_000).toBe(isSent)
  })
})

test('platforms are not loaded from their vendors', async () => {
  const { requests, ...seen } = await visit('/vendors')
  expect(seen).toMatchObject(gone)
  expect(requests.blocked).toBe(Object.keys(vendors).length)
  expect(fixture.sites.requests.map(({ url }) => new URL(url).host)).not.toContainEqual(
    expect.not.stringContaining('news.test'),
  )
})

test.each([
  ['/notices', 'hidden'],
  ['/home/pl?csp', 'hidden'],
  ['/modal', 'hidden'],
  ['/dialog', 'hidden'],
])(
  'custom notices whose buttons have no effect (%s) are %s, and the page looks and scrolls as without them',
  async (path, consent) => {
    expect(await visit(path)).toMatchObject({ ...gone, consent })
  },
)

test('elements that are not consent notices stay', async () => {
  const { kept, consent, platform, waitsExpired } = await visit('/recipes')
  expect(kept).toEqual([true, true, true, true])
  expect({ consent, platform, waitsExpired }).toEqual({ consent: 'none', waitsExpired: [] })
})

test.each([
  ['/self/onetrust', 1],
  ['/notices', Object.keys(notices).length + 1],
])('without cookies_banner every notice of %s stays', async (path, count) => {
  const { shown, answer } = await visitPlainly(path, '[data-banner]')
  expect(shown).toHaveLength(count)
  expect(answer).toBe(null)
})
