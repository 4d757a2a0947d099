import { expect, test } from 'vitest'
import { hasProcesses, startBrowserFixture } from '../../support/render/browser-fixture.ts'
import { decodeImage } from '../../support/render/image.ts'

const [red, green, blue] = [
  [255, 0, 0, 255],
  [0, 255, 0, 255],
  [0, 0, 255, 255],
]

test('WebGL is drawn with gpu_rendering and absent without, by one browser at a time', async () => {
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
  expect(fixture.launched.filter(hasProcesses)).toHaveLength(1)
})

test('a tall page is complete with gpu_rendering', async () => {
  await using fixture = await startBrowserFixture()
  const colors = await fixture.render(
    async ({ page }) => {
      await page.setViewport({ width: 100, height: 100 })
      await page.setContent(
        '<body style="margin:0"><div style="height:20000px;background:linear-gradient(#f00 50%, #0f0 50%)">',
      )
      const image = await decodeImage(await page.screenshot({ fullPage: true }))
      return [image.height, ...[10, 9990, 10_010, 16_500, 19_990].map((y) => image.at(50, y))]
    },
    { gpuRendering: true },
  )
  expect(colors).toEqual([20_000, red, red, green, green, green])
})
