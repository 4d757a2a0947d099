import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMemoryGauge, groupMembers } from '../../../lib/render/browser/process-group.ts'
import { startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { capturePage } from '../../support/render/capture-page.ts'
import { liveHeapBytes } from '../../support/render/live-heap.ts'
import { page as html } from '../../support/sites/fixture-server.ts'

const megabytes = 1024 ** 2

const measure = (browserId: number) => ({
  processes: groupMembers(browserId).length,
  browserBytes: createMemoryGauge(browserId)(),
})

/** Waits until the renderers of closed pages have ended and the next page is ready. */
const atRest = async (browserId: number) => {
  let last = measure(browserId)
  for (let same = 0; same < 8; ) {
    await pause(100)
    const now = measure(browserId)
    same = now.processes === last.processes ? same + 1 : 0
    last = now
  }
  return { ...last, heapBytes: liveHeapBytes() }
}

test('renders leave nothing behind in the browser or in this process', async () => {
  await using fixture = await startBrowserFixture(
    {
      '/page': html('<title>page</title><p>hello<script>kept = new Array(1e5).fill("x".repeat(9))</script>'),
    },
    { rendersMax: 1000 },
  )
  const render = () =>
    fixture.render(async ({ page, cdp }) => {
      await page.goto(`${fixture.site.url}/page`)
      await capturePage(cdp)
    })
  for (let i = 0; i < 6; i++) await render()
  const early = await atRest(fixture.browserId())
  for (let i = 0; i < 10; i++) await render()
  const late = await atRest(fixture.browserId())
  expect(late.processes).toBeLessThanOrEqual(early.processes)
  expect(late.browserBytes - early.browserBytes).toBeLessThan(30 * megabytes)
  expect(late.heapBytes - early.heapBytes).toBeLessThan(2 * megabytes)
  expect(fixture.directories()).toHaveLength(1)
  expect(fixture.launched).toHaveLength(1)
})
