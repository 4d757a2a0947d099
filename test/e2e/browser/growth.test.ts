import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMemoryGauge, groupMembers } from '../../../lib/render/browser/process-group.ts'
import { browserDirs, startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { page as html } from '../../support/sites/fixture-server.ts'

const megabytes = 1024 ** 2

const settled = (browserId: number) => ({
  processes: groupMembers(browserId).length,
  bytes: createMemoryGauge(browserId)(),
})

/** Returns what the browser holds once the renderers of closed pages have ended and the spare page is ready. */
const atRest = async (browserId: number) => {
  let last = settled(browserId)
  for (let same = 0; same < 8; ) {
    await pause(100)
    const now = settled(browserId)
    same = now.processes === last.processes ? same + 1 : 0
    last = now
  }
  return last
}

test('many renders in a row do not keep growing', async () => {
  await using fixture = await startBrowserFixture(
    {
      '/page': html('<title>page</title><p>hello<script>kept = new Array(1e5).fill("x".repeat(9))</script>'),
    },
    { rendersMax: 1000 },
  )
  const render = () =>
    fixture.render(async ({ page }) => {
      await page.goto(`${fixture.site.url}/page`)
      await page.screenshot()
    })
  for (let i = 0; i < 15; i++) await render()
  const early = await atRest(fixture.browserId())
  const heapEarly = process.memoryUsage().rss
  for (let i = 0; i < 45; i++) await render()
  const late = await atRest(fixture.browserId())
  expect(late.processes).toBeLessThanOrEqual(early.processes)
  expect(late.bytes - early.bytes).toBeLessThan(40 * megabytes)
  expect(process.memoryUsage().rss - heapEarly).toBeLessThan(100 * megabytes)
  expect(browserDirs()).toHaveLength(1)
  expect(fixture.launched).toHaveLength(1)
})
