import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  counterPoints,
  readCounter,
  type ScreencastFixture,
  startScreencastFixture,
} from '../../support/render/screencast.ts'

let fixture: ScreencastFixture

beforeAll(async () => {
  fixture = await startScreencastFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const differences = (values: number[]) => values.slice(1).map((value, index) => value - (values[index] ?? 0))

describe.each(['mp4', 'mov', 'webm', 'avi'] as const)('%s', (format) => {
  test('a video of 3 s has all 90 frames of the page in order', async () => {
    const video = await fixture.watch('/screencast/counter.html', counterPoints, {
      format,
      durationMs: 3_000,
      // Drawing 90 frames takes longer than the video on a busy machine.
      timeoutMs: 30_000,
    })
    expect(video.pixels).toHaveLength(90)
    expect(video.seconds).toBeCloseTo(3, 3)
    expect([video.width, video.height]).toEqual([320, 240])
    expect(video.headers).toEqual({ 'X-Service-Capture-Mode': 'virtual' })
    expect(video.report.video).toEqual({ mode: 'virtual', frames: 90, skipped: 0 })
    const counters = video.pixels.map(readCounter)
    expect(differences(counters.map(({ count }) => count))).toEqual(Array(89).fill(1))
    for (const clock of ['frameTime', 'clock', 'date'] as const) {
      const steps = differences(counters.map((counter) => counter[clock]))
      // Whole milliseconds of steps of 33⅓.
      expect([...new Set(steps)].sort(), clock).toEqual([33, 34])
      expect(
        steps.reduce((sum, step) => sum + step),
        clock,
      ).toBeGreaterThanOrEqual(2_966)
      expect(
        steps.reduce((sum, step) => sum + step),
        clock,
      ).toBeLessThanOrEqual(2_968)
    }
    const ticks = (counters.at(-1)?.timer ?? 0) - (counters[0]?.timer ?? 0)
    expect(ticks).toBeGreaterThanOrEqual(59)
    expect(ticks).toBeLessThanOrEqual(60)
    expect(video.keyFrames).toEqual([0, 60])
    for (const [index, time] of video.times.entries()) expect(time).toBeCloseTo(index / 30, 2)
  })
})
