import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { settle, type Wait } from '../../../../lib/render/page/settle.ts'

/** Settles a page without fonts and images, whose frames are drawn by `draw`. It may take this many milliseconds. */
const settlePage = async (draw: () => Promise<void>, settleMs: number) => {
  const report = createRenderReport()
  const wait = {
    world: { call: async () => ({ awaited: 0, missing: 0, isExpired: false }) },
    network: { isFollowed: true, pending: () => 0 },
    frames: { draw },
    signal: new AbortController().signal,
    budget: { settleMs: () => settleMs },
    report,
    needsFonts: true,
  } as unknown as Wait
  await settle(false, wait)
  return report.waitsExpired
}

const never = () => new Promise<never>(() => {})

// Takes 0.4 s.
test('a slow frame is awaited, because layouts that scripts measure are only complete after it', async () => {
  let isDrawn = false
  const draw = async () => {
    await pause(400)
    isDrawn = true
  }
  expect(await settlePage(draw, 3_000)).toEqual([])
  expect(isDrawn).toBe(true)
})

test('a frame that does not end is given up when the time is up', async () => {
  expect(await settlePage(never, 50)).toEqual(['frame'])
})
