import { expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { settle, type Wait } from '../../../../lib/render/page/settle.ts'

/** A page that has its first frame with the n-th that is requested. */
const settleWith = async (firstFrame: number) => {
  let drawn = 0
  const counts = { awaited: 0, missing: 0, isExpired: false }
  const results = new Map<string, () => unknown>([
    ['hasDrawn', () => drawn >= firstFrame],
    ['awaitFonts', () => counts],
    ['awaitImages', () => counts],
    ['awaitFrames', () => undefined],
  ])
  const wait = {
    world: { call: async (name: string) => results.get(name)?.() },
    network: { isFollowed: true, pending: () => 0 },
    frames: {
      draw: async () => {
        drawn++
        return { hasDamage: false }
      },
    },
    report: createRenderReport(),
    needsFonts: true,
  }
  await settle(false, wait as unknown as Wait, Date.now() + 60_000)
  return drawn
}

test.each([
  ['is drawn once after it has settled', 0, 1],
  ['is drawn until the browser can draw it, and once more', 3, 4],
])('a page %s', async (_case, firstFrame, frames) => {
  expect(await settleWith(firstFrame)).toBe(frames)
})
