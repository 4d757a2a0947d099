import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CaptureFixture, startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { type DecodedImage, isNear } from '../../support/render/image.ts'

let fixture: CaptureFixture
beforeAll(async () => {
  fixture = await startCaptureFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const isQuartered = ({ width, height, at }: DecodedImage) =>
  isNear(at(Math.floor(width / 4), Math.floor(height / 4)), [200, 30, 30]) &&
  isNear(at(Math.floor((width * 3) / 4), Math.floor(height / 4)), [30, 160, 30]) &&
  isNear(at(Math.floor(width / 4), Math.floor((height * 3) / 4)), [30, 30, 200]) &&
  isNear(at(Math.floor((width * 3) / 4), Math.floor((height * 3) / 4)), [240, 240, 240])

/** What the decoder calls the container of avif. */
const nameOf = { jpeg: 'jpeg', png: 'png', webp: 'webp', gif: 'gif', avif: 'heif' }
const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const

test.each(formats)('a %s shows the page, and the times of its making are in the report', async (format) => {
  const { image, width, height, report } = await fixture.take('viewport.html', { format })
  expect([image.format, image.width, image.height]).toEqual([nameOf[format], 800, 600])
  expect([width, height]).toEqual([800, 600])
  expect(isQuartered(image)).toBe(true)
  expect(report.phasesMs.capture).toBeGreaterThan(0)
  expect(report.phasesMs.encode).toBeGreaterThanOrEqual(0)
  expect(report.tiles).toBe(1)
})

test.each(['jpeg', 'webp', 'avif'] as const)('a %s of low quality is smaller', async (format) => {
  const viewport = { width: 400, height: 300 }
  const low = await fixture.takeBytes('shades.html', { format, viewport, quality: 5 })
  const high = await fixture.takeBytes('shades.html', { format, viewport, quality: 95 })
  expect(low.body.length).toBeLessThan(high.body.length / 2)
})

describe('thumbnails fit their bounds and keep the aspect ratio', () => {
  test.each([
    ['jpeg', { width: 200 }, 200, 150],
    ['png', { width: 400, height: 100 }, 133, 100],
    ['webp', { width: 1600, height: 1600 }, 1600, 1200],
    ['gif', { width: 120, height: 120 }, 120, 90],
    ['avif', { height: 90 }, 120, 90],
  ] as const)('%s of %j', async (format, thumbnail, width, height) => {
    const { image } = await fixture.take('viewport.html', { format, thumbnail })
    expect([image.format, image.width, image.height]).toEqual([nameOf[format], width, height])
    expect(isQuartered(image)).toBe(true)
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

describe('a thumbnail with a fit has exactly the size of its bounds', () => {
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

  test.each([
    ['cover', 'top', 'red green red green'],
    ['cover', 'bottom', 'blue gray blue gray'],
    ['cover', 'center', 'red green blue gray'],
    ['pad', 'left', 'red pink blue pink'],
    ['pad', 'right top', 'pink green pink gray'],
    ['pad', 'center', 'pink pink pink pink'],
  ] as const)('%s at %s shows %s', async (kind, position, expected) => {
    const color = { r: 255, g: 0, b: 255, alpha: 1 }
    const fit = kind === 'pad' ? { kind, position, color } : { kind, position }
    const { image } = await fixture.take('viewport.html', { thumbnail: { ...bounds, fit } })
    expect([image.width, image.height]).toEqual([400, 100])
    expect(corners(image)).toEqual(expected.split(' '))
  })

  test('fill shows the whole image, in another aspect ratio', async () => {
    const { image } = await fixture.take('viewport.html', {
      format: 'jpeg',
      thumbnail: { ...bounds, fit: { kind: 'fill' } },
    })
    expect([image.width, image.height]).toEqual([400, 100])
    expect(isQuartered(image)).toBe(true)
  })

  test('padding can be transparent', async () => {
    const fit = { kind: 'pad', position: 'center', color: { r: 0, g: 0, b: 0, alpha: 0 } } as const
    const { image } = await fixture.take('viewport.html', { format: 'webp', thumbnail: { ...bounds, fit } })
    expect([image.at(5, 50)[3], image.at(200, 50)[3]]).toEqual([0, 255])
  })
})

describe('omit_background', () => {
  test.each(['png', 'avif'] as const)(
    'leaves a %s transparent where the page is transparent',
    async (format) => {
      const { image } = await fixture.take('transparent.html', { format, omitBackground: true })
      expect(image.at(10, 10)[3]).toBe(0)
      expect(isNear(image.at(200, 200), [255, 0, 0])).toBe(true)
      expect(image.at(200, 200)[3]).toBe(255)
      expect(Math.abs(image.at(500, 200)[3] - 128)).toBeLessThan(4)
    },
  )

  test('leaves thumbnails and full pages transparent, also as webp', async () => {
    const changes = { omitBackground: true, fullPage: true, thumbnail: { width: 400 } }
    const { image } = await fixture.take('transparent.html', { format: 'webp', ...changes })
    expect(image.at(10, 10)[3]).toBe(0)
    expect(image.at(100, 100)[3]).toBe(255)
  })

  test.each([
    ['jpeg', true],
    ['gif', true],
    ['png', false],
  ] as const)('a %s with omit_background=%s is white', async (format, omitBackground) => {
    const { image } = await fixture.take('transparent.html', { format, omitBackground })
    expect(image.at(10, 10)[3]).toBe(255)
    expect(isNear(image.at(10, 10), [255, 255, 255])).toBe(true)
  })
})
