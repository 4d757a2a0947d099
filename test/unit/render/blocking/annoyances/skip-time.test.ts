import { expect, test } from 'vitest'
import { createTimeSkip } from '../../../../../lib/render/blocking/annoyances/skip-time.ts'
import type { World } from '../../../../../lib/render/page/world.ts'

interface Page {
  /** Whether each frame requests the next one. */
  drawsFrames?: boolean
  /** Number of idle callbacks, each of which requests the next one when it runs: after a displayed frame. */
  idleCallbacks?: number
  frameCostMs?: number
}

/** Skips one second in five parts, in a page that has a frame of the same origin. */
const skipSecond = async ({ drawsFrames = false, idleCallbacks = 0, frameCostMs = 0 }: Page) => {
  const steps: number[] = []
  let requests = { frames: drawsFrames ? 1 : 0, idle: Math.min(1, idleCallbacks) }
  let idleLeft = idleCallbacks
  const time = {
    async skip(ms: number, _fetchMs: number, isShown: boolean) {
      steps.push(ms)
      if (drawsFrames) requests.frames++
      if (isShown && idleLeft > 0 && --idleLeft > 0) requests.idle++
      return frameCostMs
    },
  }
  const call = async () => {
    // Each check is a separate request in each of the two documents.
    requests = { frames: requests.frames + 2, idle: requests.idle + 2 }
    return { ...requests, looks: 2, isLive: false }
  }
  const skip = await createTimeSkip(time, { call } as unknown as World, 1_000)
  if (!skip) throw new Error('The page plays media.')
  for (let i = 0; i < 5; i++) await skip(200, 0)
  expect(steps.reduce((sum, ms) => sum + ms)).toBeCloseTo(1000)
  return { frames: steps.length, idle: idleCallbacks - idleLeft }
}

test('a page that requests nothing has one frame in each part', async () => {
  expect(await skipSecond({})).toEqual({ frames: 5, idle: 0 })
})

test('a page that draws has as many frames as on a screen, and fewer if they take long', async () => {
  const { frames } = await skipSecond({ drawsFrames: true })
  expect(frames).toBeGreaterThanOrEqual(60)
  const slow = await skipSecond({ drawsFrames: true, frameCostMs: 4 })
  expect(slow.frames).toBeLessThanOrEqual(15)
  expect(slow.frames).toBeGreaterThanOrEqual(6)
})

test('a single idle callback runs, and takes no more frames', async () => {
  expect(await skipSecond({ idleCallbacks: 1 })).toEqual({ frames: 5, idle: 1 })
})

test('idle callbacks that request the next one run at the pace of a screen', async () => {
  expect(await skipSecond({ idleCallbacks: 30 })).toMatchObject({ idle: 30 })
  const { frames, idle } = await skipSecond({ idleCallbacks: 1000, drawsFrames: true, frameCostMs: 4 })
  expect(frames).toBeGreaterThanOrEqual(40)
  expect(idle).toBeGreaterThanOrEqual(frames - 15)
})

test.each([
  ['plays media', async () => ({ frames: 1, idle: 1, looks: 1, isLive: true })],
  ['does not respond', () => new Promise(() => {})],
  ['makes the call fail', () => Promise.reject(new Error('Cannot find context with specified id'))],
])('the time of a page that %s is not skipped', async (_case, call) => {
  const time = { skip: () => Promise.reject(new Error('The page is not skipped.')) }
  expect(await createTimeSkip(time, { call } as unknown as World, 5)).toBeUndefined()
})
