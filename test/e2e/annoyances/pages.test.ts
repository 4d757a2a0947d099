import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RenderPlan } from '../../../lib/core/plan/render-plan.ts'
import { generateAnnoyances } from '../../../scripts/generate/annoyances.ts'
import { generateFonts } from '../../../scripts/generate/fonts.ts'
import { assetsDir, type RenderFixture, startRenderFixture } from '../../support/render/render.ts'
import { bannerSite } from '../../support/sites/banner-site.ts'

let fixture: RenderFixture
beforeAll(async () => {
  await Promise.all([generateFonts(assetsDir), generateAnnoyances(assetsDir)])
  fixture = await startRenderFixture({ '*': (_request, response, url) => bannerSite(url, response) })
})
afterAll(() => fixture?.[Symbol.asyncDispose]())

const block = (...annoyances: RenderPlan['block']['annoyances']) => ({
  block: { annoyances, resourceTypes: [], urlPatterns: [] },
})

const paths = [
  '/self/onetrust',
  '/self/cookiebot',
  '/self/didomi',
  '/self/quantcast',
  '/self/usercentrics',
  '/home/en',
  '/home/ja',
  '/modal',
]

test.each(paths)('%s: the picture is the one of the page without a banner, to the pixel', async (path) => {
  for (const fullPage of [false, true]) {
    const plain = await fixture.shoot('/plain', { ...block(), fullPage })
    const shot = await fixture.shoot(path, { ...block('cookies_banner'), fullPage })
    expect([shot.picture.width, shot.picture.height]).toEqual([plain.picture.width, plain.picture.height])
    expect(Buffer.compare(shot.body, plain.body)).toBe(0)
    expect(shot.report.waitsExpired).toEqual([])
  }
})

test.each(paths)('%s: with block_annoyance=none the banner is in the picture', async (path) => {
  const plain = await fixture.shoot('/plain', block())
  const shot = await fixture.shoot(path, { ...block(), waitForSelector: '[data-banner]', delayMs: 500 })
  expect(Buffer.compare(shot.body, plain.body)).not.toBe(0)
  // Each banner has a coloured bar or a veil in this corner, where the page is white.
  expect(shot.picture.at(395, 295)).not.toEqual(plain.picture.at(395, 295))
})
