import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PageTimeoutError } from '../../../../lib/base/errors.ts'
import type { Rectangle } from '../../../../lib/core/plan/render-plan.ts'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import type { CaptureContext } from '../../../../lib/render/outputs/screenshot/capture-context.ts'
import { isSameShot, type TakenShot } from '../../../../lib/render/outputs/screenshot/is-same-shot.ts'
import { takeStable } from '../../../../lib/render/outputs/screenshot/take-stable.ts'
import { inFakeTime } from '../../../support/in-fake-time.ts'
import { nowMs } from '../../../support/now.ts'

const takenOf = (...pieces: Buffer[]): TakenShot => ({
  shot: { pieces, columns: 2, size: { width: 40, height: 30 }, sections: [], isFinal: false },
  ignored: [],
})

const contextOf = (endsInMs: number, signal?: AbortSignal) => {
  const report = createRenderReport()
  const context = { report, signal, endsMs: nowMs() + endsInMs } as CaptureContext
  return { report, context }
}

const first = takenOf(Buffer.from('first'))

test('a second capture that is late does not lose the first one', async () => {
  const { report, context } = contextOf(5_000)
  const ends: number[] = []
  const taken = await inFakeTime(() =>
    takeStable(context, async (endsMs) => {
      ends.push(endsMs)
      if (ends.length > 1) throw new PageTimeoutError('late')
      return first
    }),
  )
  expect(taken).toBe(first)
  expect(report.waitsExpired).toEqual(['stable'])
  // The first capture has all the time, the second leaves time for encoding.
  expect(ends[0]).toBe(context.endsMs)
  expect(ends[1]).toBeLessThanOrEqual(context.endsMs - 1_000)
})

test('a render that is aborted ends between two captures', async () => {
  const controller = new AbortController()
  const { context } = contextOf(5_000, controller.signal)
  const taken = takeStable(context, async () => {
    controller.abort(new PageTimeoutError('over'))
    return first
  })
  await expect(taken).rejects.toThrow('over')
})

test('a capture without time for another one is not repeated', async () => {
  const { report, context } = contextOf(1_100)
  expect(await takeStable(context, async () => first)).toBe(first)
  expect(report.waitsExpired).toEqual(['stable'])
})

/** @param spot left and top of a black pixel */
const tile = (spot: [number, number]) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: '#fff' } })
    .composite([
      {
        input: { create: { width: 3, height: 3, channels: 3, background: '#000' } },
        left: spot[0],
        top: spot[1],
      },
    ])
    .png()
    .toBuffer()

test('captures in tiles are equal if they differ only in what is ignored', async () => {
  const [one, other] = [await tile([2, 2]), await tile([9, 6])]
  const before = takenOf(one, one, one, one)
  const after = takenOf(one, one, one, other)
  const endsMs = nowMs() + 5_000
  const isSame = (...ignored: Rectangle[]) => isSameShot(before, { ...after, ignored }, endsMs)
  const lastTile = { x: 22, y: 12, width: 10, height: 8 }
  expect(await isSame(lastTile)).toBe(true)
  expect(await isSame({ ...lastTile, x: 2, y: 2 })).toBe(false)
  expect(await isSame()).toBe(false)
})
