import { pause } from '../../base/timers.ts'
import { noteExpired } from '../../core/telemetry/render-report.ts'
import type { FrameClock } from '../browser/frame-clock.ts'
import type { StepContext } from './step.ts'
import type { CaptureTime } from './time-limits.ts'

/** A video shows its first image a few frames after it was loaded. */
const samplesMin = 3
const sampleMs = 50

/**
 * Waits until the videos in view show their first image. What does not arrive within `msMax` is named in the report. A displayed frame
 * may never complete while a video begins, so these frames are not displayed.
 */
export const awaitVideos = async (
  {
    world,
    signal,
    report,
    frames,
  }: Pick<StepContext, 'world' | 'report'> &
    Pick<CaptureTime, 'signal'> & { frames: Pick<FrameClock, 'hurry'> },
  msMax: number,
): Promise<void> => {
  const endsMs = Date.now() + msMax
  const sample = () => frames.hurry(() => pause(sampleMs, signal), false)
  const count = () => world.call('countUnbegunVideos')
  let { unbegun, pending } = await count()
  if (unbegun === 0) return
  for (; pending > 0 && Date.now() < endsMs; { pending } = await count()) await sample()
  if (pending > 0) noteExpired(report, 'videos')
  for (let i = 0; i < samplesMin; i++) await sample()
}
