import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { ImagePosition, Rectangle } from '../../../../lib/core/plan/render-plan.ts'
import { assertAreas, fitAreas } from '../../../../lib/core/watch/ignored-areas.ts'

const from = { width: 80, height: 40 }
const ignored = { x: 60, y: 10, width: 12, height: 8 }

/** Returns the bounds of the pixels that the ignored element can have drawn. */
const drawnBounds = async (to: { width: number; height: number }, fit: object) => {
  const create = { channels: 3, background: 'white' } as const
  const element = { ...create, width: ignored.width, height: ignored.height, background: 'red' }
  const page = await sharp({ create: { ...create, ...from } })
    .composite([{ input: { create: element }, left: ignored.x, top: ignored.y }])
    .png()
    .toBuffer()
  const { data } = await sharp(page)
    .resize({ ...to, ...fit, kernel: 'nearest', background: 'white' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [left, top, right, bottom] = [to.width, to.height, 0, 0]
  for (let pixel = 0; pixel < to.width * to.height; pixel++) {
    if ((data[pixel * 3 + 1] ?? 255) > 128) continue
    const [x, y] = [pixel % to.width, Math.floor(pixel / to.width)]
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + 1)
    bottom = Math.max(bottom, y + 1)
  }
  return { left, top, right, bottom }
}

const sizes = [
  { width: 40, height: 40 },
  { width: 60, height: 15 },
  { width: 100, height: 100 },
]
const positions: ImagePosition[] = ['center', 'left', 'right bottom', 'top', 'right top']

const color = { r: 255, g: 255, b: 255, alpha: 1 }

describe.each(['cover', 'pad'] as const)('with image_fit %s', (kind) => {
  test.each(positions)('and position %s, an ignored area is where the image shows it', async (position) => {
    for (const to of sizes) {
      const fit = kind === 'cover' ? { kind, position } : { kind, position, color }
      const drawn = await drawnBounds(to, { fit: kind === 'cover' ? 'cover' : 'contain', position })
      expect(isSame(fitAreas([ignored], { from, to, fit }), drawn), `${to.width}x${to.height}`).toBe(true)
    }
  })
})

/** Areas are rounded outwards, and the resizer to the nearest pixel. */
const isSame = (
  [area]: Rectangle[],
  { left, top, right, bottom }: Awaited<ReturnType<typeof drawnBounds>>,
) => {
  if (!area) return right === 0
  const distances = [area.x - left, area.y - top, area.x + area.width - right, area.y + area.height - bottom]
  return distances.every((distance) => Math.abs(distance) <= 1)
}

test('an ignored area of a stretched image is stretched with it', () => {
  expect(fitAreas([ignored], { from, to: { width: 160, height: 40 }, fit: { kind: 'fill' } })).toEqual([
    { x: 120, y: 10, width: 24, height: 8 },
  ])
})

test('more than 100 ignored elements are refused, and never become one area that hides what is between them', () => {
  const boxes = Array.from({ length: 101 }, () => ignored)
  assertAreas(boxes.slice(1))
  expect(() => assertAreas(boxes)).toThrow('`watch.ignore_selectors` matches more than 100 visible elements.')
})
