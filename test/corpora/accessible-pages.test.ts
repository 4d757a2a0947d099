import { expect, test } from 'vitest'
import {
  expectAccessible,
  heading,
  renderSamples,
  seesText,
  startDashboard,
} from '../support/site/dashboard.ts'
import { looks, setLook } from '../support/site/site-browser.ts'

const dashboard = await startDashboard()
await renderSamples(dashboard)

test('every page of the dashboard is accessible and fits, at 1440 px and light, and at 390 px and dark', async () => {
  await dashboard.create('/v1/tasks', {
    name: 'Screenshot of documentation.service-with-a-long-name.example',
    api: 'scrape',
    query: new URLSearchParams({ url: dashboard.site.url }).toString(),
    frequency: 'every_month',
  })
  const page = await dashboard.openSignedIn('/')
  await heading(page, 'Overview')
  for (const [path, text] of [
    ['/', 'service-with-a-long-name'],
    ['/requests', 'Updated'],
    ['/webhooks', 'createServer'],
    ['/keys', 'this session'],
    ['/agents', 'claude mcp add'],
    ['/usage', 'All 30 days'],
    ['/nowhere', 'This page does not exist'],
    ['/tasks', 'service-with-a-long-name'],
    ['/tasks/new', 'Next runs'],
    ['/playground?image_quality=101', 'It must be an integer'],
  ] as const) {
    // The router follows the history, which is faster than loading the dashboard again.
    await page.evaluate((next) => history.pushState(null, '', next), `/dashboard${path}`)
    await seesText(page, text)
    for (const look of looks) {
      await setLook(page, look)
      await expectAccessible(page)
    }
  }
})

test('a guide and a reference page are accessible and fit, at 1440 px and light, and at 390 px and dark', async () => {
  const { page, faults } = await dashboard.open()
  for (const path of ['/docs/guides/devices-dark-mode', '/docs/reference/screenshot']) {
    await page.goto(dashboard.service.baseUrl + path, { waitUntil: 'load' })
    await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
    for (const look of looks) {
      await setLook(page, look)
      await expectAccessible(page)
    }
  }
  // VitePress inserts one while it changes colors, and the policy of the documentation allows it.
  expect(faults.splice(0).filter((fault) => !fault.startsWith('style element'))).toEqual([])
})
