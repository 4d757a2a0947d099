import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Annoyance } from '../../../lib/core/plan/render-plan.ts'
import { startConsent } from '../../../lib/render/requests/annoyances/start-consent.ts'
import { type AnnoyanceFixture, startAnnoyanceFixture } from '../../support/render/annoyance-fixture.ts'
import { bannerSite, notices, vendors } from '../../support/sites/banner-site.ts'

let fixture: AnnoyanceFixture
beforeAll(async () => {
  fixture = await startAnnoyanceFixture(bannerSite)
})
afterAll(() => fixture?.[Symbol.asyncDispose]())

/** Runs in the page. Returns whether a marked element is visible, whether the page scrolls, and the choice in the dialog. */
const inspect = (page: Page) =>
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
      isShown: [...document.querySelectorAll('[data-banner]')].flatMap(everything).some(isShown),
      kept: [...document.querySelectorAll('[data-keep]')].map(isShown),
      isScrollable:
        scrollY === 500 &&
        [document.documentElement, document.body].every((e) => getComputedStyle(e).overflowY !== 'hidden'),
      answer: document.documentElement.getAttribute('data-answer'),
    }
  })

const visit = (path: string, annoyances: Annoyance[] = ['cookies_banner']) => {
  const url = `http://www.news.test${path}`
  return fixture.render(url, { annoyances }, async (session, plan, report) => {
    const consent = await startConsent(session, plan, fixture.annoyances, report)
    await session.page.goto(url, { waitUntil: 'domcontentloaded' })
    await consent.settled(2500)
    const seen = await inspect(session.page)
    return {
      ...seen,
      consent: report.consent,
      platform: report.consentPlatform,
      waitsExpired: report.waitsExpired,
      requests: report.requests,
    }
  })
}

const platforms = Object.keys(vendors)

test.each(platforms)('%s from its own site is declined and removed, and the page scrolls', async (name) => {
  const { isShown, isScrollable, answer, waitsExpired, consent, platform } = await visit(`/self/${name}`)
  expect({ isShown, isScrollable, waitsExpired }).toEqual({
    isShown: false,
    isScrollable: true,
    waitsExpired: [],
  })
  expect(answer).toBe('reject')
  expect(consent).toBe('declined')
  expect(platform).toBeDefined()
})

test.each(platforms)('%s from its vendor is not loaded', async (name) => {
  const { isShown, isScrollable, requests } = await visit(`/vendor/${name}`)
  expect({ isShown, isScrollable }).toEqual({ isShown: false, isScrollable: true })
  expect(requests.blocked).toBe(1)
  expect(fixture.sites.requests.map(({ url }) => url)).not.toContain(vendors[name])
})

test.each(Object.keys(notices))('a custom notice (%s) is removed', async (language) => {
  const { consent, ...seen } = await visit(`/home/${language}`)
  expect(seen).toMatchObject({ isShown: false, isScrollable: true })
  expect(['declined', 'hidden']).toContain(consent)
})

test.each(['/modal', '/dialog', '/shadow'])(
  'a custom notice (%s) is removed and the page scrolls',
  async (path) => {
    expect(await visit(path)).toMatchObject({ isShown: false, isScrollable: true })
  },
)

test('elements that are not consent notices stay', async () => {
  expect((await visit('/recipes')).kept).toEqual([true, true, true, true])
})

test.each(['/self/onetrust?csp', '/self/quantcast?csp', '/home/pl?csp'])(
  'a strict content security policy changes nothing (%s)',
  async (path) => {
    expect(await visit(path)).toMatchObject({ isShown: false, isScrollable: true })
  },
)

test('a page without a notice settles before the limit of the search', async () => {
  const { waitsExpired, consent, platform } = await visit('/plain')
  expect({ waitsExpired, consent, platform }).toEqual({ waitsExpired: [], consent: 'none' })
})

test.each([...platforms.map((name) => `/self/${name}`), '/home/en', '/home/ja', '/modal'])(
  'without cookies_banner it stays (%s)',
  async (path) => {
    const url = `http://www.news.test${path}`
    const seen = await fixture.render(url, {}, async ({ page }) => {
      await page.goto(url, { waitUntil: 'load' })
      await page.waitForSelector('[data-banner]')
      return inspect(page)
    })
    expect(seen).toMatchObject({ isShown: true, answer: null })
  },
)
