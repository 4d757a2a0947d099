import { expect, test } from 'vitest'
import { hasProcesses, startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { decodeImage } from '../../support/render/image.ts'

const [red, green, blue] = [
  [255, 0, 0, 255],
  [0, 255, 0, 255],
  [0, 0, 255, 255],
]

test('WebGL is drawn with gpu_rendering and absent without, by two browsers that are kept', async () => {
  await using fixture = await startBrowserFixture()
  const colors = (gpuRendering: boolean) =>
    fixture.render(
      async ({ page }) => {
        await page.setViewport({ width: 300, height: 300 })
        await page.goto(`${fixture.site.url}/browser/webgl.html`)
        const image = await decodeImage(await page.screenshot())
        return [image.at(190, 10), image.at(10, 190), image.at(250, 250)]
      },
      { gpuRendering },
    )
  expect(await colors(false)).toEqual([blue, blue, blue])
  expect(await colors(true)).toEqual([red, green, blue])
  expect(await colors(false)).toEqual([blue, blue, blue])
  expect(fixture.launched).toHaveLength(2)
  expect(fixture.launched.filter(hasProcesses)).toHaveLength(2)
  await fixture.host.close()
  expect(fixture.launched.filter(hasProcesses)).toEqual([])
})
