import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CaptureFixture, startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { type DecodedImage, isNear } from '../../support/render/image.ts'

let fixture: CaptureFixture
beforeAll(async () => {
  fixture = await startCaptureFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const red: [number, number, number] = [255, 0, 0]
const blue: [number, number, number] = [0, 0, 255]
const green: [number, number, number] = [0, 128, 0]
const white: [number, number, number] = [255, 255, 255]

describe.each([1, 1.5, 2.625])('at scale %d', (scale) => {
  const viewport = { width: 400, height: 300, deviceScaleFactor: scale }

  test('the whole viewport is captured by default, and a clip that starts between device pixels has the same pixels', async () => {
    const clip = { x: 299, y: 99, width: 57, height: 47 }
    const left = Math.round(clip.x * scale)
    const top = Math.round(clip.y * scale)
    const [{ image: whole }, { image: part }] = [
      await fixture.take('marks.html', { viewport }),
      await fixture.take('marks.html', { clip, viewport }),
    ]
    expect([whole.width, whole.height]).toEqual([400 * scale, Math.round(300 * scale)])
    expect(part.width).toBe(Math.round(356 * scale) - left)
    for (let i = 0; i < part.height; i++) expect(part.at(i, i)).toEqual(whole.at(left + i, top + i))
  })
})

describe.each([1, 1.5, 3])('at scale %d', (scale) => {
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

test.each([
  ['jpeg', 1.5],
  ['webp', 1],
] as const)('a clip around a box contains only the box, as %s at scale %d', async (format, scale) => {
  const clip = { x: 100, y: 100, width: 50, height: 40 }
  const { image } = await fixture.take('marks.html', { format, clip, viewport: { deviceScaleFactor: scale } })
  const [width, height] = [50 * scale, 40 * scale]
  expect([image.format, image.width, image.height]).toEqual([format, width, height])
  for (const [x, y] of [
    [0, 0],
    [width - 1, 0],
    [0, height - 1],
    [width - 1, height - 1],
  ] as const)
    expect(isNear(image.at(x, y), red)).toBe(true)
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

test('a selector that matches nothing visible is an error that names the selector', async () => {
  const selector = '#missing, #hidden'
  const limits = { endsMs: Date.now() + 3000 }
  await expect(fixture.takeBytes('marks.html', { selector }, limits)).rejects.toMatchObject({
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
