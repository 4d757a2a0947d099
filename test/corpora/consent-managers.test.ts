import { expect, test } from 'vitest'
import { expectSameImage } from '../support/render/expect-same-image.ts'
import { plan, startRenderFixture } from '../support/render/render.ts'
import { scaleLimits } from '../support/scale-limits.ts'
import { bannerSite } from '../support/sites/banner-site.ts'
import { consentManagers } from '../support/sites/consent-managers/consent-managers.ts'

const fixture = await startRenderFixture({ '*': (_request, response, url) => bannerSite(url, response) })

/** A lower window is filled by some of the dialogs. */
const viewport = { ...plan().viewport, height: 600 }

/** The page without a banner. It would be red if a dialog had been accepted. */
const plain = await fixture.shoot('/plain', { viewport })

/** Each manager with one of two delays. `npm run bench -- consent` combines all of them, and a third one. */
const managers = Object.entries(consentManagers)
  // Its dialog is in a frame of its vendor's site: see `annoyances/isolation.test.ts`.
  .filter(([name]) => name !== 'sourcepoint')
  .map(([name, { outcome = 'declined' }], index) => {
    const delay = [300, 0][index % 2]
    return { path: `/self/${encodeURIComponent(name)}?delay=${delay}`, outcome }
  })

test.each(managers)('the dialog of $path is $outcome', async ({ path, outcome }) => {
  // On a busy machine, the search takes longer than its limit.
  using _limits = scaleLimits(4, 'consent')
  const block = { annoyances: ['cookies_banner' as const], resourceTypes: [], urlPatterns: [] }
  const { report, body } = await fixture.shoot(path, { block, viewport })
  expect(report).toMatchObject({ consent: outcome, waitsExpired: [] })
  await expectSameImage(body, plain.body)
})
