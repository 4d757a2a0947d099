import sharp from 'sharp'
import { expect, test } from 'vitest'
import { assertNotBlank } from '../../../../lib/render/outputs/screenshot/assert-not-blank.ts'
import { nowMs } from '../../../support/now.ts'

const size = { width: 500, height: 600 }

/** @param spots left and top of pixels of almost the same color */
const draw = async (...spots: [number, number][]) => ({
  ...size,
  body: await sharp({ create: { ...size, channels: 3, background: '#fefefe' } })
    .composite(
      spots.map(([left, top]) => ({
        input: { create: { width: 1, height: 1, channels: 3, background: '#fffefe' } },
        left,
        top,
      })),
    )
    .png({ compressionLevel: 1 })
    .toBuffer(),
})

const inTime = () => ({ endsMs: nowMs() + 10_000 })

test.each([
  [0, 0],
  [250, 300],
  [499, 599],
])('one pixel that differs, at %i, %i, is enough for an image not to be blank', async (left, top) => {
  await assertNotBlank(await draw([left, top]), inTime())
})

test('an image of one color is blank', async () => {
  await expect(assertNotBlank(await draw(), inTime())).rejects.toMatchObject({ code: 'image_blank' })
})

test('a check without time left ends as an image that is too large', async () => {
  await expect(assertNotBlank(await draw(), { endsMs: nowMs() })).rejects.toMatchObject({
    code: 'result_too_large',
  })
})
