import { PageTimeoutError } from '../../../base/errors.ts'
import { pause } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { noteExpired } from '../../../core/telemetry/render-report.ts'
import { awaitRest } from '../../page/rest.ts'
import type { CaptureContext } from './capture-context.ts'
import { isSameShot, type TakenShot } from './is-same-shot.ts'
import type { Shot } from './shoot.ts'

/** Between two captures, long enough that an animation has moved. */
const intervalMs = 200

/** As long as the slowest encoder takes: a small gif, or a large avif. */
const encodeMs = ({ isFinal, size }: Shot) => 1_000 + (isFinal ? 0 : (size.width * size.height * 150) / 1e6)

/**
 * Captures until two captures in a row are equal, apart from what is ignored. A page that never stands still is captured anyway, and a
 * capture that would leave no time for encoding is given up for the one before it.
 *
 * @param take captures until `endsMs`
 */
export const takeStable = async (
  context: CaptureContext,
  take: (endsMs: number) => Promise<TakenShot>,
): Promise<TakenShot> => {
  const { signal } = context
  const stableMs = Date.now() + limitsMs.capture.stable
  const first = await take(context.endsMs)
  const lastMs = context.endsMs - encodeMs(first.shot)
  return awaitRest<TakenShot>(
    {
      read: () => unlessLate(context, take(lastMs)),
      isSame: (next, before) => isSameShot(before, next, lastMs),
      pause: () => pause(intervalMs, signal),
      readings: 1,
      isOver: () => Date.now() + intervalMs >= Math.min(stableMs, lastMs),
      expired: () => noteExpired(context.report, 'stable'),
    },
    first,
  )
}

/** The render's own timeout ends the render. */
const unlessLate = async <T>({ signal }: CaptureContext, taken: Promise<T>): Promise<T | undefined> => {
  try {
    return await taken
  } catch (error) {
    if (error instanceof PageTimeoutError && !signal?.aborted) return undefined
    throw error
  }
}
