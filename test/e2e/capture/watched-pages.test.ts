import { afterAll, expect, test } from 'vitest'
import { compareImages } from '../../../lib/render/outputs/screenshot/compare-images.ts'
import { renderRun } from '../../support/render/watch-renderer.ts'
import { startFixtureServer } from '../../support/sites/fixture-server.ts'
import { createWatchedRoutes, watchedPages } from '../../support/sites/watched-pages.ts'

const site = await startFixtureServer(createWatchedRoutes())
afterAll(() => site.close())

/** `npm run bench watch` compares 50 runs of all 20 pages. */
const names = ['ad slot that changes its width', 'animated chart']

test.each(names)('two visits of a page with %s have no difference', async (name) => {
  const index = watchedPages.findIndex((page) => page.name === name)
  const { options, ignored } = watchedPages[index] ?? {}
  const run = async () => {
    const value = {
      url: `${site.url}/page-${index}`,
      format: 'png',
      stable: true,
      block_annoyance: 'none',
      ...options,
    }
    const artifact = await renderRun('screenshot', value, ignored)
    return { body: artifact.body, ignored: artifact.ignored ?? [] }
  }
  expect((await compareImages(await run(), await run())).ratio).toBe(0)
})
