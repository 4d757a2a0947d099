import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RenderPlan } from '../../../lib/core/plan/render-plan.ts'
import { type RenderFixture, type Shot, startRenderFixture } from '../../support/render/render.ts'
import { bannerSite } from '../../support/sites/banner-site.ts'

let fixture: RenderFixture
beforeAll(async () => {
  fixture = await startRenderFixture({ '*': (_request, response, url) => bannerSite(url, response) })
  for (const fullPage of [false, true])
    plain.set(fullPage, await fixture.shoot('/plain', { ...block(), fullPage }))
})
afterAll(() => fixture?.[Symbol.asyncDispose]())

const block = (...annoyances: RenderPlan['block']['annoyances']) => ({
  block: { annoyances, resourceTypes: [], urlPatterns: [] },
})

/** The screenshots of the page without a banner, by `fullPage`. */
const plain = new Map<boolean, Shot>()

const plainShot = (fullPage: boolean): Shot => {
  const shot = plain.get(fullPage)
  if (!shot) throw new Error('The page without a banner was not captured.')
  return shot
}

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

test.each(paths)('%s: the screenshot equals that of the page without a banner', async (path) => {
  for (const fullPage of [false, true]) {
    const shot = await fixture.shoot(path, { ...block('cookies_banner'), fullPage })
    const { image, body } = plainShot(fullPage)
    expect([shot.image.width, shot.image.height]).toEqual([image.width, image.height])
    expect(shot.report.waitsExpired).toEqual([])
    expect(Buffer.compare(shot.body, body), JSON.stringify(shot.report)).toBe(0)
  }
})

test.each(paths)('%s: with block_annoyance=none the banner is in the screenshot', async (path) => {
  const { image, body } = plainShot(false)
  const shot = await fixture.shoot(path, { ...block(), waitForSelector: '[data-banner]', delayMs: 500 })
  expect(Buffer.compare(shot.body, body)).not.toBe(0)
  // Each banner has a colored bar or a veil in this corner, where the page is white.
  expect(shot.image.at(395, 295)).not.toEqual(image.at(395, 295))
})
