import { afterAll, expect, test } from 'vitest'
import { createWatchedRoutes, watchedPages } from '../../../bench/watch/watched-pages.ts'
import { compareImages } from '../../../lib/render/outputs/screenshot/compare-images.ts'
import { renderRun } from '../../support/render/watch-renderer.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const texts = `<!doctype html><body><h1>Title</h1><p hidden>Hidden</p>
  <main><p>Price: <b>10</b></p><my-box><template shadowrootmode="open"><p>In a shadow</p></template></my-box>
  <iframe srcdoc="<p>In a frame</p>"></iframe><form id="clock"><input name="style">12:00</form></main>`

const site = await startFixtureServer({ ...createWatchedRoutes(), '/texts': page(texts) })
afterAll(() => site.close())

// `npm run bench watch` compares 50 runs of all 20 pages.
test('two visits of a page with an ad slot that changes its width have no difference', async () => {
  const index = watchedPages.findIndex(({ name }) => name === 'ad slot that changes its width')
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

test('the text of a watched page is what the image shows, without what is ignored', async () => {
  const linesOf = async (options: object, ignored?: string[]) => {
    const value = { url: `${site.url}/texts`, format: 'png', block_annoyance: 'none', ...options }
    const { text = '' } = await renderRun('screenshot', value, ignored)
    return text.split('\n').filter((line) => line.trim() !== '')
  }
  expect(await linesOf({})).toEqual(['Title', 'Price: 10', '12:00', 'In a shadow', 'In a frame'])
  expect(await linesOf({ selector: 'main p' }, ['h1'])).toEqual(['Price: 10'])
  expect(await linesOf({ selector: 'main' }, ['#clock', 'iframe'])).toEqual(['Price: 10', 'In a shadow'])
})
