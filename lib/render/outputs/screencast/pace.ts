import { shareOfShots } from '../../../core/plan/video.ts'

/** Weight of the newest frame in the expected duration. It is small, because a few slow frames at the start say little about a long video. */
const newestWeight = 0.03

/** A timer may end this much too early. */
const timerErrorMs = 2

export interface PaceTimes {
  /** Number of frames of the video. */
  frames: number
  /** When the last frame must be drawn, in Unix milliseconds. */
  endsMs: number
  /** Time to encode a frame that repeats the previous one, on a slow machine. */
  repeatMs: number
}

export type Pace = ReturnType<typeof createPace>

/** Decides which frames are stored as new images. The encoder must have all frames in time. */
export const createPace = ({ frames, endsMs, repeatMs }: PaceTimes) => {
  const expectedMs = { shot: 40, skipped: 4 }
  let startedMs = 0
  let share = 1
  let skipped = 0
  const leftMs = (index: number) => {
    if (index === 0) return Number.POSITIVE_INFINITY
    // A run of skipped frames takes at least as long as encoding them, which on this machine may be less than estimated.
    const reservedMs = (frames - index) * Math.min(repeatMs, expectedMs.skipped)
    return endsMs - reservedMs - Date.now()
  }
  return {
    /** Whether this frame is stored as a new image. The first frame always is. */
    next(index: number): boolean {
      startedMs = performance.now()
      share += shareOfShots({
        framesLeft: frames - index,
        msLeft: endsMs - Date.now(),
        shotMs: expectedMs.shot,
        skippedMs: expectedMs.skipped,
      })
      if (share < 1) return false
      share = Math.min(1, share - 1)
      return true
    },
    done(isShot: boolean) {
      const kind = isShot ? 'shot' : 'skipped'
      const tookMs = performance.now() - startedMs
      expectedMs[kind] += (tookMs - expectedMs[kind]) * newestWeight
      if (!isShot) skipped++
    },
    /** Whether there is only enough time to repeat the previous frame from `index` on. The first frame is always drawn. */
    isOver: (index: number) => leftMs(index) < timerErrorMs,
    /** Returns the time that a step of a frame may take. */
    limit: (msMax: number, index: number) => Math.max(0, Math.min(msMax, leftMs(index))),
    skipped: () => skipped,
  }
}
