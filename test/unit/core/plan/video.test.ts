import { describe, expect, test } from 'vitest'
import { changedArea } from '../../../../lib/core/plan/changed-area.ts'
import type { Rectangle, ScreencastPlan, VideoFormat } from '../../../../lib/core/plan/render-plan.ts'
import {
  bitrateOf,
  colorMatrix,
  decideVideoSize,
  passedVideoLimits,
  repeatMs,
  shareOfShots,
  videoBytesMax,
} from '../../../../lib/core/plan/video.ts'

const size = (format: VideoFormat, width: number, height: number, deviceScaleFactor = 1, clip?: Rectangle) =>
  decideVideoSize({
    format,
    viewport: { width, height, deviceScaleFactor },
    ...(clip && { clip }),
  } as ScreencastPlan)

describe('size of a video', () => {
  test.each(['mp4', 'mov', 'avi'] as const)('%s has even sides: odd ones get one pixel more', (format) => {
    expect(size(format, 641, 361)).toEqual({
      crop: { x: 0, y: 0, width: 641, height: 361 },
      width: 642,
      height: 362,
    })
    expect(size(format, 640, 360)).toMatchObject({ width: 640, height: 360 })
    expect(size(format, 3, 17)).toMatchObject({ width: 16, height: 18 })
  })

  test.each(['webm', 'gif'] as const)('%s has the size of the frame', (format) => {
    expect(size(format, 641, 361)).toMatchObject({ width: 641, height: 361 })
  })

  test('a clip is limited to the viewport and counts in device pixels', () => {
    expect(size('webm', 400, 300, 2, { x: 350, y: 10, width: 100, height: 20 })).toEqual({
      crop: { x: 700, y: 20, width: 100, height: 40 },
      width: 100,
      height: 40,
    })
    expect(size('mp4', 400, 300, 1, { x: 400, y: 0, width: 10, height: 10 })).toBeUndefined()
  })
})

test.each([
  ['1280 by 1080', 1280, 1080, 'mp4', 900, 0],
  ['what level 5.2 allows', 4096, 2304, 'mp4', 900, 0],
  ['more than that', 4098, 2304, 'mp4', 900, 1],
  ['a side too long', 5002, 100, 'webm', 1, 1],
  ['a gif of 100 million pixels', 1000, 1000, 'gif', 100, 0],
  ['a gif of more', 1000, 1000, 'gif', 101, 1],
] as const)('%s', (_name, width, height, format, frames, problems) => {
  expect(passedVideoLimits({ width, height }, { format, frames })).toHaveLength(problems)
})

test.each([
  ['mp4', 320, 240, 2.4],
  ['mp4', 1280, 1080, 8.9],
  ['webm', 4096, 2304, 49.2],
  ['gif', 1280, 1080, 0],
] as const)('a repeated frame of %s, %i by %i pixels, takes %d ms', (format, width, height, expected) => {
  expect(repeatMs(format, { width, height })).toBeCloseTo(expected, 1)
})

test.each([
  ['all while there is time', 100, 5000, 40, 4, 1],
  ['none when there is no time left', 100, 0, 40, 4, 0],
  ['none when even skipping is too slow', 100, 100, 40, 4, 0],
  ['as many as fit', 100, 2200, 40, 4, 0.5],
  ['all when nothing is left', 0, 0, 40, 4, 1],
  ['none when skipping takes as long as a capture', 100, 3000, 40, 40, 0],
])(
  'the share of the frames that are captured: %s',
  (_name, framesLeft, msLeft, shotMs, skippedMs, expected) => {
    expect(shareOfShots({ framesLeft, msLeft, shotMs, skippedMs })).toBeCloseTo(expected, 9)
  },
)

const image = (...rows: string[]) => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  data: Buffer.from(rows.join('')),
})
const before = image('....', '....', '....')
test.each([
  ['nothing', image('....', '....', '....'), undefined],
  ['one pixel', image('....', '..x.', '....'), { x: 2, y: 1, width: 1, height: 1 }],
  ['two corners', image('x...', '....', '...x'), { x: 0, y: 0, width: 4, height: 3 }],
  ['pixels in several rows', image('....', '.x..', '..x.'), { x: 1, y: 1, width: 2, height: 2 }],
])('the changed area: %s', (_name, after, expected) => {
  expect(changedArea(before, after, 1)).toEqual(expected)
})

test.each([
  [719, 'smpte170m'],
  [720, 'bt709'],
])('the colors of a video with %i lines have the matrix %s', (height, matrix) => {
  expect(colorMatrix({ height })).toBe(matrix)
})

test.each([
  ['of 1280 by 1080 pixels for 30 s', { width: 1280, height: 1080 }, 30, 30, 16_588_800],
  ['of the same size for 120 s', { width: 1280, height: 1080 }, 30, 120, 12_000_000],
  ['of the largest size for 120 s', { width: 4096, height: 2304 }, 60, 120, 12_000_000],
  ['of the largest size for 30 s', { width: 4096, height: 2304 }, 60, 30, 48_000_000],
])('the bitrate of a video %s keeps it below the largest file', (_name, size, fps, seconds, expected) => {
  const bitrate = bitrateOf(size, { fps, frames: fps * seconds })
  expect(bitrate).toBe(expected)
  expect((bitrate * seconds) / 8).toBeLessThan(videoBytesMax)
})
