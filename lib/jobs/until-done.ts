import { pause } from '../base/timers.ts'

/** Repeats a write that must not be lost, after longer and longer pauses, until it succeeds or no time is left. */
export const untilDone = async <T>(
  write: () => Promise<T>,
  deadlineMs: number,
  nowMs: () => number,
): Promise<T> => {
  for (let waitMs = 250; ; waitMs *= 2) {
    try {
      return await write()
    } catch (error) {
      if (nowMs() + waitMs >= deadlineMs) throw error
      await pause(waitMs)
    }
  }
}
