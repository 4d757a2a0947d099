import { expect, test } from 'vitest'
import type { ScreenshotPlan } from '../../../lib/core/plan/render-plan.ts'
import { expectSameImage } from '../../support/render/expect-same-image.ts'
import { plan, startRenderFixture } from '../../support/render/render.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { bannerSite } from '../../support/sites/banner-site.ts'
import { page } from '../../support/sites/fixture-server.ts'

const fixture = await startRenderFixture({
  '*': (_request, response, url) => bannerSite(url, response),
  '/nested': page(`<body>${'<b><i>*_`'.repeat(1500)}x`),
})

const shoot = async (path: string, overrides: Partial<ScreenshotPlan> = {}) => {
  // On a busy machine, the search takes longer than its limit.
  using _limits = scaleLimits(4, 'consent')
  return await fixture.shoot(path, {
    block: { annoyances: ['cookies_banner'], resourceTypes: [], urlPatterns: [] },
    fullPage: true,
    ...overrides,
  })
}

/** The page without a banner. It would be red if a dialog had been accepted. */
const plain = await fixture.shoot('/plain', { fullPage: true })

test.each(['/self/onetrust?csp', '/self/didomi', '/self/usercentrics'])(
  'the dialog of %s is declined, and the full page equals that of the page without it',
  async (path) => {
    const shot = await shoot(path)
    expect(shot).toMatchObject({
      report: { consent: 'declined', consentPlatform: expect.any(String) },
      expired: [],
    })
    await expectSameImage(shot.body, plain.body)
  },
)

test.each(['/notices', '/home/pl?csp', '/modal', '/dialog'])(
  'custom notices whose buttons have no effect (%s) are hidden, and the full page equals that of the page without them',
  async (path) => {
    const shot = await shoot(path)
    expect(shot).toMatchObject({ report: { consent: 'hidden' }, expired: [] })
    await expectSameImage(shot.body, plain.body)
  },
)

test('without cookies_banner a dialog stays', async () => {
  const { block } = plan()
  const { image } = await shoot('/self/onetrust?delay=0', {
    block,
    fullPage: false,
    waitForSelector: 'button',
  })
  expect(image.at(395, 295)).toEqual([255, 221, 221, 255])
})

test('deeply nested inline elements do not slow the search for a banner down', async () => {
  // A search that grew with the square of the depth would not end.
  using _limits = scaleLimits(5, 'consent')
  const { report } = await shoot('/nested', {
    fullPage: false,
    viewport: { ...plan().viewport, width: 1280, height: 1080 },
  })
  expect(report.waitsExpired).not.toContain('consent')
})
