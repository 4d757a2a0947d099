import { expect, test } from 'vitest'
import { readCases } from '../../support/read-cases.ts'
import { startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { isNear, readPixels } from '../../support/render/image.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'

type Color = [number, number, number]

const colors: Record<string, Color> = {
  navy: [0, 0, 128],
  green: [0, 255, 0],
  red: [255, 0, 0],
  gray: [127, 127, 127],
  white: [255, 255, 255],
}

/** Pages for a window of 800 x 600, and the colors of pixels. */
const pages = readCases('capture/positions.txt').map(({ name, parts: [html = '', pixels = ''] }, index) => ({
  name,
  html,
  index,
  pixels: readPixels(pixels, colors),
}))

const routes = pages.map(({ html, index }): [string, Route] => [`/capture/${index}`, page(html)])
const fixture = await startCaptureFixture(Object.fromEntries(routes))

test.each(pages)(
  'a full page shows $name as the window does, over the whole document',
  async ({ index, pixels }) => {
    const { image } = await fixture.take(`${index}`, { fullPage: true })
    expect([image.width, image.height]).toEqual([800, 2000])
    for (const [x, y, color] of pixels)
      expect(isNear(image.at(x, y), color), `${x},${y} is ${image.at(x, y)}, not ${color}`).toBe(true)
  },
)
