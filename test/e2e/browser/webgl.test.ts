import { expect, test, vi } from 'vitest'
import { hasProcesses, startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { capturePage } from '../../support/render/capture-page.ts'
import { decodeImage } from '../../support/render/image.ts'

const [red, green, blue] = [
  [255, 0, 0, 255],
  [0, 255, 0, 255],
  [0, 0, 255, 255],
]

test('WebGL is drawn with gpu_rendering and absent without, by two browsers that are kept', async () => {
  await using fixture = await startBrowserFixture()
  const expectColors = (gpuRendering: boolean, colors: unknown[]) =>
    fixture.render(
      async ({ page, cdp, frames }) => {
        await page.setViewport({ width: 300, height: 300 })
        await page.goto(`${fixture.site.url}/browser/webgl.html`)
        await frames.draw()
        // A page's very first frame may have no image.
        const frame = await vi.waitUntil(
          async () => (await frames.draw({ screenshot: { format: 'png' } })).image,
          {
            timeout: 10_000,
          },
        )
        for (const bytes of [frame, await capturePage(cdp)]) {
          const image = await decodeImage(bytes)
          expect([image.at(190, 10), image.at(10, 190), image.at(250, 250)]).toEqual(colors)
        }
      },
      { gpuRendering },
    )
  await expectColors(false, [blue, blue, blue])
  await expectColors(true, [red, green, blue])
  await expectColors(false, [blue, blue, blue])
  expect(fixture.launched.map(hasProcesses)).toEqual([true, true])
  await fixture.host.close()
  expect(fixture.launched.map(hasProcesses)).toEqual([false, false])
})
