import { expect, test } from 'vitest'
import { InvalidParameterError } from '../../../../lib/base/errors.ts'
import { readOptions } from '../../../../lib/core/options/read-options.ts'
import { frameCount, resolveScreencast } from '../../../../lib/core/plan/resolve-screencast.ts'
import { operations } from '../../../../lib/schema/operations.ts'

const read = (options: Record<string, unknown>) =>
  readOptions(operations.screencast, { kind: 'body', value: { url: 'https://example.com/', ...options } })
const resolve = (options: Record<string, unknown> = {}) =>
  resolveScreencast(read(options), new Map() as never, 0)

test('an absent parameter has its documented default', () => {
  expect(resolve()).toMatchObject({
    format: 'mp4',
    extension: 'mp4',
    durationMs: 5000,
    fps: 30,
    viewport: { width: 1280, height: 1080 },
  })
  expect(resolve()).not.toHaveProperty('scroll')
  expect(resolve({ scenario: 'scroll' }).scroll).toEqual({
    byAmount: 1000,
    byDurationMs: 1500,
    lastFrameMs: 5000 - 1000 / 30,
    byDelayMs: 500,
    back: true,
    backDelayMs: 800,
    easing: 'linear',
  })
  expect(resolve({ format: 'gif' }).fps).toBe(10)
})

test.each([
  [5, 30, 150],
  [1, 1, 1],
  [30, 60, 1800],
  [1.5, 25, 38],
])('%s s at %s frames a second are %s frames', (duration, fps, frames) => {
  expect(frameCount(resolve({ duration, fps }))).toBe(frames)
})

test('the window grows to contain a clip outside it, if the option is set', () => {
  const clip = { clip_x: 100, clip_y: 1200, clip_width: 300, clip_height: 400 }
  expect(resolve(clip).viewport).toMatchObject({ width: 1280, height: 1080 })
  expect(resolve({ ...clip, capture_beyond_viewport: true }).viewport).toMatchObject({
    width: 1280,
    height: 1600,
  })
})

test.each([{ format: 'gif', fps: 51 }, { clip_x: 1 }])('%j is refused', (options) => {
  expect(() => read(options)).toThrow(InvalidParameterError)
})
