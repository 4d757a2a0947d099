import { setTimeout as wait } from 'node:timers/promises'
import type { Rectangle } from '../../core/plan/render-plan.ts'
import { remainingMs } from '../page/time-limits.ts'
import { type CaptureContext, noteExpired } from './capture-context.ts'
import type { Shot } from './shoot.ts'

/** A capture, with the areas that do not count, in its pixels. */
export interface TakenShot {
  shot: Shot
  ignored: Rectangle[]
}

/** Between two captures, long enough that an animation has moved. */
const intervalMs = 200

const stableMsMax = 5_000

/** Time for another capture and for encoding. */
const reserveMs = 2_500

/** Captures until two captures in a row are equal, apart from what is ignored. A page that never stands still is captured anyway. */
export const takeStable = async (
  context: CaptureContext,
  take: () => Promise<TakenShot>,
): Promise<TakenShot> => {
  const endsMs = Date.now() + Math.min(stableMsMax, remainingMs(context) - reserveMs)
  let taken = await take()
  while (Date.now() < endsMs) {
    await wait(intervalMs)
    const next = await take()
    if (await isEqual(taken, next)) return next
    taken = next
  }
  noteExpired(context, 'stable')
  return taken
}

/** Chromium's encoders make the same bytes of the same pixels, so captures are decoded only if something in them is ignored. */
const isEqual = async (one: TakenShot, other: TakenShot): Promise<boolean> => {
  const [before, after] = [one.shot.pieces, other.shot.pieces]
  if (before.length === after.length && before.every((piece, index) => after[index]?.equals(piece)))
    return true
  const [first] = before
  const [second] = after
  if (!first || !second || before.length > 1 || one.ignored.length + other.ignored.length === 0) return false
  const { compareImages } = await import('../compare/compare-images.ts')
  const { ratio } = await compareImages(
    { body: first, ignored: one.ignored },
    { body: second, ignored: other.ignored },
  )
  return ratio === 0
}
