import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ScreenshotPlan } from '../../../../lib/core/plan/render-plan.ts'
import type { CaptureContext } from '../../../../lib/render/outputs/screenshot/capture-context.ts'
import { encode } from '../../../../lib/render/outputs/screenshot/encode.ts'
import { nowMs } from '../../../support/now.ts'

// All cases together take a tenth of a second.

const size = { width: 120, height: 90 }

const context = (plan: Partial<ScreenshotPlan>) =>
  ({ plan, endsMs: nowMs() + 10_000 }) as unknown as CaptureContext

/** A photograph is like noise, a drawn page like an area of one color. */
const png = (kind: 'noise' | 'flat', { width, height } = size) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#c00',
      ...(kind === 'noise' && { noise: { type: 'gaussian', mean: 128, sigma: 30 } }),
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()

const shot = (...pieces: Buffer[]) => ({ pieces, columns: 1, size, sections: [], isFinal: false })

const pixels = (body: Buffer) => sharp(body).raw().toBuffer()

test('the png of a photograph is returned as Chromium encoded it', async () => {
  const piece = await png('noise')
  expect(await encode(context({ format: 'png' }), shot(piece))).toEqual({ body: piece, ...size })
})

test('the png of a drawn page is encoded again', async () => {
  const piece = await png('flat')
  const { body, ...encoded } = await encode(context({ format: 'png' }), shot(piece))
  expect(encoded).toEqual(size)
  expect(body.length).toBeLessThan(piece.length)
  expect(await pixels(body)).toEqual(await pixels(piece))
})

test('the png of a photograph is cut to the requested size', async () => {
  const piece = await png('noise', { width: size.width + 3, height: size.height })
  const { body, ...encoded } = await encode(context({ format: 'png' }), shot(piece))
  expect(encoded).toEqual(size)
  expect(await sharp(body).metadata()).toMatchObject(size)
})

test('the png of a photograph is joined from its tiles', async () => {
  const tile = await png('noise', { width: size.width, height: size.height / 2 })
  const { body } = await encode(context({ format: 'png' }), shot(tile, tile))
  const half = await pixels(tile)
  expect(await pixels(body)).toEqual(Buffer.concat([half, half]))
})

test('the png of a photograph is scaled', async () => {
  const thumbnail = { width: 60, height: 45 }
  const { width, height } = await encode(context({ format: 'png', thumbnail }), shot(await png('noise')))
  expect({ width, height }).toEqual(thumbnail)
})
