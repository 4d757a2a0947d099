import { beforeAll, describe, expect, test } from 'vitest'
import { startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { type DecodedImage, isNear, readPixels } from '../../support/render/image.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** The last element is wider than the window, and so the document continues to the left. */
const leftward = (root: string) => `<!doctype html><html ${root}><style>
  body { margin: 0; height: 1500px; width: 200px }
  #start { position: absolute; top: 0; right: 0; width: 200px; height: 50px; background: red }
  #out { position: absolute; top: 100px; right: -50px; width: 200px; height: 100px; background: linear-gradient(90deg, green 150px, blue 150px) }
  #far { position: absolute; top: 250px; right: 900px; width: 100px; height: 50px; background: blue }
</style><div id="start"></div><div id="out"></div><div id="far"></div>`

const fixture = await startCaptureFixture({
  '/capture/rtl': page(leftward('dir="rtl"')),
  '/capture/rtl-body': page(leftward('').replace('<div', '<body dir="rtl"><div')),
  '/capture/vertical': page(leftward('style="writing-mode: vertical-rl"')),
  '/capture/rtl-hidden': page(leftward('dir="rtl" style="overflow-x: hidden"')),
})

const red: [number, number, number] = [255, 0, 0]
const blue: [number, number, number] = [0, 0, 255]
const green: [number, number, number] = [0, 128, 0]
const white: [number, number, number] = [255, 255, 255]

describe.each([1.5, 2.625])('at scale %d', (scale) => {
  const viewport = { width: 400, height: 300, deviceScaleFactor: scale }

  test('the whole viewport is captured by default, and a clip that starts between device pixels has the same pixels', async () => {
    const clip = { x: 299, y: 99, width: 57, height: 47 }
    const left = Math.round(clip.x * scale)
    const top = Math.round(clip.y * scale)
    const taken = await fixture.takeEach('marks.html', [{ viewport }, { clip, viewport }])
    const [whole, part] = taken.map(({ image }) => image) as [DecodedImage, DecodedImage]
    expect([whole.width, whole.height]).toEqual([400 * scale, Math.round(300 * scale)])
    expect(part.width).toBe(Math.round(356 * scale) - left)
    for (let i = 0; i < part.height; i++) expect(part.at(i, i)).toEqual(whole.at(left + i, top + i))
  })
})

describe.each([1, 1.5])('at scale %d', (scale) => {
  const viewport = { width: 400, height: 300, deviceScaleFactor: scale }

  test('a clip shows the pixels around a box, and an element is captured alone, exactly to the pixel', async () => {
    const clip = { x: 98, y: 98, width: 54, height: 44 }
    const [image, element] = (
      await fixture.takeEach('marks.html', [
        { clip, viewport },
        { selector: '#below', viewport },
      ])
    ).map((taken) => taken.image) as [DecodedImage, DecodedImage]
    const edge = 2 * scale
    expect(isNear(image.at(edge - 1, edge), white, 0)).toBe(true)
    expect(isNear(image.at(edge, edge - 1), white, 0)).toBe(true)
    expect(isNear(image.at(edge, edge), red, 0)).toBe(true)
    expect(isNear(image.at(image.width - edge - 1, image.height - edge - 1), red, 0)).toBe(true)
    expect(isNear(image.at(image.width - edge, image.height - edge - 1), white, 0)).toBe(true)
    expect([element.width, element.height]).toEqual([300 * scale, 200 * scale])
    for (const [x, y] of [
      [0, 0],
      [element.width - 1, element.height - 1],
    ] as const)
      expect(isNear(element.at(x, y), green, 0)).toBe(true)
  })
})

test('an element taller than the viewport is captured completely', async () => {
  const { image } = await fixture.take('marks.html', { selector: '#tall' })
  expect([image.width, image.height]).toEqual([60, 1500])
  expect(isNear(image.at(30, 3), red)).toBe(true)
  expect(isNear(image.at(30, 1496), blue)).toBe(true)
})

test('an element is captured without the bars that cover it, but with the background below it', async () => {
  const { image } = await fixture.take('covered.html', { selector: '#wanted' })
  expect([image.width, image.height]).toEqual([800, 600])
  for (const y of [0, 10, 19]) expect(isNear(image.at(400, y), [0, 255, 0])).toBe(true)
  for (const [x, y] of [
    [400, 40],
    [400, 75],
    [740, 540],
    [5, 595],
  ] as const)
    expect(isNear(image.at(x, y), blue), `${x},${y}: ${image.at(x, y)}`).toBe(true)
})

test.each([
  ['#left', [200, 100], '25,50 blue  60,50 green  195,95 green'],
  ['#above', [200, 100], '100,15 blue  100,40 green'],
  ['#tall', [200, 1200], '5,3 red  195,590 red  5,610 blue  195,1195 blue'],
  ['#wide', [300, 100], '3,50 green  297,50 green'],
  ['#large', [200, 900], '100,5 green  100,895 green'],
] as const)(
  '%s, which the window does not show completely, is captured without foreign or blank parts',
  async (selector, size, pixels) => {
    const { image } = await fixture.take('elements.html', { selector })
    expect([image.width, image.height]).toEqual(size)
    for (const [x, y, color] of readPixels(pixels, { red, blue, green }))
      expect(isNear(image.at(x, y), color), `${x},${y} is ${image.at(x, y)}`).toBe(true)
  },
)

test('an element that moves is captured with `stable` when it rests', async () => {
  const { image, report } = await fixture.take('elements.html', { selector: '#moving', stable: true })
  for (const x of [1, 50, 98]) expect(isNear(image.at(x, 50), red)).toBe(true)
  expect(report.waitsExpired).toEqual([])
})

test('a selector that matches nothing visible is an error that names the selector', async () => {
  const selector = '#missing, #hidden'
  using _limits = scaleLimits(0.1, 'element')
  await expect(fixture.takeBytes('marks.html', { selector })).rejects.toMatchObject({
    statusCode: 400,
    code: 'selector_not_found',
    message: expect.stringContaining(selector),
  })
})

describe('a clip outside the viewport', () => {
  const clip = { x: 100, y: 2000, width: 300, height: 200 }

  test('is captured with capture_beyond_viewport', async () => {
    const { image } = await fixture.take('marks.html', { clip, captureBeyondViewport: true })
    expect([image.width, image.height]).toEqual([300, 200])
    expect(isNear(image.at(0, 0), green, 0)).toBe(true)
    expect(isNear(image.at(299, 199), green, 0)).toBe(true)
  })

  test('is captured with full_page, cropped to a page without its hidden overflow', async () => {
    const { image } = await fixture.take('marks.html', { clip: { ...clip, width: 1000 }, fullPage: true })
    expect([image.width, image.height]).toEqual([700, 200])
    expect(isNear(image.at(299, 199), green, 0)).toBe(true)
  })

  test('is otherwise an error that names capture_beyond_viewport', async () => {
    await expect(fixture.takeBytes('marks.html', { clip })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('capture_beyond_viewport'),
    })
  })

  test('is cropped to the viewport if it overlaps', async () => {
    const { image } = await fixture.take('marks.html', {
      clip: { x: 700, y: 500, width: 300, height: 300 },
    })
    expect([image.width, image.height]).toEqual([100, 100])
  })
})

describe.each([
  ['rtl-body', 1],
  ['vertical', 1],
  ['rtl', 1.5],
  ['rtl-hidden', 1.5],
] as const)('a document that continues to the left (%s at scale %d)', (name, scale) => {
  const viewport = { deviceScaleFactor: scale }
  const clip = { x: 600, y: 0, width: 200, height: 50 }
  /** The x of the corner of the window, in the image of the whole page. */
  const corner = name === 'rtl-hidden' ? 0 : 200
  let images: DecodedImage[]
  beforeAll(async () => {
    const ways = [
      { clip },
      { clip, captureBeyondViewport: true },
      { selector: '#start' },
      { selector: '#far' },
      { fullPage: true },
      { fullPage: true, clip: { ...clip, x: corner + 600 } },
      { selector: '#out' },
    ]
    const taken = await fixture.takeEach(
      name,
      ways.map((way) => ({ ...way, viewport })),
    )
    images = taken.map(({ image }) => image)
  })

  const isFilled = (image: DecodedImage | undefined, color: [number, number, number]) => {
    if (!image) return false
    const corners = [0, image.width - 1].flatMap((x) => [0, image.height - 1].map((y) => [x, y] as const))
    return corners.every(([x, y]) => isNear(image.at(x, y), color, 0))
  }

  test('its regions and elements are captured exactly to the pixel', () => {
    const [clipped, beyond, start, far, , cropped] = images
    for (const image of [clipped, beyond, start, cropped]) {
      expect([image?.width, image?.height]).toEqual([200 * scale, 50 * scale])
      expect(isFilled(image, red)).toBe(true)
    }
    expect([far?.width, far?.height]).toEqual([100 * scale, 50 * scale])
    expect(isFilled(far, blue)).toBe(true)
  })

  test('its full page begins where its overflow does, or with the window if that is hidden', () => {
    const whole = images[4] as DecodedImage
    expect([whole.width, whole.height]).toEqual([(corner + 800) * scale, 1500 * scale])
    expect(isNear(whole.at((corner + 600) * scale, 25), red, 0)).toBe(true)
    expect(isNear(whole.at((corner + 600) * scale - 1, 25), white, 0)).toBe(true)
    expect(isNear(whole.at(0, 270 * scale), corner > 0 ? blue : white, 0)).toBe(true)
  })

  test('an element that begins to the right of it is captured completely', () => {
    const out = images[6] as DecodedImage
    expect([out.width, out.height]).toEqual([200 * scale, 100 * scale])
    expect(isNear(out.at(5, 50), green)).toBe(true)
    expect(isNear(out.at(Math.floor(160 * scale), 50), blue)).toBe(true)
    expect(isNear(out.at(out.width - 2, 50), blue)).toBe(true)
  })
})

test('parts of a document that continues to the left are captured in their place while they are in view', async () => {
  const { image } = await fixture.take('leftward-parts.html', {
    fullPage: true,
    fullPageScroll: { byDurationMs: 30 },
  })
  expect([image.width, image.height]).toEqual([1000, 2600])
  for (const x of [1, 500, 998]) expect(isNear(image.at(x, 1150), green)).toBe(true)
  for (const x of [102, 298]) expect(isNear(image.at(x, 2050), blue)).toBe(true)
  for (const x of [98, 302]) expect(isNear(image.at(x, 2050), white)).toBe(true)
})
