import { expect, test } from 'vitest'
import type { RenderPlan } from '../../../lib/core/plan/render-plan.ts'
import { expectSameImage } from '../../support/render/expect-same-image.ts'
import { plan, startRenderFixture } from '../../support/render/render.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { bannerSite } from '../../support/sites/banner-site.ts'
import { page } from '../../support/sites/fixture-server.ts'

const fixture = await startRenderFixture({
  '*': (_request, response, url) => bannerSite(url, response),
  '/nested': page(`<body>${'<b><i>*_`'.repeat(1500)}x`),
})

const block = (...annoyances: RenderPlan['block']['annoyances']) => ({
  block: { annoyances, resourceTypes: [], urlPatterns: [] },
})

test('the full page equals that of the page without a banner', async () => {
  const plain = await fixture.shoot('/plain', { ...block(), fullPage: true })
  const shot = await fixture.shoot('/self/onetrust', { ...block('cookies_banner'), fullPage: true })
  expect([shot.image.width, shot.image.height]).toEqual([plain.image.width, plain.image.height])
  expect(shot.expired).toEqual([])
  await expectSameImage(shot.body, plain.body, JSON.stringify(shot.report))
  // The banner has a colored bar in this corner, where the page is white.
  expect(plain.image.at(395, 295)).toEqual([255, 255, 255, 255])
})

test('deeply nested inline elements do not slow the search for a banner down', async () => {
  // On a busy machine, the search takes longer than its limit. One that grew with the square of the depth would not end.
  using _limits = scaleLimits(20, 'consent')
  const shot = await fixture.shoot('/nested', {
    ...block('cookies_banner'),
    viewport: { ...plan().viewport, width: 1280, height: 1080 },
  })
  expect(shot.report.waitsExpired).not.toContain('consent')
})
