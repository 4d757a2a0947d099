import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from '../../../../lib/render/outputs/screencast/pace.ts'
import { nowMs } from '../../../support/now.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

interface Machine {
  frames: number
  leftMs: number
  /** Estimated, for a slow machine. */
  repeatMs: number
  /** How long frames take on this machine. */
  tookMs: { shot: number; skipped: number; repeated: number }
}

/** Returns the indexes of the images, and how late the last frame is. */
const record = ({ frames, leftMs, repeatMs, tookMs }: Machine) => {
  const endsMs = nowMs() + leftMs
  const pace = createPace({ frames, endsMs, repeatMs })
  const shots: number[] = []
  let index = 0
  for (; index < frames && !pace.isOver(index); index++) {
    const isShot = pace.next(index)
    if (isShot) shots.push(index)
    vi.advanceTimersByTime(isShot ? tookMs.shot : tookMs.skipped)
    pace.done(isShot)
  }
  vi.advanceTimersByTime((frames - index) * tookMs.repeated)
  return { shots, lateMs: nowMs() - endsMs }
}

test('all frames are shot while there is time', () => {
  const tookMs = { shot: 40, skipped: 10, repeated: 5 }
  expect(record({ frames: 150, leftMs: 9_000, repeatMs: 9, tookMs }).shots).toHaveLength(150)
})

test('when the page is too slow, the time to repeat the last frame is left', () => {
  const tookMs = { shot: 300, skipped: 300, repeated: 9 }
  const { shots, lateMs } = record({ frames: 900, leftMs: 60_000, repeatMs: 9, tookMs })
  expect(shots[0]).toBe(0)
  expect(lateMs).toBeLessThanOrEqual(tookMs.skipped)
})

test('on a machine that repeats frames faster than estimated, the images of a large video are spread over its length', () => {
  const tookMs = { shot: 120, skipped: 12, repeated: 6 }
  const { shots, lateMs } = record({ frames: 1_800, leftMs: 40_000, repeatMs: 43, tookMs })
  expect(shots.length).toBeGreaterThan(100)
  expect(shots.at(-1)).toBeGreaterThan(1_500)
  expect(lateMs).toBeLessThanOrEqual(tookMs.shot)
})

test('a step has no negative time', () => {
  const pace = createPace({ frames: 10, endsMs: nowMs() - 1, repeatMs: 9 })
  expect([pace.limit(2_000, 0), pace.limit(2_000, 1)]).toEqual([2_000, 0])
})
