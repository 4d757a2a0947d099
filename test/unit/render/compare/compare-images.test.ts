import sharp from 'sharp'
import { expect, test } from 'vitest'
import { compareImages } from '../../../../lib/render/outputs/screenshot/compare-images.ts'

interface Drawing {
  width?: number
  height?: number
  /** Black boxes on white. */
  boxes?: { x: number; y: number; width: number; height: number }[]
}

const draw = ({ width = 200, height = 100, boxes = [] }: Drawing = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite(
      boxes.map(({ x, y, ...size }) => ({
        input: { create: { ...size, channels: 3, background: '#000' } },
        left: x,
        top: y,
      })),
    )
    .png()
    .toBuffer()

const plain = async (drawing?: Drawing) => ({ body: await draw(drawing), ignored: [] })

test('the ratio is the share of changed pixels, and the difference image marks them in red', async () => {
  const box = { x: 20, y: 40, width: 10, height: 5 }
  const { ratio, regions, image } = await compareImages(await plain(), await plain({ boxes: [box] }))
  expect(ratio).toBe(50 / 20_000)
  expect(regions).toEqual([box])
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 200, height: 100, channels: 3 })
  const at = (40 * 200 + 20) * 3
  expect([...data.subarray(at, at + 3)]).toEqual([255, 0, 0])
})

test('images of different formats with the same content are equal', async () => {
  const boxes = [{ x: 50, y: 20, width: 60, height: 30 }]
  const jpeg = await sharp(await draw({ boxes }))
    .jpeg({ quality: 90 })
    .toBuffer()
  expect(await compareImages(await plain({ boxes }), { body: jpeg, ignored: [] })).toEqual({
    ratio: 0,
    regions: [],
  })
})

test('what a page gained is a change, even if the rest is equal', async () => {
  const { ratio, regions, image } = await compareImages(await plain(), await plain({ height: 125 }))
  expect(ratio).toBe(0.2)
  expect(regions).toEqual([{ x: 0, y: 100, width: 200, height: 25 }])
  expect(image).toBeUndefined()
})

test('an ignored element may move and grow', async () => {
  const before = { x: 10, y: 10, width: 20, height: 10 }
  const after = { x: 60, y: 50, width: 90, height: 40 }
  expect(
    await compareImages(
      { body: await draw({ boxes: [before] }), ignored: [before] },
      { body: await draw({ boxes: [after] }), ignored: [after] },
    ),
  ).toEqual({ ratio: 0, regions: [] })
})
