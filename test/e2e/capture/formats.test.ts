import { describe, expect, test } from 'vitest'
import { resolveScreenshot } from '../../../lib/core/plan/resolve-screenshot.ts'
import { startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { type DecodedImage, isNear } from '../../support/render/image.ts'
import { fromBody } from '../../support/render/read-screenshot.ts'

const fixture = await startCaptureFixture()

const isQuartered = ({ width, height, at }: DecodedImage) =>
  isNear(at(Math.floor(width / 4), Math.floor(height / 4)), [200, 30, 30]) &&
  isNear(at(Math.floor((width * 3) / 4), Math.floor(height / 4)), [30, 160, 30]) &&
  isNear(at(Math.floor(width / 4), Math.floor((height * 3) / 4)), [30, 30, 200]) &&
  isNear(at(Math.floor((width * 3) / 4), Math.floor((height * 3) / 4)), [240, 240, 240])

/** What the decoder calls the container of avif. */
const nameOf = { jpeg: 'jpeg', png: 'png', webp: 'webp', gif: 'gif', avif: 'heif' }
const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const

test('each format shows the page, and the times of its making are in the report', async () => {
  const all = await fixture.takeEach(
    'viewport.html',
    formats.map((format) => ({ format })),
  )
  for (const [index, { image, width, height, report }] of all.entries()) {
    const format = formats[index] ?? 'png'
    expect([image.format, image.width, image.height]).toEqual([nameOf[format], 800, 600])
    expect([width, height]).toEqual([800, 600])
    expect(isQuartered(image)).toBe(true)
    expect(report.phasesMs.capture).toBeGreaterThan(0)
    expect(report.phasesMs.encode).toBeGreaterThanOrEqual(0)
    expect(report.tiles).toBe(1)
  }
})

test('a jpeg, webp and avif of low quality is smaller', async () => {
  const viewport = { width: 400, height: 300 }
  const formats = ['jpeg', 'webp', 'avif'] as const
  const ways = formats.flatMap((format) => [5, 95].map((quality) => ({ format, viewport, quality })))
  const sizes = (await fixture.takeEach('shades.html', ways)).map(({ body }) => body.length)
  for (const [index, format] of formats.entries())
    expect(sizes[2 * index], format).toBeLessThan((sizes[2 * index + 1] ?? 0) / 2)
})

describe('thumbnails fit their bounds and keep the aspect ratio', () => {
  const thumbnails = [
    ['jpeg', { width: 200 }, 200, 150],
    ['png', { width: 400, height: 100 }, 133, 100],
    ['webp', { width: 1600, height: 1600 }, 1600, 1200],
    ['gif', { width: 120, height: 120 }, 120, 90],
    ['avif', { height: 90 }, 120, 90],
  ] as const

  test('in each format', async () => {
    const all = await fixture.takeEach(
      'viewport.html',
      thumbnails.map(([format, thumbnail]) => ({ format, thumbnail })),
    )
    for (const [index, [format, , width, height]] of thumbnails.entries()) {
      const image = all[index]?.image as DecodedImage
      expect([image.format, image.width, image.height]).toEqual([nameOf[format], width, height])
      expect(isQuartered(image), format).toBe(true)
    }
  })

  test('of a page that is too tall for the format', async () => {
    const changes = { format: 'webp', fullPage: true, thumbnail: { height: 1000 } } as const
    const { image } = await fixture.take('bands.html?count=20', { ...changes, viewport: { width: 200 } })
    expect([image.width, image.height]).toEqual([10, 1000])
  })

  test('of the device pixels, not the CSS pixels', async () => {
    const changes = { thumbnail: { width: 800 }, viewport: { width: 400, height: 300, deviceScaleFactor: 2 } }
    expect((await fixture.take('viewport.html', changes)).height).toBe(600)
  })
})

// Red and green above blue and white, 800 by 600 pixels.
const bounds = { width: 400, height: 100 }
const corners = ({ at, width, height }: DecodedImage) =>
  [at(5, 5), at(width - 6, 5), at(5, height - 6), at(width - 6, height - 6)].map((color) =>
    Object.entries(colors)
      .flatMap(([name, known]) => (isNear(color, known) ? [name] : []))
      .join(),
  )
const colors = {
  red: [200, 30, 30],
  green: [30, 160, 30],
  blue: [30, 30, 200],
  gray: [240, 240, 240],
  pink: [255, 0, 255],
} as const

const fits = [
  ['cover', 'top', 'red green red green'],
  ['cover', 'bottom', 'blue gray blue gray'],
  ['cover', 'center', 'red green blue gray'],
  ['pad', 'left', 'red pink blue pink'],
  ['pad', 'right top', 'pink green pink gray'],
  ['pad', 'center', 'pink pink pink pink'],
] as const

test('a thumbnail with a fit has exactly the size of its bounds: cover and pad show the part at their position, fill the whole image in another aspect ratio, and padding can be transparent', async () => {
  const color = { r: 255, g: 0, b: 255, alpha: 1 }
  const positioned = fits.map(([kind, position]) => ({
    thumbnail: { ...bounds, fit: kind === 'pad' ? { kind, position, color } : { kind, position } },
  }))
  const clear = { kind: 'pad', position: 'center', color: { r: 0, g: 0, b: 0, alpha: 0 } } as const
  const images = (
    await fixture.takeEach('viewport.html', [
      { format: 'jpeg', thumbnail: { ...bounds, fit: { kind: 'fill' } } },
      { format: 'webp', thumbnail: { ...bounds, fit: clear } },
      ...positioned,
    ])
  ).map(({ image }) => image)
  for (const image of images) expect([image.width, image.height]).toEqual([400, 100])
  const [filled, padded, ...parts] = images as [DecodedImage, DecodedImage, ...DecodedImage[]]
  expect(parts.map((image) => corners(image).join(' '))).toEqual(fits.map(([, , expected]) => expected))
  expect(isQuartered(filled)).toBe(true)
  expect([padded.at(5, 50)[3], padded.at(200, 50)[3]]).toEqual([0, 255])
})

describe('omit_background', () => {
  test('leaves a png and an avif transparent where the page is transparent', async () => {
    const ways = (['png', 'avif'] as const).map((format) => ({ format, omitBackground: true }))
    for (const { image } of await fixture.takeEach('transparent.html', ways)) {
      expect(image.at(10, 10)[3]).toBe(0)
      expect(isNear(image.at(200, 200), [255, 0, 0])).toBe(true)
      expect(image.at(200, 200)[3]).toBe(255)
      expect(Math.abs(image.at(500, 200)[3] - 128)).toBeLessThan(4)
    }
  })

  test('leaves thumbnails and full pages transparent, also as webp', async () => {
    const changes = { omitBackground: true, fullPage: true, thumbnail: { width: 400 } }
    const { image } = await fixture.take('transparent.html', { format: 'webp', ...changes })
    expect(image.at(10, 10)[3]).toBe(0)
    expect(image.at(100, 100)[3]).toBe(255)
  })

  test('a png without it is white, and so are a jpeg and a gif with it', async () => {
    const all = await fixture.takeEach('transparent.html', [
      { format: 'png' },
      ...(['jpeg', 'gif'] as const).map((format) => {
        const options = fromBody({ html: 'x', format, omit_background: true })
        return { format, omitBackground: resolveScreenshot(options, new Map(), 0).omitBackground }
      }),
    ])
    for (const { image } of all) {
      expect(image.at(10, 10)[3]).toBe(255)
      expect(isNear(image.at(10, 10), [255, 255, 255])).toBe(true)
    }
  })
})
